import { booleanLiteral, conjunction, type Expr, splitConjunction, transformExpr } from '@ballista-ts/core';
import { simplifyChains } from './simplify-chains.js';
import { isLiteral, type SimplifyContext } from './simplify-context.js';
import { simplifyNode } from './simplify-node.js';

/** An expression of the same value and type that is cheaper to compute and easier to plan with. */
export function simplifyExpr(expr: Expr, context: SimplifyContext): Expr {
  const local = transformExpr(expr, (part) => {
    const next = simplifyNode(part, context);
    return next === part ? simplifyTopChain(part, context) : next;
  });
  return simplifyChains(local, context);
}

/** Chains under something else than AND and OR (a CASE, a function) are wholes too. */
function simplifyTopChain(part: Expr, context: SimplifyContext): Expr {
  if (part.kind === 'Not' && part.expr.kind === 'BinaryExpr') return simplifyChains(part, context);
  if (part.kind !== 'Case') return part;
  let same = true;
  const whenThen = part.whenThen.map((arm) => {
    const when = simplifyChains(arm.when, context);
    if (when === arm.when) return arm;
    same = false;
    return { ...arm, when };
  });
  return same ? part : { ...part, whenThen };
}

/** A condition, for which NULL is as good as false. */
export function simplifyPredicate(expr: Expr, context: SimplifyContext): Expr {
  const simple = simplifyExpr(expr, context);
  const terms = splitConjunction(simple);
  if (terms.some((term) => isLiteral(term, false) || isLiteral(term, null))) return booleanLiteral(false);
  const kept = terms.filter((term) => !isLiteral(term, true));
  return kept.length === terms.length ? simple : (conjunction(kept) ?? booleanLiteral(true));
}
