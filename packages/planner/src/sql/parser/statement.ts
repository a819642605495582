import type { SqlExpr } from '../ast/expr.js';
import type { Statement } from '../ast/statement.js';
import { sqlError } from '../sql-error.js';
import { parseCreate, parseDrop } from './ddl.js';
import { parseCopy, parseDelete, parseInsert, parseMerge, parseTruncate, parseUpdate } from './dml.js';
import { parseExplain } from './explain.js';
import { parseExpr } from './expression.js';
import { Parser, type SqlParserOptions } from './parser.js';
import { parseQuery, startsQuery } from './query.js';
import {
  parseBegin,
  parseDeallocate,
  parseDescribe,
  parseEndTransaction,
  parseExecute,
  parsePrepare,
  parseReset,
  parseSet,
  parseShow,
} from './session.js';

/**
 * Parses every statement of a text; they are separated by `;` and empty ones do not count.
 *
 * @throws SqlParseError with the position of the first thing that does not fit, or when the text nests too deeply.
 * @throws NotYetSupportedError for syntax that is known and not built.
 */
export function parseStatements(sql: string, options?: SqlParserOptions): Statement[] {
  return guarded(sql, () => {
    const p = new Parser(sql, options);
    const statements: Statement[] = [];
    while (p.acceptOp(';'));
    while (!p.isEnd()) {
      statements.push(parseStatement(p));
      if (!p.isEnd() && !p.isOp(';')) p.fail('end of statement');
      while (p.acceptOp(';'));
    }
    return statements;
  });
}

/**
 * Parses a text that holds exactly one expression.
 *
 * @throws SqlParseError like `parseStatements`.
 */
export function parseExpression(sql: string, options?: SqlParserOptions): SqlExpr {
  return guarded(sql, () => {
    const p = new Parser(sql, options);
    const expr = parseExpr(p);
    if (!p.isEnd()) p.fail('end of expression');
    return expr;
  });
}

/** A recursion limit set too high for the stack still ends in an error about the text. */
function guarded<T>(sql: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw sqlError(sql, 'recursion limit exceeded: the text nests deeper than the stack allows', {
      line: 1,
      column: 1,
      offset: 0,
    });
  }
}

/** First words of statements that we know and do not have. */
const knownStatements: ReadonlySet<string> = new Set([
  ...[
    'ALTER',
    'ANALYZE',
    'ATTACH',
    'CACHE',
    'CALL',
    'CLOSE',
    'COMMENT',
    'DECLARE',
    'DENY',
    'DETACH',
    'DISCARD',
    'FLUSH',
    'GRANT',
  ],
  ...[
    'IF',
    'INSTALL',
    'KILL',
    'LISTEN',
    'LOAD',
    'LOCK',
    'MSCK',
    'NOTIFY',
    'OPTIMIZE',
    'PRAGMA',
    'RAISE',
    'REFRESH',
    'RELEASE',
  ],
  ...['RENAME', 'REVOKE', 'SAVEPOINT', 'UNCACHE', 'UNLISTEN', 'UNLOAD', 'UNLOCK', 'USE', 'VACUUM', 'WHILE'],
]);

function parseStatement(p: Parser): Statement {
  if (p.isOp('(') || startsQuery(p)) return parseQuery(p);
  const nested = (): Statement =>
    p.keyword() === 'EXPLAIN' ? p.reject('EXPLAIN must be the root of the statement') : parseStatement(p);
  const keyword = p.keyword();
  switch (keyword) {
    case 'INSERT':
    case 'REPLACE':
      return parseInsert(p);
    case 'COPY':
      return parseCopy(p);
    case 'UPDATE':
      return parseUpdate(p);
    case 'DELETE':
      return parseDelete(p);
    case 'TRUNCATE':
      return parseTruncate(p);
    case 'MERGE':
      return parseMerge(p);
    case 'CREATE':
      return parseCreate(p);
    case 'DROP':
      return parseDrop(p);
    case 'EXPLAIN':
      return parseExplain(p, nested);
    case 'DESCRIBE':
    case 'DESC':
      return parseDescribe(p);
    case 'SET':
      return parseSet(p);
    case 'RESET':
      return parseReset(p);
    case 'SHOW':
      return parseShow(p);
    case 'PREPARE':
      return parsePrepare(p, nested);
    case 'EXECUTE':
      return parseExecute(p);
    case 'DEALLOCATE':
      return parseDeallocate(p);
    case 'BEGIN':
    case 'START':
      return parseBegin(p);
    case 'COMMIT':
    case 'END':
    case 'ROLLBACK':
      return parseEndTransaction(p);
  }
  if (knownStatements.has(keyword)) return p.notYet(`The statement ${keyword}`);
  return p.fail('an SQL statement');
}
