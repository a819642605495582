import { type DataType, Int64 } from '@ballista-ts/core';
import { defineTableFunction, type TableFunctionDefinition } from '../definition/table.js';
import { coerceSeries, seriesValues } from '../scalar/array/series.js';

/** What the table functions `generate_series` and `range` share: one column, `value`. A NULL argument gives no rows. */
export const seriesTableFunctionOf = (
  name: 'generate_series' | 'range',
  inclusive: boolean,
  example: string,
): TableFunctionDefinition =>
  defineTableFunction({
    name,
    coerce: (args) => coerceSeries(name, args),
    parameterNames: ['start', 'stop', 'step'],
    schema: ([first]) => ({ fields: [{ name: 'value', type: first?.type ?? Int64, nullable: false }] }),
    rows: (args, call) => rows(name, call.args[0]?.type ?? Int64, args, inclusive),
    doc: {
      section: 'Table',
      summary: `Rows from a start (0 by default) ${inclusive ? 'up to' : 'before'} a stop.`,
      syntax: `${name}([start, ]stop[, step])`,
      example,
    },
  });

function* rows(name: string, type: DataType, args: Parameters<TableFunctionDefinition['rows']>[0], inclusive: boolean) {
  if (args.includes(null)) return;
  for (const value of seriesValues(name, type, args, inclusive)) yield [value];
}
