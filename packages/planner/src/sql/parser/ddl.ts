import type { CreateFunction, CreateIndex, CreateTable, CreateView, Drop } from '../ast/ddl.js';
import type { SqlExpr } from '../ast/expr.js';
import type { Query } from '../ast/query.js';
import type { Statement } from '../ast/statement.js';
import { parseTableElements } from './columns.js';
import { parseCreateExternalTable } from './create-external-table.js';
import { parseDataType } from './data-type.js';
import { parseExpr, parseOrderByItem } from './expression.js';
import type { Parser } from './parser.js';
import { parseQuery } from './query.js';

interface CreatePrefix {
  readonly orReplace: boolean;
  readonly temporary: boolean;
  readonly span: Statement['span'];
}

/** Parses every CREATE statement. */
export function parseCreate(p: Parser): Statement {
  const span = p.span();
  p.expectKeyword('CREATE');
  const orReplace = p.acceptKeyword('OR', 'REPLACE');
  if (p.keyword() === 'UNBOUNDED' || p.keyword() === 'EXTERNAL') {
    const unbounded = p.acceptKeyword('UNBOUNDED');
    p.expectKeyword('EXTERNAL');
    return parseCreateExternalTable(p, { orReplace, unbounded, span });
  }
  for (const word of ['GLOBAL', 'LOCAL', 'TRANSIENT', 'VOLATILE', 'UNLOGGED']) {
    if (p.keyword() === word) p.notYet(`CREATE ${word} TABLE`);
  }
  const temporary = p.acceptAny('TEMP', 'TEMPORARY') !== undefined;
  const prefix: CreatePrefix = { orReplace, temporary, span };
  switch (p.keyword()) {
    case 'TABLE':
      return parseCreateTable(p, prefix);
    case 'VIEW':
    case 'MATERIALIZED':
      return parseCreateView(p, prefix);
    case 'FUNCTION':
      return parseCreateFunction(p, prefix);
  }
  if (orReplace) return p.fail('TABLE, EXTERNAL TABLE, VIEW or FUNCTION after CREATE OR REPLACE');
  switch (p.keyword()) {
    case 'SCHEMA': {
      p.next();
      const ifNotExists = p.acceptKeyword('IF', 'NOT', 'EXISTS');
      if (p.keyword() === 'AUTHORIZATION') p.notYet('CREATE SCHEMA AUTHORIZATION');
      return { kind: 'CreateSchema', ifNotExists, name: p.objectName('a schema name'), span };
    }
    case 'DATABASE': {
      p.next();
      const ifNotExists = p.acceptKeyword('IF', 'NOT', 'EXISTS');
      return { kind: 'CreateDatabase', ifNotExists, name: p.objectName('a database name'), span };
    }
    case 'INDEX':
    case 'UNIQUE':
      return parseCreateIndex(p, span);
  }
  for (const object of [
    'TYPE',
    'SEQUENCE',
    'ROLE',
    'MACRO',
    'TRIGGER',
    'POLICY',
    'EXTENSION',
    'STAGE',
    'SECRET',
    'USER',
  ]) {
    if (p.keyword() === object) p.notYet(`CREATE ${object}`);
  }
  return p.fail('an object type after CREATE');
}

function parseCreateTable(p: Parser, { orReplace, temporary, span }: CreatePrefix): CreateTable {
  p.expectKeyword('TABLE');
  const ifNotExists = p.acceptKeyword('IF', 'NOT', 'EXISTS');
  const name = p.objectName('a table name');
  if (p.keyword() === 'LIKE' || p.keyword() === 'CLONE') p.notYet(`CREATE TABLE ... ${p.keyword()}`);
  if (p.isOp('(') && p.keyword(1) === 'LIKE') p.notYet('CREATE TABLE ... LIKE');
  const { columns, constraints } = parseTableElements(p);
  for (const word of [
    'WITH',
    'PARTITION',
    'PARTITIONED',
    'COMMENT',
    'ENGINE',
    'CLUSTER',
    'LOCATION',
    'STORED',
    'OPTIONS',
    'USING',
    'ON',
    'ORDER',
    'PRIMARY',
  ]) {
    if (p.keyword() === word) p.notYet(`CREATE TABLE ... ${word}`);
  }
  const query: Query | undefined = p.acceptKeyword('AS') ? parseQuery(p) : undefined;
  return {
    kind: 'CreateTable',
    orReplace,
    temporary,
    ifNotExists,
    name,
    columns,
    constraints,
    ...(query !== undefined && { query }),
    span,
  };
}

