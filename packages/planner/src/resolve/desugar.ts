import { PlanError, type SessionConfig } from '@ballista-ts/core';
import type { ObjectName } from '../sql/ast/common.js';
import type { Query } from '../sql/ast/query.js';
import type { ShowColumns, ShowFilter } from '../sql/ast/session.js';
import type { Statement } from '../sql/ast/statement.js';
import { formatExpression } from '../sql/format/expression.js';
import { quoteString } from '../sql/format/text.js';
import { parseStatements } from '../sql/parser/statement.js';
import { toTableReference } from './identifiers.js';
import { sqlLocationError } from './location.js';
import { fullReference } from './resolved-statement.js';

interface Environment {
  readonly config: SessionConfig;
  readonly defaultCatalog: string;
  readonly defaultSchema: string;
}

/** Statements that only read the catalog, as the queries over information_schema that they stand for. */
export function desugarShow(statement: Statement, environment: Environment): Statement {
  switch (statement.kind) {
    case 'ShowTables':
      requireInformationSchema('SHOW TABLES', environment);
      if (statement.full || statement.from !== undefined || statement.filter !== undefined) {
        throw sqlLocationError(
          'SHOW TABLES takes no FULL, FROM, LIKE or WHERE: query information_schema.tables',
          statement.span,
        );
      }
      return query('SELECT * FROM information_schema.tables');
    case 'ShowColumns':
      requireInformationSchema('SHOW COLUMNS', environment);
      return showColumns(statement, environment);
    case 'ShowCreate': {
      requireInformationSchema(`SHOW CREATE ${statement.target}`, environment);
      return query(
        `SELECT table_catalog, table_schema, table_name, definition FROM information_schema.views WHERE ${ofTable(statement.name, environment)}`,
      );
    }
    case 'ShowFunctions':
      requireInformationSchema('SHOW FUNCTIONS', environment);
      return showFunctions(statement.filter);
    case 'ShowVariable': {
      requireInformationSchema('SHOW [VARIABLE]', environment);
      const columns = statement.verbose ? 'name, value, description' : 'name, value';
      if (statement.name === undefined)
        return query(`SELECT ${columns} FROM information_schema.df_settings ORDER BY name`);
      const key = variableName(statement.name);
      if (![...environment.config.registry.keys()].some((one) => one === key)) {
        throw sqlLocationError(`'${key}' is not a variable which can be viewed with 'SHOW'`, statement.span);
      }
      return query(`SELECT ${columns} FROM information_schema.df_settings WHERE name = ${quoteString(key)}`);
    }
    default:
      return statement;
  }
}

/** The configuration key that a SET, SHOW or RESET names. Keys are lower case; the time zone has short names. */
export function variableName(name: ObjectName): string {
  const key = name.map((part) => (part.quoted ? part.value : part.value.toLowerCase())).join('.');
  return key === 'timezone' || key === 'time.zone' ? 'datafusion.execution.time_zone' : key;
}

function query(sql: string): Query {
  const [statement] = parseStatements(sql);
  if (statement?.kind !== 'Query') throw new PlanError('a SHOW statement stands for a query');
  return statement;
}

function requireInformationSchema(what: string, { config }: Environment): void {
  if (!config.get('datafusion.catalog.information_schema')) {
    throw new PlanError(`${what} is not supported unless information_schema is enabled`);
  }
}

function ofTable(name: ObjectName, environment: Environment): string {
  const foldCase = environment.config.get('datafusion.sql_parser.enable_ident_normalization');
  const full = fullReference(toTableReference(name, { foldCase }), environment);
  return `table_catalog = ${quoteString(full.catalog)} AND table_schema = ${quoteString(full.schema)} AND table_name = ${quoteString(full.table)}`;
}

function showColumns(statement: ShowColumns, environment: Environment): Query {
  if (statement.filter !== undefined)
    throw sqlLocationError('SHOW COLUMNS takes no LIKE or WHERE: query information_schema.columns', statement.span);
  const columns =
    statement.full || statement.extended
      ? '*'
      : 'table_catalog, table_schema, table_name, column_name, data_type, is_nullable';
  return query(
    `SELECT ${columns} FROM information_schema.columns WHERE ${ofTable(statement.table, environment)} ORDER BY ordinal_position`,
  );
}

/** One row per signature of a function: its inputs gathered, its result beside them. */
function showFunctions(filter: ShowFilter | undefined): Query {
  const where =
    filter === undefined
      ? ''
      : filter.kind === 'Where'
        ? ` WHERE ${formatExpression(filter.expr)}`
        : ` WHERE function_name ${filter.kind.toUpperCase()} ${quoteString(filter.pattern)}`;
  return query(`
    SELECT function_name, return_type, parameters, parameter_types, function_type, description, syntax_example
    FROM (
      SELECT DISTINCT signature.function_name, signature.return_type, signature.parameters, signature.parameter_types,
        routine.function_type, routine.description, routine.syntax_example
      FROM (
        SELECT input.specific_name AS function_name, output.data_type AS return_type,
          array_agg(input.parameter_name ORDER BY input.ordinal_position) AS parameters,
          array_agg(input.data_type ORDER BY input.ordinal_position) AS parameter_types
        FROM information_schema.parameters AS input
        JOIN information_schema.parameters AS output
          ON input.specific_catalog = output.specific_catalog AND input.specific_schema = output.specific_schema
          AND input.specific_name = output.specific_name AND input.rid = output.rid
        WHERE input.parameter_mode = 'IN' AND output.parameter_mode = 'OUT'
        GROUP BY input.specific_name, output.data_type, input.rid
      ) AS signature
      JOIN information_schema.routines AS routine ON signature.function_name = routine.routine_name
    ) AS functions${where}`);
}
