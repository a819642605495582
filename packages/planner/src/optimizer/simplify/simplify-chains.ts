import {
  binary,
  booleanLiteral,
  conjunction,
  disjunction,
  type Expr,
  type LiteralExpr,
  splitChain,
} from '@ballista-ts/core';
import { exprText } from '../expr-text.js';
import { isLiteral, isVolatile, type SimplifyContext } from './simplify-context.js';

/** Equalities of one expression with constants, from that many on, become a list to look up in. */
const minListLength = 3;

/**
 * Simplifies chains of AND and OR as wholes: repeated terms go, `a = 1 OR a = 2 OR a = 3` becomes a list, and what all
 * branches of an OR share moves in front: `(a AND b) OR (a AND c)` is `a AND (b OR c)`.
 */
export function simplifyChains(expr: Expr, context: SimplifyContext): Expr {
  if (expr.kind === 'Not') {
    const inner = simplifyChains(expr.expr, context);
    return inner === expr.expr ? expr : { ...expr, expr: inner };
  }
  if (expr.kind !== 'BinaryExpr' || (expr.op !== 'And' && expr.op !== 'Or')) return expr;
  const { op } = expr;
  const before = splitChain(expr, op);
  const terms = before.map((term) => simplifyChains(term, context)).flatMap((term) => splitChain(term, op));
  const unique = distinctTerms(terms, context);
  if (op === 'And') {
    if (unique.some((term) => isLiteral(term, false))) return booleanLiteral(false);
    const kept = unique.filter((term) => !isLiteral(term, true));
    return sameTerms(kept, before) ? expr : (conjunction(kept) ?? booleanLiteral(true));
  }
  if (unique.some((term) => isLiteral(term, true))) return booleanLiteral(true);
  const kept = unique.filter((term) => !isLiteral(term, false));
  if (kept.length === 0) return booleanLiteral(false);
  const listed = toLists(kept);
  const factored = factor(listed);
  if (factored !== undefined) return factored;
  return sameTerms(listed, before) ? expr : disjunction(listed)!;
}

const sameTerms = (a: readonly Expr[], b: readonly Expr[]): boolean =>
  a.length === b.length && a.every((term, index) => term === b[index]);

function distinctTerms(terms: readonly Expr[], context: SimplifyContext): Expr[] {
  const seen = new Set<string>();
  return terms.filter((term) => {
    const text = exprText(term);
    if (!seen.has(text)) {
      seen.add(text);
      return true;
    }
    return isVolatile(term, context.functions);
  });
}

/** `x = c` and `x IN (c, d)` over one `x` become one list, where the first of them stood. */
function toLists(terms: readonly Expr[]): readonly Expr[] {
  const groups = new Map<string, { readonly expr: Expr; readonly values: LiteralExpr[]; readonly at: Set<number> }>();
  terms.forEach((term, index) => {
    const found = membership(term);
    if (found === undefined) return;
    const key = exprText(found.expr);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { ...found, values: [...found.values], at: new Set([index]) });
    else {
      group.at.add(index);
      for (const value of found.values) group.values.push(value);
    }
  });
  const replaced = new Map<number, Expr | undefined>();
  for (const { expr, values, at } of groups.values()) {
    if (at.size < 2 || values.length < minListLength) continue;
    const unique = [...new Map(values.map((value) => [exprText(value), value])).values()];
    const [first, ...rest] = at;
    replaced.set(first!, { kind: 'InList', expr, list: unique, negated: false });
    for (const index of rest) replaced.set(index, undefined);
  }
  if (replaced.size === 0) return terms;
  return terms.flatMap((term, index) => {
    if (!replaced.has(index)) return [term];
    const list = replaced.get(index);
    return list === undefined ? [] : [list];
  });
}

function membership(term: Expr): { readonly expr: Expr; readonly values: readonly LiteralExpr[] } | undefined {
  if (term.kind === 'BinaryExpr' && term.op === 'Eq' && term.left.kind === 'Column' && term.right.kind === 'Literal') {
    return { expr: term.left, values: [term.right] };
  }
  if (term.kind === 'InList' && !term.negated && term.expr.kind === 'Column') {
    const values = term.list.filter((one) => one.kind === 'Literal');
    if (values.length === term.list.length) return { expr: term.expr, values };
  }
  return undefined;
}

/** The terms that every branch of an OR has, in front of what is left of it; undefined when there are none. */
function factor(branches: readonly Expr[]): Expr | undefined {
  if (branches.length < 2) return undefined;
  const [first, ...rest] = branches.map((branch) => {
    const terms = splitChain(branch, 'And');
    return { terms, texts: new Set(terms.map(exprText)) };
  });
  // Most ORs share nothing, which shows at the first two branches.
  let shared = [...first!.texts];
  for (const branch of rest) {
    shared = shared.filter((text) => branch.texts.has(text));
    if (shared.length === 0) return undefined;
  }
  const common = new Set(shared);
  const front = first!.terms.filter((term) => common.has(exprText(term)));
  const remaining = [first!, ...rest].map(({ terms }) =>
    conjunction(terms.filter((term) => !common.has(exprText(term)))),
  );
  // A branch that is nothing but shared terms makes the others irrelevant: `a OR (a AND b)` is `a`.
  if (remaining.some((branch) => branch === undefined)) return conjunction(front);
  return binary(conjunction(front)!, 'And', disjunction(remaining as Expr[])!);
}
