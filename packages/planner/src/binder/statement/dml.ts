import {
  alias,
  cast,
  type DmlOperation,
  dataTypeEquals,
  type Expr,
  exprType,
  type Field,
  type LogicalPlan,
  NotYetSupportedError,
  schemaOf,
  type TableReference,
  type TableSource,
  tableSourceSchema,
  typedLiteral,
} from '@ballista-ts/core';
import type { ObjectName, Span } from '../../sql/ast/common.js';
import type { Delete, Insert, Truncate, Update } from '../../sql/ast/dml.js';
import type { SqlExpr } from '../../sql/ast/expr.js';
import type { Query, TableAlias } from '../../sql/ast/query.js';
import { bindExpr } from '../expression/bind-expr.js';
import { applyAlias, unknownTable } from '../from.js';
import { filterPlan, projectPlan } from '../plan-builder.js';
import { bindQuery } from '../query.js';
import { columnAt, type QueryLevel, type Scope } from '../scope.js';
import { bindValues } from '../values.js';

interface Target {
  readonly reference: TableReference;
  readonly source: TableSource;
  readonly columns: readonly Field[];
}

function bindTarget(name: ObjectName, span: Span, level: QueryLevel): Target {
  const { context } = level;
  const reference = context.tableReference(name);
  const found = context.table(reference);
  if (found === undefined) throw context.error(unknownTable(reference, level), span);
  if (found.kind === 'view') throw context.error(`Cannot change the view ${reference.table}`, span);
  return { reference, source: found.source, columns: tableSourceSchema(found.source).fields };
}

const operations = {
  INTO: 'insertAppend',
  OVERWRITE: 'insertOverwrite',
  REPLACE: 'insertReplace',
} as const satisfies Record<Insert['mode'], DmlOperation>;

/** The rows of the source, arranged as the table's columns: what is not given is NULL. */
export function bindInsert(statement: Insert, level: QueryLevel): LogicalPlan {
  const { context } = level;
  const { functions } = context;
  const target = bindTarget(statement.table, statement.span, level);
  const positions = insertPositions(statement, target, level);
  if (statement.source === undefined) throw new NotYetSupportedError('INSERT ... DEFAULT VALUES');
  const input = bindSource(statement.source, positions, target, level);
  const given = schemaOf(input).fields;
  if (given.length !== positions.length) {
    throw context.error(
      `Inserting query must have the same schema length as the table. Expected table schema length: ${positions.length}, got: ${given.length}`,
      statement.span,
    );
  }
  const exprs = target.columns.map((field, index): Expr => {
    const at = positions.indexOf(index);
    if (at < 0) {
      if (!field.nullable)
        throw context.error(`Column '${field.name}' has no default value and cannot be NULL`, statement.span);
      return alias(typedLiteral(field.type, null), field.name);
    }
    const own = columnAt({ fields: given }, at);
    return alias(dataTypeEquals(given[at]!.field.type, field.type) ? own : cast(own, field.type), field.name);
  });
  return {
    kind: 'Dml',
    operation: operations[statement.mode],
    tableName: target.reference,
    target: target.source,
    input: context.located(statement.span, () => projectPlan(input, exprs, functions)),
  };
}

/** For each column of the source the column of the table it goes to. */
function insertPositions(statement: Insert, target: Target, level: QueryLevel): number[] {
  const { context } = level;
  if (statement.columns.length === 0) return target.columns.map((_field, index) => index);
  const seen = new Set<number>();
  return statement.columns.map((ident) => {
    const name = context.name(ident);
    const index = target.columns.findIndex((one) => one.name === name);
    if (index < 0) {
      throw context.error(
        `Schema error: No field named ${name}. Valid fields are ${target.columns.map((one) => one.name).join(', ')}.`,
        ident.span,
      );
    }
    if (seen.has(index))
      throw context.error(`Schema error: Schema contains duplicate unqualified field name ${name}`, ident.span);
    seen.add(index);
    return index;
  });
}

