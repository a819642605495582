import { type DataType, isListLike, NotYetSupportedError, planSchema, type Value } from '@ballista-ts/core';
import { execute } from '../execute.js';
import { RowCollector } from '../expressions/row-collector.js';
import { defineOperator } from './operator.js';

/**
 * Expands lists into rows and structs into columns. Several lists of one row run side by side, the shorter ones padded with
 * NULL. A row whose lists are all empty or NULL gives no row, or with `preserveNulls` one row for a NULL list.
 */
export const unnestOperator = defineOperator<'UnnestExec'>({
  kind: 'UnnestExec',
  async *execute(plan, partition, context) {
    const input = planSchema(plan.input);
    const out = new RowCollector(plan.schema, context.batchSize);
    const structs = new Set(plan.structColumns);
    for await (const batch of execute(plan.input, partition, context)) {
      for (let row = 0; row < batch.numRows; row += 1) {
        const lists = plan.listColumns.map(({ index, depth }) =>
          flatten(input.fields[index]!.type, batch.columns[index]!.values[row]!, depth),
        );
        const isList = (index: number): boolean => plan.listColumns.some((one) => one.index === index);
        const height =
          plan.listColumns.length === 0
            ? 1
            : Math.max(...lists.map((list) => list?.length ?? (plan.preserveNulls ? 1 : 0)));
        for (let item = 0; item < height; item += 1) {
          const values: Value[] = [];
          for (let index = 0; index < input.fields.length; index += 1) {
            const value = batch.columns[index]!.values[row]!;
            if (isList(index)) {
              plan.listColumns.forEach((column, at) => {
                if (column.index === index) values.push(lists[at]?.[item] ?? null);
              });
            } else if (structs.has(index)) {
              const type = input.fields[index]!.type;
              if (type.kind !== 'Struct')
                throw new NotYetSupportedError('unnest of a column that is neither list nor struct');
              for (let at = 0; at < type.fields.length; at += 1) {
                values.push(value === null ? null : ((value as readonly Value[])[at] ?? null));
              }
            } else values.push(value);
          }
          out.addValues(values);
          if (out.full) yield out.take();
        }
      }
      await context.pacer.pause();
    }
    if (out.size > 0) yield out.take();
  },
});

/** The items of a list after taking `depth` levels off; undefined for a NULL list. Maps are lists of their entries. */
function flatten(type: DataType, value: Value, depth: number): readonly Value[] | undefined {
  if (value === null) return undefined;
  const items = value as readonly Value[];
  if (depth <= 1) return items;
  const inner = isListLike(type) ? type.field.type : type;
  return items.flatMap((item) => flatten(inner, item, depth - 1) ?? []);
}
