import { seriesTableFunctionOf } from './series-table.js';

/** `FROM generate_series([start,] stop[, step])`: rows up to the stop. */
export const generateSeriesTable = seriesTableFunctionOf(
  'generate_series',
  true,
  'SELECT * FROM generate_series(1, 3) -- 1, 2, 3',
);
