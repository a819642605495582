import { DecodeError } from '../../errors/errors.js';
import { commonType } from '../../expr/binary-types.js';
import type { DFSchema } from '../../expr/df-schema.js';
import type { Expr } from '../../expr/expr.js';
import { exprReturn, exprToField } from '../../expr/expr-type.js';
import type * as common from '../../gen/datafusion_common_pb.js';
import { schemaOf } from '../../plan/logical/definitions.js';
import type { LogicalPlan } from '../../plan/logical/logical-plan.js';
import { groupingIdColumn, groupingIdType } from '../../plan/physical/aggregate-exec.js';
import type { FunctionCatalog } from '../../ports/function-catalog.js';
import { formatDataType } from '../../types/format.js';
import { dfSchemaFromProto } from '../types/schema.js';

// A sender of ours says which columns a node makes. Others do not: then they follow from the expressions.

/** The schema that travelled, checked for its number of columns, or the derived one. */
export function schemaOrDerived(
  proto: common.DfSchema | undefined,
  width: number | undefined,
  derive: () => DFSchema,
): DFSchema {
  if (proto === undefined) return derive();
  if (width !== undefined && proto.columns.length !== width) {
    throw new DecodeError(`a plan node has ${proto.columns.length} columns in its schema, and ${width} expressions`);
  }
  return dfSchemaFromProto(proto);
}

/** One column per expression. */
export const exprsSchema = (exprs: readonly Expr[], input: LogicalPlan, functions: FunctionCatalog): DFSchema => {
  const context = { schema: schemaOf(input), functions };
  return { fields: exprs.map((expr) => exprToField(expr, context)) };
};

/** Keys, the grouping id when there are grouping sets, then aggregates. */
export function aggregateSchema(
  groupBy: readonly Expr[],
  aggregates: readonly Expr[],
  input: LogicalPlan,
  functions: FunctionCatalog,
): DFSchema {
  const [sets] = groupBy;
  if (sets?.kind !== 'GroupingSet') return exprsSchema([...groupBy, ...aggregates], input, functions);
  // The same key may stand in several sets; it is one column.
  const keys = exprsSchema(sets.sets.flat(), input, functions).fields;
  const distinct = keys.filter(
    (one, index) =>
      keys.findIndex(
        (other) =>
          other.field.name === one.field.name && JSON.stringify(other.qualifier) === JSON.stringify(one.qualifier),
      ) === index,
  );
  return {
    fields: [
      ...distinct.map((one) => ({ ...one, field: { ...one.field, nullable: true } })),
      { field: { name: groupingIdColumn, type: groupingIdType(distinct.length), nullable: false } },
      ...exprsSchema(aggregates, input, functions).fields,
    ],
  };
}

/** Columns of the input, then one per expression. */
export const windowSchema = (exprs: readonly Expr[], input: LogicalPlan, functions: FunctionCatalog): DFSchema => ({
  fields: [...schemaOf(input).fields, ...exprsSchema(exprs, input, functions).fields],
});

/** Names of the first input without tables; nullable where any input is. */
export function unionSchema(inputs: readonly LogicalPlan[]): DFSchema {
  const schemas = inputs.map(schemaOf);
  const [first, ...others] = schemas;
  if (first === undefined || others.some((one) => one.fields.length !== first.fields.length)) {
    throw new DecodeError('the inputs of a union have different numbers of columns');
  }
  return {
    fields: first.fields.map(({ field }, index) => ({
      field: { ...field, nullable: schemas.some((one) => one.fields[index]!.field.nullable) },
    })),
  };
}

/** `column1`, `column2`, ... of the common types of their expressions. */
export function valuesSchema(rows: readonly (readonly Expr[])[], width: number, functions: FunctionCatalog): DFSchema {
  return {
    fields: Array.from({ length: width }, (_, column) => {
      const types = rows.map((row) => exprReturn(row[column]!, { schema: { fields: [] }, functions }).type);
      const type = commonType(types);
      if (type === undefined) {
        throw new DecodeError(
          `column ${column + 1} of VALUES has types without a common one: ${[...new Set(types.map(formatDataType))].join(', ')}`,
        );
      }
      return { field: { name: `column${column + 1}`, type, nullable: true } };
    }),
  };
}
