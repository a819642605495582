import {
  alias,
  type CreateExternalTablePlan,
  cast,
  column,
  dataTypeEquals,
  type Expr,
  type Field,
  type LogicalPlan,
  NotYetSupportedError,
  type Schema,
  type SortExpr,
  schemaOf,
  type TableReference,
} from '@ballista-ts/core';
import type { ObjectName } from '../../sql/ast/common.js';
import type {
  ColumnDef,
  CreateExternalTable,
  CreateSchema,
  CreateTable,
  CreateView,
  Drop,
  SqlOption,
  TableConstraint,
} from '../../sql/ast/ddl.js';
import type { Query } from '../../sql/ast/query.js';
import { formatStatement } from '../../sql/format/statement.js';
import { bindDataType } from '../data-type.js';
import { bindExpr } from '../expression/bind-expr.js';
import { bindSortItems } from '../expression/bind-function.js';
import { projectPlan, renameColumns } from '../plan-builder.js';
import { bindQuery } from '../query.js';
import type { QueryLevel, Scope } from '../scope.js';

/** Columns as declared. */
function bindColumns(columns: readonly ColumnDef[], level: QueryLevel): Field[] {
  const { context } = level;
  const seen = new Set<string>();
  return columns.map((one) => {
    const name = context.name(one.name);
    if (seen.has(name))
      throw context.error(`Schema error: Schema contains duplicate unqualified field name ${name}`, one.span);
    seen.add(name);
    return { name, type: bindDataType(one.type, context), nullable: one.nullable !== false && !one.primaryKey };
  });
}

/** Constraints are promises that the engine does not check, except NOT NULL; those that would have to be enforced are refused. */
function rejectConstraints(columns: readonly ColumnDef[], constraints: readonly TableConstraint[]): void {
  if (columns.some((one) => one.check !== undefined) || constraints.some((one) => one.kind === 'Check')) {
    throw new NotYetSupportedError('CHECK constraint');
  }
  if (columns.some((one) => one.references !== undefined) || constraints.some((one) => one.kind === 'ForeignKey')) {
    throw new NotYetSupportedError('FOREIGN KEY constraint');
  }
}

export function bindCreateTable(statement: CreateTable, level: QueryLevel): LogicalPlan {
  const { context } = level;
  if (statement.temporary) throw new NotYetSupportedError('CREATE TEMPORARY TABLE');
  rejectConstraints(statement.columns, statement.constraints);
  if (statement.orReplace && statement.ifNotExists)
    throw context.error("'IF NOT EXISTS' cannot coexist with 'REPLACE'", statement.span);
  if (statement.columns.some((one) => one.default !== undefined))
    throw new NotYetSupportedError('DEFAULT in CREATE TABLE');
  const fields = bindColumns(statement.columns, level);
  const { query } = statement;
  if (query === undefined && statement.columns.length === 0 && statement.constraints.length > 0) {
    throw context.error('A table with constraints needs columns', statement.span);
  }
  const input: LogicalPlan =
    query === undefined
      ? { kind: 'EmptyRelation', produceOneRow: false, schema: { fields: fields.map((field) => ({ field })) } }
      : fields.length === 0
        ? bindQuery(query, level)
        : context.located(statement.span, () => castToColumns(bindQuery(query, level), fields, level));
  return {
    kind: 'CreateMemoryTable',
    name: context.tableReference(statement.name),
    ifNotExists: statement.ifNotExists,
    orReplace: statement.orReplace,
    input,
  };
}

/** The rows of a query under declared names and types. */
export function castToColumns(input: LogicalPlan, fields: readonly Field[], level: QueryLevel): LogicalPlan {
  const { functions } = level.context;
  const renamed = renameColumns(
    input,
    fields.map((one) => one.name),
    functions,
  );
  const schema = schemaOf(renamed);
  const exprs = schema.fields.map((one, index): Expr => {
    const own = column(one.field.name);
    const { type } = fields[index]!;
    return dataTypeEquals(one.field.type, type) ? own : alias(cast(own, type), one.field.name);
  });
  return projectPlan(renamed, exprs, functions);
}

export function bindSelectInto(query: Query, level: QueryLevel): LogicalPlan {
  if (query.body.kind !== 'Select') throw new NotYetSupportedError('SELECT INTO in a set operation');
  const { into, ...select } = query.body;
  const input = bindQuery({ ...query, body: select }, level);
  return {
    kind: 'CreateMemoryTable',
    name: level.context.tableReference(into!),
    ifNotExists: false,
    orReplace: false,
    input,
  };
}

export function bindCreateView(statement: CreateView, level: QueryLevel): LogicalPlan {
  const { context } = level;
  if (statement.materialized) throw new NotYetSupportedError('CREATE MATERIALIZED VIEW');
  if (statement.temporary) throw new NotYetSupportedError('CREATE TEMPORARY VIEW');
  if (statement.ifNotExists) throw new NotYetSupportedError('CREATE VIEW IF NOT EXISTS');
  const plan = bindQuery(statement.query, level);
  const input =
    statement.columns.length === 0
      ? plan
      : context.located(statement.span, () =>
          renameColumns(
            plan,
            statement.columns.map((one) => context.name(one)),
            context.functions,
          ),
        );
  return {
    kind: 'CreateView',
    name: context.tableReference(statement.name),
    orReplace: statement.orReplace,
    temporary: false,
    input,
    definition: formatStatement(statement),
  };
}

