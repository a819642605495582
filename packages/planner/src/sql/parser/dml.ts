import type { Ident, Span } from '../ast/common.js';
import type {
  AssignedValue,
  Assignment,
  CopyTo,
  Delete,
  Insert,
  Merge,
  MergeAction,
  MergeClause,
  MergeMatch,
  Truncate,
  Update,
} from '../ast/dml.js';
import type { Query } from '../ast/query.js';
import { parseExpr } from './expression.js';
import { parseFrom, parseOptionalAlias, parseTableFactor } from './from.js';
import { parseOptions } from './options.js';
import type { Parser } from './parser.js';
import { parseQuery, startsQuery } from './query.js';

/** `INSERT INTO | OVERWRITE [TABLE] t [(columns)] query`, `REPLACE INTO t ..`. */
export function parseInsert(p: Parser): Insert {
  const span = p.span();
  const mode = parseInsertMode(p);
  p.acceptKeyword('TABLE');
  const table = p.objectName('a table name');
  if (p.keyword() === 'PARTITION') p.notYet('INSERT ... PARTITION');
  let columns: readonly Ident[] = [];
  if (p.isOp('(') && !opensQuery(p)) columns = p.identifierList();
  let source: Query | undefined;
  if (!p.acceptKeyword('DEFAULT', 'VALUES')) source = parseQuery(p);
  if (p.keyword() === 'ON') p.notYet('INSERT ... ON CONFLICT');
  if (p.keyword() === 'RETURNING') p.notYet('INSERT ... RETURNING');
  return { kind: 'Insert', mode, table, columns, ...(source !== undefined && { source }), span };
}

function parseInsertMode(p: Parser): Insert['mode'] {
  if (p.acceptKeyword('REPLACE')) {
    p.acceptKeyword('INTO');
    return 'REPLACE';
  }
  p.expectKeyword('INSERT');
  if (p.acceptKeyword('OVERWRITE')) {
    p.acceptKeyword('INTO');
    return 'OVERWRITE';
  }
  if (p.keyword() === 'IGNORE') p.notYet('INSERT IGNORE');
  if (p.acceptKeyword('OR', 'REPLACE')) {
    p.acceptKeyword('INTO');
    return 'REPLACE';
  }
  if (p.keyword() === 'OR') p.notYet('INSERT OR ROLLBACK, ABORT, FAIL or IGNORE');
  p.acceptKeyword('INTO');
  return 'INTO';
}

/** Whether the parenthesis that comes next opens a query rather than a list of columns. */
function opensQuery(p: Parser): boolean {
  let ahead = 1;
  while (p.isOp('(', ahead)) ahead += 1;
  const keyword = p.keyword(ahead);
  return (
    ahead > 1 ||
    keyword === 'SELECT' ||
    keyword === 'WITH' ||
    keyword === 'FROM' ||
    (keyword === 'VALUES' && p.isOp('(', ahead + 1))
  );
}

/** `COPY table | (query) TO 'path' [STORED AS f] [PARTITIONED BY (..)] [OPTIONS (..)]`, clauses in any order. */
export function parseCopy(p: Parser): CopyTo {
  const span = p.span();
  p.expectKeyword('COPY');
  const source = parseCopySource(p);
  if (p.keyword() === 'FROM') p.notYet('COPY ... FROM', span);
  p.expectKeyword('TO');
  const target = p.stringLiteral("a path such as 'folder/file.parquet'");
  let storedAs: string | undefined;
  let partitionedBy: readonly Ident[] | undefined;
  let options: CopyTo['options'] | undefined;
  const once = (given: unknown, clause: string, at: Span): void => {
    if (given !== undefined) p.reject(`${clause} specified more than once`, at);
  };
  for (;;) {
    const at = p.span();
    if (p.acceptKeyword('STORED', 'AS')) {
      once(storedAs, 'STORED AS', at);
      storedAs = (p.peek().kind === 'string' ? p.stringLiteral() : p.identifier('a file type').value).toUpperCase();
    } else if (p.acceptKeyword('PARTITIONED', 'BY')) {
      once(partitionedBy, 'PARTITIONED BY', at);
      partitionedBy = p.identifierList();
    } else if (p.acceptKeyword('OPTIONS')) {
      once(options, 'OPTIONS', at);
      options = parseOptions(p);
    } else if (p.isKeyword('WITH', 'HEADER', 'ROW'))
      p.reject("The clause WITH HEADER ROW is gone: write OPTIONS ('has_header' 'true')", at);
    else if (p.isOp('(') || p.keyword() === 'WITH')
      p.reject("Options of COPY are written OPTIONS ('key' 'value', ...)", at);
    else break;
  }
  return {
    kind: 'CopyTo',
    source,
    target,
    ...(storedAs !== undefined && { storedAs }),
    partitionedBy: partitionedBy ?? [],
    options: options ?? [],
    span,
  };
}

function parseCopySource(p: Parser): CopyTo['source'] {
  const span = p.span();
  if (!p.acceptOp('('))
    return { kind: 'Table', name: p.objectName('a table name or a query in parentheses', true), span };
  const query = p.nested(() => parseQuery(p));
  p.expectOp(')');
  return query;
}

function parseAssignedValue(p: Parser): AssignedValue {
  const span = p.span();
  return p.keyword() === 'DEFAULT' && !p.isOp('.', 1) && p.acceptKeyword('DEFAULT')
    ? { kind: 'Default', span }
    : parseExpr(p);
}

function parseAssignment(p: Parser): Assignment {
  const span = p.span();
  if (p.isOp('(')) p.notYet('SET (a, b) = (...) in UPDATE');
  const target = p.objectName('a column name');
  p.expectOp('=');
  return { target, value: parseAssignedValue(p), span };
}

