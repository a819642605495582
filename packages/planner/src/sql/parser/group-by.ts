import type { SqlExpr } from '../ast/expr.js';
import type { GroupByClause, GroupByElement, GroupingSetElement } from '../ast/query.js';
import { parseExpr } from './expression.js';
import type { Parser } from './parser.js';

/** Parses `GROUP BY ALL` or a list of expressions, ROLLUP, CUBE and GROUPING SETS. */
export function parseGroupBy(p: Parser): GroupByClause {
  const span = p.span();
  p.expectKeyword('GROUP', 'BY');
  const all = p.keyword() === 'ALL' && !p.isOp('.', 1) && !p.isOp('(', 1);
  if (all) p.next();
  const elements = all ? [] : p.commaList(() => parseElement(p));
  if (p.isKeyword('WITH', 'ROLLUP') || p.isKeyword('WITH', 'CUBE') || p.isKeyword('WITH', 'TOTALS')) {
    p.notYet(`GROUP BY ... WITH ${p.keyword(1)}`);
  }
  return all ? { kind: 'All', span } : { kind: 'Elements', elements, span };
}

function parseElement(p: Parser): GroupByElement {
  const sets = parseSets(p);
  if (sets !== undefined) return sets;
  const span = p.span();
  if (p.isOp('(') && p.isOp(')', 1)) {
    p.skip(2);
    return { kind: 'GroupingSets', sets: [{ kind: 'Set', exprs: [] }], span };
  }
  return { kind: 'Expr', expr: parseExpr(p) };
}

function parseSets(p: Parser): Exclude<GroupByElement, { kind: 'Expr' }> | undefined {
  const span = p.span();
  if ((p.keyword() === 'ROLLUP' || p.keyword() === 'CUBE') && p.isOp('(', 1)) {
    const kind = p.acceptAny('ROLLUP', 'CUBE') === 'ROLLUP' ? 'Rollup' : 'Cube';
    return { kind, sets: p.nested(() => p.parenthesized(() => parseSet(p))), span };
  }
  if (p.isKeyword('GROUPING', 'SETS') && p.isOp('(', 2)) {
    p.skip(2);
    const sets = p.nested(() =>
      p.parenthesized((): GroupingSetElement => parseSets(p) ?? { kind: 'Set', exprs: parseSet(p) }),
    );
    return { kind: 'GroupingSets', sets, span };
  }
  return undefined;
}

/** `(a, b)`, `()` or one expression. */
function parseSet(p: Parser): readonly SqlExpr[] {
  if (p.isOp('(') && p.isOp(')', 1)) {
    p.skip(2);
    return [];
  }
  const expr = parseExpr(p);
  return expr.kind === 'Tuple' ? expr.elements : [expr];
}