export function bindCreateExternalTable(statement: CreateExternalTable, level: QueryLevel): CreateExternalTablePlan {
  const { context } = level;
  rejectConstraints(statement.columns, statement.constraints);
  const declared = bindColumns(statement.columns, level);
  const partitions = statement.partitionedBy.map((one) => ({
    name: context.name(one.name),
    type: one.type === undefined ? undefined : bindDataType(one.type, context),
    span: one.name.span,
  }));
  for (const one of partitions) {
    if (one.type !== undefined && declared.some((field) => field.name === one.name)) {
      throw context.error(`The partition column ${one.name} is declared twice`, one.span);
    }
  }
  const typed = partitions.flatMap((one): Field[] =>
    one.type === undefined ? [] : [{ name: one.name, type: one.type, nullable: true }],
  );
  const schema: Schema = { fields: [...declared, ...typed] };
  const columnDefaults = new Map<string, Expr>();
  for (const one of statement.columns) {
    if (one.default !== undefined)
      columnDefaults.set(context.name(one.name), bindExpr(one.default, columnlessScope(level)));
  }
  return {
    kind: 'CreateExternalTable',
    name: context.tableReference(statement.name),
    locations: statement.locations,
    fileType: statement.fileType,
    schema,
    partitionColumns: partitions.map((one) => one.name),
    ifNotExists: statement.ifNotExists,
    orReplace: statement.orReplace,
    temporary: statement.temporary,
    unbounded: statement.unbounded,
    orders: bindOrders(statement, schema, level),
    options: bindOptions(statement.options, level),
    columnDefaults,
    definition: formatStatement(statement),
  };
}

const columnlessScope = (level: QueryLevel): Scope => ({ level, schema: { fields: [] }, merged: [] });

/** Sort keys over the declared columns. Without declared columns names stay as written: the files will tell. */
function bindOrders(statement: CreateExternalTable, schema: Schema, level: QueryLevel): SortExpr[][] {
  const { context } = level;
  return statement.orders.map((items) => {
    if (schema.fields.length > 0) {
      return bindSortItems(items, { level, schema: { fields: schema.fields.map((field) => ({ field })) }, merged: [] });
    }
    return items.map((item): SortExpr => {
      if (item.expr.kind !== 'Name' || item.expr.parts.length !== 1) {
        throw context.error('WITH ORDER takes names of columns where the table declares none', item.expr.span);
      }
      const asc = item.direction !== 'DESC';
      const nullsFirst = item.nulls === undefined ? context.nullsFirst(asc) : item.nulls === 'FIRST';
      return { expr: column(context.name(item.expr.parts[0]!)), asc, nullsFirst };
    });
  });
}

/** OPTIONS as pairs. Keys are lower case; one without a prefix of its own gets `format.`; a repeated key is an error. */
export function bindOptions(options: readonly SqlOption[], level: QueryLevel): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  for (const { key, value, span } of options) {
    // What follows `::` is the name of a column, whose case matters.
    const [name, ...rest] = key.split('::');
    const folded = [name!.toLowerCase(), ...rest].join('::');
    const full = folded.includes('.') ? folded : `format.${folded}`;
    if (pairs.has(full)) throw level.context.error(`Option ${key} is specified multiple times`, span);
    pairs.set(full, value);
  }
  return pairs;
}

export function bindCreateSchema(statement: CreateSchema, level: QueryLevel): LogicalPlan {
  return { kind: 'CreateCatalogSchema', ...schemaName(statement.name, level), ifNotExists: statement.ifNotExists };
}

function schemaName(name: ObjectName, level: QueryLevel): { catalog?: string; schemaName: string } {
  const { context } = level;
  const [schema, catalog, ...more] = [...name].reverse().map((part) => context.name(part));
  if (more.length > 0) throw context.error('The name of a schema has one or two parts', name[0]!.span);
  return { ...(catalog !== undefined && { catalog }), schemaName: schema! };
}

export function bindDrop(statement: Drop, level: QueryLevel): LogicalPlan {
  const { context } = level;
  const [name, ...more] = statement.names;
  if (more.length > 0) throw context.error('DROP takes one name', more[0]![0]!.span);
  const { ifExists, cascade } = statement;
  switch (statement.target) {
    case 'TABLE':
    case 'VIEW': {
      const reference: TableReference = context.tableReference(name!);
      return { kind: statement.target === 'TABLE' ? 'DropTable' : 'DropView', name: reference, ifExists };
    }
    case 'SCHEMA':
      return { kind: 'DropCatalogSchema', ...schemaName(name!, level), ifExists, cascade };
    case 'DATABASE':
      throw new NotYetSupportedError('DROP DATABASE');
    case 'FUNCTION':
      throw new NotYetSupportedError('DROP FUNCTION');
    case 'INDEX':
      throw new NotYetSupportedError('DROP INDEX');
  }
}