function parseCreateView(p: Parser, { orReplace, temporary, span }: CreatePrefix): CreateView {
  const materialized = p.acceptKeyword('MATERIALIZED');
  p.expectKeyword('VIEW');
  const ifNotExists = p.acceptKeyword('IF', 'NOT', 'EXISTS');
  const name = p.objectName('a view name');
  const columns = p.isOp('(') ? p.identifierList() : [];
  if (p.keyword() === 'WITH' || p.keyword() === 'COMMENT' || p.keyword() === 'CLUSTER')
    p.notYet(`CREATE VIEW ... ${p.keyword()}`);
  p.expectKeyword('AS');
  const query = parseQuery(p);
  return { kind: 'CreateView', orReplace, temporary, materialized, ifNotExists, name, columns, query, span };
}

function parseCreateFunction(p: Parser, { orReplace, temporary, span }: CreatePrefix): CreateFunction {
  p.expectKeyword('FUNCTION');
  const ifNotExists = p.acceptKeyword('IF', 'NOT', 'EXISTS');
  const name = p.objectName('a function name');
  const args = p.parenthesized((): CreateFunction['args'][number] => {
    p.acceptKeyword('IN');
    const named =
      p.peek().kind === 'word' &&
      p.peek(1).kind === 'word' &&
      p.keyword(1) !== 'DEFAULT' &&
      p.keyword(1) !== 'PRECISION' &&
      p.keyword(1) !== 'VARYING';
    const argument = named ? { name: p.identifier(), type: parseDataType(p) } : { type: parseDataType(p) };
    const hasDefault = p.acceptKeyword('DEFAULT') || p.acceptOp('=');
    return hasDefault ? { ...argument, default: parseExpr(p) } : argument;
  }, true);
  if (p.isKeyword('RETURNS', 'TABLE')) p.notYet('CREATE FUNCTION ... RETURNS TABLE');
  const returns = p.acceptKeyword('RETURNS') ? parseDataType(p) : undefined;
  let language: CreateFunction['language'];
  let behavior: CreateFunction['behavior'];
  let body: CreateFunction['body'];
  for (;;) {
    const word = p.acceptAny('LANGUAGE', 'IMMUTABLE', 'STABLE', 'VOLATILE', 'RETURN', 'AS');
    if (word === undefined) break;
    if (word === 'LANGUAGE') language = p.identifier('a language');
    else if (word === 'RETURN' || word === 'AS') {
      if (body !== undefined) p.reject('A function has one body: RETURN or AS, not both');
      const expr: SqlExpr = parseExpr(p);
      body = { kind: word === 'RETURN' ? 'Return' : 'As', expr };
    } else behavior = word;
  }
  return {
    kind: 'CreateFunction',
    orReplace,
    temporary,
    ifNotExists,
    name,
    args,
    ...(returns !== undefined && { returns }),
    ...(language !== undefined && { language }),
    ...(behavior !== undefined && { behavior }),
    ...(body !== undefined && { body }),
    span,
  };
}

function parseCreateIndex(p: Parser, span: Statement['span']): CreateIndex {
  const unique = p.acceptKeyword('UNIQUE');
  p.expectKeyword('INDEX');
  if (p.keyword() === 'CONCURRENTLY') p.notYet('CREATE INDEX CONCURRENTLY');
  const ifNotExists = p.acceptKeyword('IF', 'NOT', 'EXISTS');
  const name = p.keyword() === 'ON' ? undefined : p.objectName('an index name');
  p.expectKeyword('ON');
  const table = p.objectName('a table name');
  const using = p.acceptKeyword('USING') ? p.identifier('an index type') : undefined;
  const columns = p.parenthesized(() => parseOrderByItem(p));
  if (p.keyword() === 'INCLUDE' || p.keyword() === 'WITH' || p.keyword() === 'WHERE')
    p.notYet(`CREATE INDEX ... ${p.keyword()}`);
  return {
    kind: 'CreateIndex',
    unique,
    ifNotExists,
    ...(name !== undefined && { name }),
    table,
    ...(using !== undefined && { using }),
    columns,
    span,
  };
}

/** `DROP TABLE | VIEW | SCHEMA | DATABASE | FUNCTION | INDEX [IF EXISTS] name, .. [CASCADE | RESTRICT]`. */
export function parseDrop(p: Parser): Drop {
  const span = p.span();
  p.expectKeyword('DROP');
  if (p.keyword() === 'MATERIALIZED') p.notYet('DROP MATERIALIZED VIEW');
  const target =
    p.acceptAny('TABLE', 'VIEW', 'SCHEMA', 'DATABASE', 'FUNCTION', 'INDEX') ?? p.fail('an object type after DROP');
  const ifExists = p.acceptKeyword('IF', 'EXISTS');
  const names = p.commaList(() => p.objectName(`the name of a ${target.toLowerCase()}`));
  const cascade = p.acceptAny('CASCADE', 'RESTRICT') === 'CASCADE';
  return { kind: 'Drop', target, ifExists, names, cascade, span };
}
