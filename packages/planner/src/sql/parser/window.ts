import type { FrameBoundClause, FrameClause, WindowSpec } from '../ast/expr.js';
import type { NamedWindow } from '../ast/query.js';
import { parseExpr, parseOrderByItem } from './expression.js';
import type { Parser } from './parser.js';

/** Parses `( [name] [PARTITION BY ..] [ORDER BY ..] [frame] )`. */
export function parseWindowSpec(p: Parser): WindowSpec {
  const span = p.span();
  p.expectOp('(');
  const startsClause =
    p.isKeyword('PARTITION', 'BY') ||
    p.isKeyword('ORDER', 'BY') ||
    (frameUnits.has(p.keyword()) && p.peek(1).kind !== 'op');
  const base = p.peek().kind === 'word' && !startsClause ? p.identifier() : undefined;
  const partitionBy = p.acceptKeyword('PARTITION', 'BY') ? p.commaList(() => parseExpr(p)) : [];
  const orderBy = p.acceptKeyword('ORDER', 'BY') ? p.commaList(() => parseOrderByItem(p)) : [];
  const frame = frameUnits.has(p.keyword()) ? parseFrame(p) : undefined;
  p.expectOp(')');
  return {
    kind: 'WindowSpec',
    ...(base !== undefined && { base }),
    partitionBy,
    orderBy,
    ...(frame !== undefined && { frame }),
    span,
  };
}
const frameUnits: ReadonlySet<string> = new Set(['ROWS', 'RANGE', 'GROUPS']);

function parseFrame(p: Parser): FrameClause {
  const span = p.span();
  const units = p.acceptAny('ROWS', 'RANGE', 'GROUPS') ?? p.fail('ROWS, RANGE or GROUPS');
  let start: FrameBoundClause;
  let end: FrameBoundClause | undefined;
  if (p.acceptKeyword('BETWEEN')) {
    start = parseBound(p);
    p.expectKeyword('AND');
    end = parseBound(p);
  } else start = parseBound(p);
  const exclude = p.acceptKeyword('EXCLUDE') ? parseExclude(p) : undefined;
  return { units, start, ...(end !== undefined && { end }), ...(exclude !== undefined && { exclude }), span };
}

function parseBound(p: Parser): FrameBoundClause {
  if (p.acceptKeyword('CURRENT', 'ROW')) return { kind: 'CurrentRow' };
  const value = p.acceptKeyword('UNBOUNDED') ? undefined : parseExpr(p);
  const direction = p.acceptAny('PRECEDING', 'FOLLOWING') ?? p.fail('PRECEDING or FOLLOWING');
  return { kind: direction === 'PRECEDING' ? 'Preceding' : 'Following', ...(value !== undefined && { value }) };
}

function parseExclude(p: Parser): NonNullable<FrameClause['exclude']> {
  if (p.acceptKeyword('CURRENT', 'ROW')) return 'CURRENT ROW';
  if (p.acceptKeyword('NO', 'OTHERS')) return 'NO OTHERS';
  return p.acceptAny('GROUP', 'TIES') ?? p.fail('CURRENT ROW, GROUP, TIES or NO OTHERS');
}

/** `name AS (spec)` or `name AS other`, after the word WINDOW. */
export function parseNamedWindow(p: Parser): NamedWindow {
  const name = p.identifier('a window name');
  p.expectKeyword('AS');
  return { name, window: p.isOp('(') ? p.nested(() => parseWindowSpec(p)) : p.identifier('a window') };
}
