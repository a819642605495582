import type {
  ColumnDef,
  CreateExternalTable,
  CreateFunction,
  CreateIndex,
  CreateTable,
  CreateView,
  Drop,
  ForeignKeyTarget,
  SqlOption,
  TableConstraint,
} from '../ast/ddl.js';
import { formatExpression, formatOrderBy } from './expression.js';
import { formatQuery } from './query.js';
import { formatDataType, formatIdent, formatIdents, formatName, quoteString, words } from './text.js';

function formatColumnDef(column: ColumnDef): string {
  return words(
    formatIdent(column.name),
    formatDataType(column.type),
    column.nullable !== undefined && (column.nullable ? 'NULL' : 'NOT NULL'),
    column.default && `DEFAULT ${formatExpression(column.default)}`,
    column.primaryKey && 'PRIMARY KEY',
    column.unique && 'UNIQUE',
    column.check && `CHECK (${formatExpression(column.check)})`,
    column.references && `REFERENCES ${formatTarget(column.references)}`,
  );
}

const formatTarget = (target: ForeignKeyTarget): string =>
  words(formatName(target.table), target.columns.length > 0 && `(${formatIdents(target.columns)})`);

function formatConstraint(constraint: TableConstraint): string {
  const name = constraint.name && `CONSTRAINT ${formatIdent(constraint.name)}`;
  switch (constraint.kind) {
    case 'PrimaryKey':
      return words(name, `PRIMARY KEY (${formatIdents(constraint.columns)})`);
    case 'Unique':
      return words(name, `UNIQUE (${formatIdents(constraint.columns)})`);
    case 'ForeignKey':
      return words(
        name,
        `FOREIGN KEY (${formatIdents(constraint.columns)}) REFERENCES ${formatTarget(constraint.target)}`,
      );
    case 'Check':
      return words(name, `CHECK (${formatExpression(constraint.expr)})`);
  }
}

function formatElements(columns: readonly ColumnDef[], constraints: readonly TableConstraint[]): string | undefined {
  const elements = [...columns.map(formatColumnDef), ...constraints.map(formatConstraint)];
  return elements.length === 0 ? undefined : `(${elements.join(', ')})`;
}

export const formatOptions = (options: readonly SqlOption[]): string | undefined =>
  options.length === 0
    ? undefined
    : `OPTIONS (${options.map(({ key, value }) => `${quoteString(key)} ${quoteString(value)}`).join(', ')})`;

export const formatCreateTable = (of: CreateTable): string =>
  words(
    'CREATE',
    of.orReplace && 'OR REPLACE',
    of.temporary && 'TEMPORARY',
    'TABLE',
    of.ifNotExists && 'IF NOT EXISTS',
    formatName(of.name),
    formatElements(of.columns, of.constraints),
    of.query && `AS ${formatQuery(of.query)}`,
  );

export function formatCreateExternalTable(of: CreateExternalTable): string {
  const locations = of.locations.map(quoteString);
  const partitions = of.partitionedBy.map((one) => words(formatIdent(one.name), one.type && formatDataType(one.type)));
  return words(
    'CREATE',
    of.orReplace && 'OR REPLACE',
    of.unbounded && 'UNBOUNDED',
    'EXTERNAL',
    of.temporary && 'TEMPORARY',
    'TABLE',
    of.ifNotExists && 'IF NOT EXISTS',
    formatName(of.name),
    formatElements(of.columns, of.constraints),
    `STORED AS ${quoteIfNeeded(of.fileType)}`,
    `LOCATION ${locations.length === 1 ? locations[0]! : `(${locations.join(', ')})`}`,
    partitions.length > 0 && `PARTITIONED BY (${partitions.join(', ')})`,
    ...of.orders.map((order) => `WITH ORDER (${formatOrderBy(order)})`),
    formatOptions(of.options),
  );
}
export const quoteIfNeeded = (word: string): string => (/^[A-Z_][A-Z0-9_]*$/.test(word) ? word : quoteString(word));

export const formatCreateView = (of: CreateView): string =>
  words(
    'CREATE',
    of.orReplace && 'OR REPLACE',
    of.temporary && 'TEMPORARY',
    of.materialized && 'MATERIALIZED',
    'VIEW',
    of.ifNotExists && 'IF NOT EXISTS',
    formatName(of.name),
    of.columns.length > 0 && `(${formatIdents(of.columns)})`,
    `AS ${formatQuery(of.query)}`,
  );

export function formatCreateFunction(of: CreateFunction): string {
  const args = of.args.map((arg) =>
    words(
      arg.name && formatIdent(arg.name),
      formatDataType(arg.type),
      arg.default && `DEFAULT ${formatExpression(arg.default)}`,
    ),
  );
  return words(
    'CREATE',
    of.orReplace && 'OR REPLACE',
    of.temporary && 'TEMPORARY',
    'FUNCTION',
    of.ifNotExists && 'IF NOT EXISTS',
    `${formatName(of.name)}(${args.join(', ')})`,
    of.returns && `RETURNS ${formatDataType(of.returns)}`,
    of.language && `LANGUAGE ${formatIdent(of.language)}`,
    of.behavior,
    of.body && `${of.body.kind === 'Return' ? 'RETURN' : 'AS'} ${formatExpression(of.body.expr)}`,
  );
}

export const formatCreateIndex = (of: CreateIndex): string =>
  words(
    'CREATE',
    of.unique && 'UNIQUE',
    'INDEX',
    of.ifNotExists && 'IF NOT EXISTS',
    of.name && formatName(of.name),
    `ON ${formatName(of.table)}`,
    of.using && `USING ${formatIdent(of.using)}`,
    `(${formatOrderBy(of.columns)})`,
  );

export const formatDrop = (of: Drop): string =>
  words('DROP', of.target, of.ifExists && 'IF EXISTS', of.names.map(formatName).join(', '), of.cascade && 'CASCADE');
