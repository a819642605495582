import type {
  AssignedValue,
  Assignment,
  CopyTo,
  Delete,
  Insert,
  Merge,
  MergeClause,
  Truncate,
  Update,
} from '../ast/dml.js';
import { formatOptions, quoteIfNeeded } from './ddl.js';
import { formatExpression } from './expression.js';
import { formatAlias, formatFactor, formatFrom, formatQuery } from './query.js';
import { formatIdents, formatName, quoteString, words } from './text.js';

export const formatInsert = (of: Insert): string =>
  words(
    of.mode === 'REPLACE' ? 'REPLACE INTO' : `INSERT ${of.mode}`,
    formatName(of.table),
    of.columns.length > 0 && `(${formatIdents(of.columns)})`,
    of.source === undefined ? 'DEFAULT VALUES' : formatQuery(of.source),
  );

export const formatCopyTo = (of: CopyTo): string =>
  words(
    'COPY',
    of.source.kind === 'Table' ? formatName(of.source.name) : `(${formatQuery(of.source)})`,
    `TO ${quoteString(of.target)}`,
    of.storedAs !== undefined && `STORED AS ${quoteIfNeeded(of.storedAs)}`,
    of.partitionedBy.length > 0 && `PARTITIONED BY (${formatIdents(of.partitionedBy)})`,
    formatOptions(of.options),
  );

const formatValue = (value: AssignedValue): string => (value.kind === 'Default' ? 'DEFAULT' : formatExpression(value));
const formatAssignments = (assignments: readonly Assignment[]): string =>
  assignments.map((one) => `${formatName(one.target)} = ${formatValue(one.value)}`).join(', ');

export const formatUpdate = (of: Update): string =>
  words(
    'UPDATE',
    formatName(of.table),
    formatAlias(of.alias),
    `SET ${formatAssignments(of.assignments)}`,
    of.from.length > 0 && `FROM ${formatFrom(of.from)}`,
    of.where && `WHERE ${formatExpression(of.where)}`,
    of.returning && 'RETURNING *',
  );

export const formatDelete = (of: Delete): string =>
  words(
    'DELETE FROM',
    formatName(of.table),
    formatAlias(of.alias),
    of.using.length > 0 && `USING ${formatFrom(of.using)}`,
    of.where && `WHERE ${formatExpression(of.where)}`,
    of.returning && 'RETURNING *',
  );

export const formatTruncate = (of: Truncate): string =>
  words('TRUNCATE TABLE', of.tables.map(formatName).join(', '), of.cascade && 'CASCADE');

export const formatMerge = (of: Merge): string =>
  words(
    'MERGE INTO',
    formatName(of.table),
    formatAlias(of.alias),
    `USING ${formatFactor(of.source)}`,
    `ON ${formatExpression(of.on)}`,
    ...of.clauses.map(formatMergeClause),
  );

function formatMergeClause({ match, condition, action }: MergeClause): string {
  const head = words('WHEN', match, condition && `AND ${formatExpression(condition)}`, 'THEN');
  switch (action.kind) {
    case 'MergeUpdate':
      return `${head} UPDATE SET ${formatAssignments(action.assignments)}`;
    case 'MergeDelete':
      return `${head} DELETE`;
    case 'MergeInsert':
      return words(
        head,
        'INSERT',
        action.columns.length > 0 && `(${formatIdents(action.columns)})`,
        `VALUES (${action.values.map(formatValue).join(', ')})`,
      );
  }
}
