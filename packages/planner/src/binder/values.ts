import {
  cast,
  commonType,
  type DataType,
  type DFField,
  dataTypeEquals,
  type Expr,
  emptyDFSchema,
  exprReturn,
  formatDataType,
  type LogicalPlan,
  typedLiteral,
} from '@ballista-ts/core';
import type { ValuesClause } from '../sql/ast/query.js';
import { bindExpr } from './expression/bind-expr.js';
import type { QueryLevel, Scope } from './scope.js';

/** Rows written out. Columns are called column1, column2, ... and hold the common type of their values. */
export function bindValues(values: ValuesClause, level: QueryLevel): LogicalPlan {
  const { context } = level;
  const scope: Scope = { level, schema: emptyDFSchema, merged: [] };
  const width = values.rows[0]!.length;
  const bound = values.rows.map((row, index) => {
    if (row.length !== width) {
      throw context.error(
        `Inconsistent data length across values list: got ${row.length} values in row ${index} but expected ${width}`,
        row[0]?.span ?? values.span,
      );
    }
    return row.map((one) => bindExpr(one, scope));
  });
  const typing = { schema: emptyDFSchema, functions: context.functions };
  const returned = bound.map((row, at) =>
    row.map((expr, index) => context.located(values.rows[at]![index]!.span, () => exprReturn(expr, typing))),
  );
  const fields = Array.from({ length: width }, (_unused, index): DFField => {
    const distinct: DataType[] = [];
    for (const row of returned)
      if (!distinct.some((one) => dataTypeEquals(one, row[index]!.type))) distinct.push(row[index]!.type);
    const type = commonType(distinct);
    if (type === undefined) {
      throw context.error(
        `Inconsistent data type across values list at column ${index + 1}: ${distinct.map(formatDataType).join(', ')}`,
        values.span,
      );
    }
    return { field: { name: `column${index + 1}`, type, nullable: returned.some((row) => row[index]!.nullable) } };
  });
  const rows = bound.map((row, at) =>
    row.map((expr, index): Expr => {
      const { type } = fields[index]!.field;
      if (dataTypeEquals(returned[at]![index]!.type, type)) return expr;
      return expr.kind === 'Literal' && expr.value.value === null ? typedLiteral(type, null) : cast(expr, type);
    }),
  );
  return { kind: 'Values', rows, schema: { fields } };
}
