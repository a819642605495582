import { seriesTableFunctionOf } from './series-table.js';

/** `FROM range([start,] stop[, step])`: rows before the stop. */
export const rangeTable = seriesTableFunctionOf('range', false, 'SELECT * FROM range(1, 3) -- 1, 2');
