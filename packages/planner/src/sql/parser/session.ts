import type { ObjectName } from '../ast/common.js';
import type { SqlExpr } from '../ast/expr.js';
import type {
  BeginTransaction,
  Deallocate,
  Describe,
  EndTransaction,
  Execute,
  IsolationLevel,
  ResetVariable,
  SetVariable,
  ShowFilter,
} from '../ast/session.js';
import type { Statement } from '../ast/statement.js';
import { parseDataType } from './data-type.js';
import { parseExpr } from './expression.js';
import type { Parser } from './parser.js';
import { parseQuery, startsQuery } from './query.js';

/** `SET name = value`, `SET name TO value`, `SET TIME ZONE value`. */
export function parseSet(p: Parser): SetVariable {
  const span = p.span();
  p.expectKeyword('SET');
  const scope =
    p.isOp('=', 1) || p.isOp('.', 1) || p.keyword(1) === 'TO' ? undefined : p.acceptAny('SESSION', 'LOCAL', 'GLOBAL');
  const scoped = scope !== undefined && { scope };
  if (p.keyword() === 'TRANSACTION' || p.keyword() === 'CHARACTERISTICS') p.notYet('SET TRANSACTION');
  if ((p.keyword() === 'ROLE' || p.keyword() === 'NAMES' || p.keyword() === 'AUTHORIZATION') && !p.isOp('=', 1))
    p.notYet(`SET ${p.keyword()}`);
  if (p.isOp('(')) p.notYet('SET of several variables in parentheses');
  const zone = p.span();
  if (p.acceptKeyword('TIME', 'ZONE')) {
    p.acceptOp('=');
    const name: ObjectName = [{ value: 'timezone', quoted: false, span: zone }];
    return { kind: 'SetVariable', ...scoped, name, values: [parseSetValue(p)], span };
  }
  const name = p.objectName('a variable name');
  if (!p.acceptOp('=') && !p.acceptKeyword('TO')) p.fail('equals sign or TO');
  return { kind: 'SetVariable', ...scoped, name, values: p.commaList(() => parseSetValue(p)), span };
}

/** One value. Words that are reserved elsewhere (`on`, `default`) are plain values here. */
function parseSetValue(p: Parser): SqlExpr {
  const span = p.span();
  const token = p.peek();
  const after = p.peek(1);
  const alone = after.kind === 'end' || (after.kind === 'op' && (after.value === ';' || after.value === ','));
  if (
    token.kind === 'word' &&
    alone &&
    token.keyword !== 'TRUE' &&
    token.keyword !== 'FALSE' &&
    token.keyword !== 'NULL'
  ) {
    return { kind: 'Name', parts: [p.identifier()], span };
  }
  return parseExpr(p);
}

export function parseReset(p: Parser): ResetVariable {
  const span = p.span();
  p.expectKeyword('RESET');
  if (p.keyword() === 'ALL' && !p.isOp('.', 1)) {
    p.next();
    return { kind: 'ResetVariable', span };
  }
  return {
    kind: 'ResetVariable',
    name: p.acceptKeyword('TIME', 'ZONE') ? timeZoneName(span) : p.objectName('a variable name'),
    span,
  };
}

const timeZoneName = (span: Statement['span']): ObjectName => [{ value: 'timezone', quoted: false, span }];

/** Every SHOW statement. */
export function parseShow(p: Parser): Statement {
  const span = p.span();
  p.expectKeyword('SHOW');
  const start = p.peek(1);
  const isVariable = start.kind === 'op' && start.value === '.';
  if (!isVariable) {
    if (p.isKeyword('TABLES') || p.isKeyword('FULL', 'TABLES')) {
      const full = p.acceptKeyword('FULL');
      p.next();
      const from = p.acceptAny('FROM', 'IN') === undefined ? undefined : p.objectName('a schema name');
      const filter = parseShowFilter(p);
      return { kind: 'ShowTables', full, ...(from !== undefined && { from }), ...filter, span };
    }
    const columnsAt = [0, 1, 2].find((ahead) => p.keyword(ahead) === 'COLUMNS' || p.keyword(ahead) === 'FIELDS');
    if (columnsAt !== undefined && (p.keyword(columnsAt + 1) === 'FROM' || p.keyword(columnsAt + 1) === 'IN')) {
      const extended = p.acceptKeyword('EXTENDED');
      const full = p.acceptKeyword('FULL');
      p.skip(2);
      const table = p.objectName('a table name');
      if (p.acceptAny('FROM', 'IN') !== undefined) p.notYet('SHOW COLUMNS FROM ... FROM');
      return { kind: 'ShowColumns', extended, full, table, ...parseShowFilter(p), span };
    }
    if (p.keyword() === 'CREATE') {
      p.next();
      const target = p.acceptAny('TABLE', 'VIEW') ?? p.notYet(`SHOW CREATE ${p.keyword()}`);
      return { kind: 'ShowCreate', target, name: p.objectName('a table name'), span };
    }
    if (p.keyword() === 'FUNCTIONS') {
      p.next();
      return { kind: 'ShowFunctions', ...parseShowFilter(p), span };
    }
    if (p.keyword() === 'ALL') {
      p.next();
      return { kind: 'ShowVariable', verbose: p.acceptKeyword('VERBOSE'), span };
    }
    for (const word of [
      'DATABASES',
      'SCHEMAS',
      'VIEWS',
      'CATALOGS',
      'STATUS',
      'COLLATION',
      'VARIABLES',
      'PROCESSLIST',
    ]) {
      if (p.keyword() === word) p.notYet(`SHOW ${word}`);
    }
  }
  const name = p.acceptKeyword('TIME', 'ZONE') ? timeZoneName(span) : p.objectName('a variable name');
  return { kind: 'ShowVariable', name, verbose: p.acceptKeyword('VERBOSE'), span };
}

