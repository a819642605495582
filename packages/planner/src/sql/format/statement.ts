import { unreachable } from '@ballista-ts/core';
import type { SqlExpr } from '../ast/expr.js';
import type { BeginTransaction, Explain, ShowFilter } from '../ast/session.js';
import type { Statement } from '../ast/statement.js';
import {
  formatCreateExternalTable,
  formatCreateFunction,
  formatCreateIndex,
  formatCreateTable,
  formatCreateView,
  formatDrop,
} from './ddl.js';
import { formatCopyTo, formatDelete, formatInsert, formatMerge, formatTruncate, formatUpdate } from './dml.js';
import { formatExpression } from './expression.js';
import { formatQuery } from './query.js';
import { formatDataType, formatIdent, formatName, quoteString, words } from './text.js';

/** A statement as SQL on one line. Parsing the result gives an equal statement, positions aside. */
export function formatStatement(statement: Statement): string {
  switch (statement.kind) {
    case 'Query':
      return formatQuery(statement);
    case 'Insert':
      return formatInsert(statement);
    case 'CopyTo':
      return formatCopyTo(statement);
    case 'Update':
      return formatUpdate(statement);
    case 'Delete':
      return formatDelete(statement);
    case 'Truncate':
      return formatTruncate(statement);
    case 'Merge':
      return formatMerge(statement);
    case 'CreateTable':
      return formatCreateTable(statement);
    case 'CreateExternalTable':
      return formatCreateExternalTable(statement);
    case 'CreateView':
      return formatCreateView(statement);
    case 'CreateSchema':
      return words('CREATE SCHEMA', statement.ifNotExists && 'IF NOT EXISTS', formatName(statement.name));
    case 'CreateDatabase':
      return words('CREATE DATABASE', statement.ifNotExists && 'IF NOT EXISTS', formatName(statement.name));
    case 'CreateFunction':
      return formatCreateFunction(statement);
    case 'CreateIndex':
      return formatCreateIndex(statement);
    case 'Drop':
      return formatDrop(statement);
    case 'Explain':
      return formatExplain(statement);
    case 'Describe':
      return `DESCRIBE ${statement.target.kind === 'Table' ? formatName(statement.target.name) : formatQuery(statement.target)}`;
    case 'SetVariable':
      return words(
        'SET',
        statement.scope,
        formatName(statement.name),
        '=',
        statement.values.map(formatSetValue).join(', '),
      );
    case 'ResetVariable':
      return `RESET ${statement.name === undefined ? 'ALL' : formatName(statement.name)}`;
    case 'ShowVariable':
      return words(
        'SHOW',
        statement.name === undefined ? 'ALL' : formatName(statement.name),
        statement.verbose && 'VERBOSE',
      );
    case 'ShowTables':
      return words(
        'SHOW',
        statement.full && 'FULL',
        'TABLES',
        statement.from && `FROM ${formatName(statement.from)}`,
        formatFilter(statement.filter),
      );
    case 'ShowColumns':
      return words(
        'SHOW',
        statement.extended && 'EXTENDED',
        statement.full && 'FULL',
        `COLUMNS FROM ${formatName(statement.table)}`,
        formatFilter(statement.filter),
      );
    case 'ShowCreate':
      return `SHOW CREATE ${statement.target} ${formatName(statement.name)}`;
    case 'ShowFunctions':
      return words('SHOW FUNCTIONS', formatFilter(statement.filter));
    case 'Prepare': {
      const types = statement.types.length === 0 ? '' : `(${statement.types.map(formatDataType).join(', ')})`;
      return `PREPARE ${formatIdent(statement.name)}${types} AS ${formatStatement(statement.statement)}`;
    }
    case 'Execute': {
      const args = statement.args.length === 0 ? '' : `(${statement.args.map(formatExpression).join(', ')})`;
      return `EXECUTE ${formatIdent(statement.name)}${args}`;
    }
    case 'Deallocate':
      return `DEALLOCATE ${statement.name === undefined ? 'ALL' : formatIdent(statement.name)}`;
    case 'BeginTransaction':
      return formatBegin(statement);
    case 'EndTransaction':
      return words(statement.conclusion, statement.chain && 'AND CHAIN');
    default:
      return unreachable(statement, 'statement');
  }
}

/** Words that are reserved elsewhere are plain values here, so a lone name is written as it is. */
const formatSetValue = (value: SqlExpr): string => formatExpression(value);

function formatExplain(explain: Explain): string {
  const options = explain.options.map((one) => words(one.name, one.value !== undefined && quoteString(one.value)));
  return words(
    'EXPLAIN',
    options.length > 0 && `(${options.join(', ')})`,
    explain.analyze && 'ANALYZE',
    explain.verbose && 'VERBOSE',
    explain.format !== undefined && `FORMAT ${quoteString(explain.format)}`,
    formatStatement(explain.statement),
  );
}

function formatFilter(filter: ShowFilter | undefined): string | undefined {
  if (filter === undefined) return undefined;
  if (filter.kind === 'Where') return `WHERE ${formatExpression(filter.expr)}`;
  return `${filter.kind.toUpperCase()} ${quoteString(filter.pattern)}`;
}

const formatBegin = (of: BeginTransaction): string =>
  words(
    'BEGIN TRANSACTION',
    [of.isolationLevel && `ISOLATION LEVEL ${of.isolationLevel}`, of.accessMode]
      .filter((one) => one !== undefined)
      .join(', '),
  );
