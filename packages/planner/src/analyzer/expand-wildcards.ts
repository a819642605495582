import {
  type Expr,
  formatTableReference,
  mapPlanExprs,
  PlanError,
  resolvesTo,
  schemaOf,
  transformExpr,
} from '@ballista-ts/core';
import { columnFor, keepName, projection, withFreshSchema } from '../logical-build.js';
import { changed, unchanged } from '../rule.js';
import type { AnalyzerRule } from './analyze.js';

/**
 * Replaces `*` and `t.*` in a projection by columns, and the star of `count(*)` by no argument at all. The binder does so for
 * SQL; plans built by hand come here with theirs.
 */
export const expandWildcards: AnalyzerRule = {
  name: 'expand_wildcards',
  applyOrder: 'bottomUp',
  rewrite(plan, ctx) {
    const counted = mapPlanExprs(plan, (expr) => keepName(expr, transformExpr(expr, withoutStar)));
    const fresh = counted === plan ? plan : withFreshSchema(counted, ctx.functions);
    if (fresh.kind !== 'Projection' || !fresh.exprs.some((expr) => expr.kind === 'Wildcard')) {
      return fresh === plan ? unchanged(plan) : changed(fresh);
    }
    const { fields } = schemaOf(fresh.input);
    const exprs = fresh.exprs.flatMap((expr): Expr[] => {
      if (expr.kind !== 'Wildcard') return [expr];
      const { qualifier } = expr;
      const found = fields.filter(
        (one) => qualifier === undefined || (one.qualifier !== undefined && resolvesTo(qualifier, one.qualifier)),
      );
      if (found.length === 0 && qualifier !== undefined) {
        throw new PlanError(`Invalid qualifier ${formatTableReference(qualifier)}: no table of that name is in FROM`);
      }
      return found.map(columnFor);
    });
    return changed(projection(exprs, fresh.input, ctx.functions));
  },
};

const withoutStar = (part: Expr): Expr =>
  (part.kind === 'AggregateFunction' || part.kind === 'WindowFunction') &&
  part.name === 'count' &&
  part.args.length === 1 &&
  part.args[0]!.kind === 'Wildcard'
    ? { ...part, args: [] }
    : part;