function parseShowFilter(p: Parser): { filter?: ShowFilter } {
  if (p.acceptKeyword('LIKE')) return { filter: { kind: 'Like', pattern: p.stringLiteral('a pattern') } };
  if (p.acceptKeyword('ILIKE')) return { filter: { kind: 'ILike', pattern: p.stringLiteral('a pattern') } };
  return p.acceptKeyword('WHERE') ? { filter: { kind: 'Where', expr: parseExpr(p) } } : {};
}

/** `DESCRIBE | DESC table` or a query. */
export function parseDescribe(p: Parser): Describe {
  const span = p.span();
  p.next();
  const targetAt = p.span();
  if (startsQuery(p) || p.isOp('(')) return { kind: 'Describe', target: parseQuery(p), span };
  if (p.peek(1).kind === 'word') p.acceptKeyword('TABLE');
  return {
    kind: 'Describe',
    target: { kind: 'Table', name: p.objectName('a table name', true), span: targetAt },
    span,
  };
}

/** `PREPARE name [(types)] AS statement`. */
export function parsePrepare(p: Parser, statement: () => Statement): Statement {
  const span = p.span();
  p.expectKeyword('PREPARE');
  const name = p.identifier('a name for the statement');
  const types = p.isOp('(') ? p.parenthesized(() => parseDataType(p)) : [];
  p.expectKeyword('AS');
  return { kind: 'Prepare', name, types, statement: p.nested(statement), span };
}

export function parseExecute(p: Parser): Execute {
  const span = p.span();
  p.expectKeyword('EXECUTE');
  if (p.keyword() === 'IMMEDIATE' && p.peek(1).kind !== 'end' && !p.isOp('(', 1)) p.notYet('EXECUTE IMMEDIATE');
  const name = p.identifier('the name of a prepared statement');
  const args = p.isOp('(') ? p.nested(() => p.parenthesized(() => parseExpr(p), true)) : [];
  if (p.keyword() === 'USING' || p.keyword() === 'INTO') p.notYet(`EXECUTE ... ${p.keyword()}`);
  return { kind: 'Execute', name, args, span };
}

export function parseDeallocate(p: Parser): Deallocate {
  const span = p.span();
  p.expectKeyword('DEALLOCATE');
  p.acceptKeyword('PREPARE');
  return p.acceptKeyword('ALL')
    ? { kind: 'Deallocate', span }
    : { kind: 'Deallocate', name: p.identifier('the name of a prepared statement'), span };
}

/** `BEGIN [TRANSACTION | WORK] [modes]`, `START TRANSACTION [modes]`. */
export function parseBegin(p: Parser): BeginTransaction {
  const span = p.span();
  if (p.acceptKeyword('START')) p.expectKeyword('TRANSACTION');
  else {
    p.expectKeyword('BEGIN');
    p.acceptAny('TRANSACTION', 'WORK');
  }
  let isolationLevel: IsolationLevel | undefined;
  let accessMode: BeginTransaction['accessMode'];
  for (;;) {
    if (p.acceptKeyword('ISOLATION', 'LEVEL')) isolationLevel = parseIsolationLevel(p);
    else if (p.acceptKeyword('READ', 'ONLY')) accessMode = 'READ ONLY';
    else if (p.acceptKeyword('READ', 'WRITE')) accessMode = 'READ WRITE';
    else break;
    p.acceptOp(',');
  }
  return {
    kind: 'BeginTransaction',
    ...(isolationLevel !== undefined && { isolationLevel }),
    ...(accessMode !== undefined && { accessMode }),
    span,
  };
}

function parseIsolationLevel(p: Parser): IsolationLevel {
  for (const level of ['READ UNCOMMITTED', 'READ COMMITTED', 'REPEATABLE READ', 'SNAPSHOT', 'SERIALIZABLE'] as const) {
    if (p.acceptKeyword(...level.split(' '))) return level;
  }
  return p.fail('an isolation level');
}

/** `COMMIT | END | ROLLBACK [TRANSACTION | WORK] [AND [NO] CHAIN]`. */
export function parseEndTransaction(p: Parser): EndTransaction {
  const span = p.span();
  const conclusion = p.acceptAny('COMMIT', 'END', 'ROLLBACK') === 'ROLLBACK' ? 'ROLLBACK' : 'COMMIT';
  p.acceptAny('TRANSACTION', 'WORK');
  if (p.keyword() === 'TO') p.notYet('ROLLBACK TO SAVEPOINT');
  let chain = false;
  if (p.acceptKeyword('AND')) {
    chain = !p.acceptKeyword('NO');
    p.expectKeyword('CHAIN');
  }
  return { kind: 'EndTransaction', conclusion, chain, span };
}