/** `UPDATE t [alias] SET c = v, .. [FROM ..] [WHERE ..]`. */
export function parseUpdate(p: Parser): Update {
  const span = p.span();
  p.expectKeyword('UPDATE');
  const table = p.objectName('a table name');
  const alias = parseOptionalAlias(p);
  p.expectKeyword('SET');
  const assignments = p.commaList(() => parseAssignment(p));
  const from = p.acceptKeyword('FROM') ? parseFrom(p) : [];
  const where = p.acceptKeyword('WHERE') ? parseExpr(p) : undefined;
  const returning = skipReturning(p);
  if (p.keyword() === 'ORDER' || p.keyword() === 'LIMIT') p.notYet(`UPDATE ... ${p.keyword()}`);
  return { kind: 'Update', table, ...alias, assignments, from, ...(where !== undefined && { where }), returning, span };
}

/** `DELETE FROM t [alias] [USING ..] [WHERE ..]`. */
export function parseDelete(p: Parser): Delete {
  const span = p.span();
  p.expectKeyword('DELETE');
  p.acceptKeyword('FROM');
  const table = p.objectName('a table name');
  const alias = parseOptionalAlias(p);
  const using = p.acceptKeyword('USING') ? parseFrom(p) : [];
  const where = p.acceptKeyword('WHERE') ? parseExpr(p) : undefined;
  const returning = skipReturning(p);
  if (p.keyword() === 'ORDER' || p.keyword() === 'LIMIT') p.notYet(`DELETE ... ${p.keyword()}`);
  return { kind: 'Delete', table, ...alias, using, ...(where !== undefined && { where }), returning, span };
}

/** Takes a RETURNING list; what it lists does not matter, since the binder refuses the clause. */
function skipReturning(p: Parser): boolean {
  if (!p.acceptKeyword('RETURNING')) return false;
  p.commaList(() => (p.acceptOp('*') ? undefined : parseExpr(p)));
  return true;
}

export function parseTruncate(p: Parser): Truncate {
  const span = p.span();
  p.expectKeyword('TRUNCATE');
  p.acceptKeyword('TABLE');
  if (p.keyword() === 'ONLY' && p.peek(1).kind === 'word') p.notYet('TRUNCATE ONLY');
  const tables = p.commaList(() => p.objectName('a table name'));
  if (p.isKeyword('RESTART', 'IDENTITY') || p.isKeyword('CONTINUE', 'IDENTITY')) p.notYet('TRUNCATE ... IDENTITY');
  const cascade = p.acceptAny('CASCADE', 'RESTRICT') === 'CASCADE';
  return { kind: 'Truncate', tables, cascade, span };
}

/** `MERGE INTO t USING source ON condition WHEN [NOT] MATCHED .. THEN ..`. */
export function parseMerge(p: Parser): Merge {
  const span = p.span();
  p.expectKeyword('MERGE');
  p.acceptKeyword('INTO');
  const table = p.objectName('a table name');
  const alias = parseOptionalAlias(p);
  p.expectKeyword('USING');
  if (startsQuery(p)) p.reject('The query after USING has to stand in parentheses');
  const source = parseTableFactor(p);
  p.expectKeyword('ON');
  const on = parseExpr(p);
  const clauses: MergeClause[] = [];
  while (p.keyword() === 'WHEN') clauses.push(parseMergeClause(p));
  if (clauses.length === 0) p.fail('WHEN');
  if (p.keyword() === 'OUTPUT' || p.keyword() === 'RETURNING') p.notYet(`MERGE ... ${p.keyword()}`);
  return { kind: 'Merge', table, ...alias, source, on, clauses, span };
}

function parseMergeClause(p: Parser): MergeClause {
  const span = p.span();
  p.expectKeyword('WHEN');
  const not = p.acceptKeyword('NOT');
  p.expectKeyword('MATCHED');
  const bySource = not && p.acceptKeyword('BY', 'SOURCE');
  if (not && !bySource) p.acceptKeyword('BY', 'TARGET');
  const match: MergeMatch = !not ? 'MATCHED' : bySource ? 'NOT MATCHED BY SOURCE' : 'NOT MATCHED';
  const condition = p.acceptKeyword('AND') ? parseExpr(p) : undefined;
  p.expectKeyword('THEN');
  const actionAt = p.span();
  const action = parseMergeAction(p);
  // Rows that only the source has can only be inserted; the others exist and can only be changed.
  if ((match === 'NOT MATCHED') !== (action.kind === 'MergeInsert')) {
    p.reject(
      `WHEN ${match} cannot ${action.kind === 'MergeInsert' ? 'INSERT' : action.kind === 'MergeUpdate' ? 'UPDATE' : 'DELETE'}`,
      actionAt,
    );
  }
  return { match, ...(condition !== undefined && { condition }), action, span };
}

function parseMergeAction(p: Parser): MergeAction {
  switch (p.acceptAny('UPDATE', 'DELETE', 'INSERT')) {
    case 'UPDATE':
      p.expectKeyword('SET');
      return { kind: 'MergeUpdate', assignments: p.commaList(() => parseAssignment(p)) };
    case 'DELETE':
      return { kind: 'MergeDelete' };
    case 'INSERT': {
      if (p.keyword() === 'ROW') p.notYet('INSERT ROW in MERGE');
      const columns = p.isOp('(') ? p.identifierList() : [];
      p.expectKeyword('VALUES');
      return { kind: 'MergeInsert', columns, values: p.nested(() => p.parenthesized(() => parseAssignedValue(p))) };
    }
    default:
      return p.fail('UPDATE, DELETE or INSERT');
  }
}