/** VALUES may say DEFAULT, which is NULL of the column's type here; any other source is a plain query. */
function bindSource(source: Query, positions: readonly number[], target: Target, level: QueryLevel): LogicalPlan {
  if (source.body.kind !== 'Values' || source.with !== undefined) return bindQuery(source, level);
  const isDefault = (expr: SqlExpr): boolean =>
    expr.kind === 'Name' &&
    expr.parts.length === 1 &&
    !expr.parts[0]!.quoted &&
    expr.parts[0]!.value.toLowerCase() === 'default';
  if (!source.body.rows.some((row) => row.some(isDefault))) return bindQuery(source, level);
  for (const row of source.body.rows) {
    for (const [index, expr] of row.entries()) {
      const field = target.columns[positions[index] ?? -1];
      if (isDefault(expr) && field !== undefined && !field.nullable) {
        throw level.context.error(`Column '${field.name}' has no default value and cannot be NULL`, expr.span);
      }
    }
  }
  const rows = source.body.rows.map((row) =>
    row.map((expr): SqlExpr => (isDefault(expr) ? { kind: 'Null', span: expr.span } : expr)),
  );
  if (source.orderBy !== undefined || source.limit !== undefined || source.offset !== undefined) {
    return bindQuery({ ...source, body: { ...source.body, rows } }, level);
  }
  return bindValues({ ...source.body, rows }, level);
}

/** The table's rows that a condition holds for, under the table's name or its alias. */
function bindAffected(
  target: Target,
  alias: TableAlias | undefined,
  where: SqlExpr | undefined,
  span: Span,
  level: QueryLevel,
): { readonly plan: LogicalPlan; readonly scope: Scope } {
  const { context } = level;
  const scan: LogicalPlan = { kind: 'TableScan', tableName: target.reference, source: target.source, filters: [] };
  const table = applyAlias(scan, alias, span, level);
  const scope: Scope = { level, schema: schemaOf(table), merged: [] };
  if (where === undefined) return { plan: table, scope };
  const predicate = bindExpr(where, scope);
  return { plan: context.located(where.span, () => filterPlan(table, predicate, context.functions)), scope };
}

export function bindUpdate(statement: Update, level: QueryLevel): LogicalPlan {
  const { context } = level;
  if (statement.from.length > 0) throw new NotYetSupportedError('UPDATE ... FROM');
  if (statement.returning) throw new NotYetSupportedError('UPDATE ... RETURNING');
  const target = bindTarget(statement.table, statement.span, level);
  const { plan, scope } = bindAffected(target, statement.alias, statement.where, statement.span, level);
  const values = new Map<number, Expr>();
  for (const one of statement.assignments) {
    const name = context.name(one.target[one.target.length - 1]!);
    const index = target.columns.findIndex((field) => field.name === name);
    if (index < 0)
      throw context.error(
        `Schema error: No field named ${name}. Valid fields are ${target.columns.map((field) => field.name).join(', ')}.`,
        one.span,
      );
    if (values.has(index)) throw context.error(`Column '${name}' is assigned twice`, one.span);
    const { type } = target.columns[index]!;
    const value = one.value.kind === 'Default' ? typedLiteral(type, null) : bindExpr(one.value, scope);
    const given = context.located(one.span, () =>
      exprType(value, { schema: scope.schema, functions: context.functions }),
    );
    values.set(index, dataTypeEquals(given, type) ? value : cast(value, type));
  }
  const exprs = target.columns.map((field, index) => {
    const value = values.get(index);
    return alias(value ?? columnAt(scope.schema, index), field.name);
  });
  const input = context.located(statement.span, () => projectPlan(plan, exprs, context.functions));
  return { kind: 'Dml', operation: 'update', tableName: target.reference, target: target.source, input };
}

export function bindDelete(statement: Delete, level: QueryLevel): LogicalPlan {
  if (statement.using.length > 0) throw new NotYetSupportedError('DELETE ... USING');
  if (statement.returning) throw new NotYetSupportedError('DELETE ... RETURNING');
  const target = bindTarget(statement.table, statement.span, level);
  const { plan } = bindAffected(target, statement.alias, statement.where, statement.span, level);
  return { kind: 'Dml', operation: 'delete', tableName: target.reference, target: target.source, input: plan };
}

export function bindTruncate(statement: Truncate, level: QueryLevel): LogicalPlan {
  const { context } = level;
  const [name, ...more] = statement.tables;
  if (more.length > 0) throw context.error('TRUNCATE takes one table', more[0]![0]!.span);
  if (statement.cascade) throw new NotYetSupportedError('TRUNCATE ... CASCADE');
  const target = bindTarget(name!, statement.span, level);
  const fields = target.columns.map((field) => ({ field }));
  const input: LogicalPlan = { kind: 'EmptyRelation', produceOneRow: false, schema: { fields } };
  return { kind: 'Dml', operation: 'truncate', tableName: target.reference, target: target.source, input };
}
