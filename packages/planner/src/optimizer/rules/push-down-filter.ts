import {
  type AggregatePlan,
  columnsOf,
  type Expr,
  type FilterPlan,
  formatExpr,
  type LogicalPlan,
  schemaOf,
  splitConjunction,
  tableReferenceEquals,
  type UnnestPlan,
  unalias,
  type WindowPlan,
} from '@ballista-ts/core';
import { columnFor, filter } from '../../logical-build.js';
import type { PlanningContext } from '../../planning-context.js';
import { changed, unchanged } from '../../rule.js';
import type { OptimizerRule } from '../optimize.js';
import { pushIntoJoin } from '../push-down/push-into-join.js';
import { pushIntoScan } from '../push-down/push-into-scan.js';
import { columnPositions, distinctByText, replaceColumns } from '../push-down/replace-columns.js';
import { holdsSubquery, isVolatile } from '../simplify/simplify-context.js';

/**
 * Asks conditions as early as possible: below projections and aliases, on the inputs of joins (as far as outer joins allow),
 * on the rows of an aggregate or window that make up whole groups, in the branches of unions, and in scans. Stands aside at
 * limits, for volatile conditions, and where a condition reads what the node computes.
 */
export const pushDownFilter: OptimizerRule = {
  name: 'push_down_filter',
  applyOrder: 'topDown',
  rewrite(plan, ctx) {
    if (plan.kind === 'Join') {
      const { join } = pushIntoJoin(plan, [], ctx);
      return join === plan ? unchanged(plan) : changed(join);
    }
    if (plan.kind !== 'Filter') return unchanged(plan);
    const next = pushFilter(plan, ctx);
    return next === plan ? unchanged(plan) : changed(next);
  },
};

function pushFilter(plan: FilterPlan, ctx: PlanningContext): LogicalPlan {
  const { input } = plan;
  const terms = splitConjunction(plan.predicate);
  const movable = (term: Expr): boolean => !holdsSubquery(term) && !isVolatile(term, ctx.functions);
  /** Terms that `translate` can put in the words of the node's input go below it. */
  const below = (
    translate: (term: Expr) => Expr | undefined,
    rebuild: (input: LogicalPlan) => LogicalPlan,
    inner: LogicalPlan,
  ): LogicalPlan => {
    const pushed: Expr[] = [];
    const kept = terms.filter((term) => {
      const translated = movable(term) ? translate(term) : undefined;
      if (translated !== undefined) pushed.push(translated);
      return translated === undefined;
    });
    return pushed.length === 0 ? plan : filter(kept, rebuild(filter(pushed, inner)));
  };
  switch (input.kind) {
    case 'Filter': {
      const merged = distinctByText([...splitConjunction(input.predicate), ...terms]);
      return pushFilter({ kind: 'Filter', predicate: conjunctionOf(merged), input: input.input }, ctx);
    }
    case 'Projection': {
      const schema = schemaOf(input);
      const sources = input.exprs.map(unalias);
      return below(
        (term) =>
          replaceColumns(term, schema, (index) =>
            isVolatile(sources[index]!, ctx.functions) || holdsSubquery(sources[index]!) ? undefined : sources[index],
          ),
        (inner) => ({ ...input, input: inner }),
        input.input,
      );
    }
    case 'SubqueryAlias': {
      const schema = schemaOf(input);
      const own = schemaOf(input.input).fields;
      return below(
        (term) => replaceColumns(term, schema, (index) => columnFor(own[index]!)),
        (inner) => ({ ...input, input: inner }),
        input.input,
      );
    }
    case 'Sort':
      return input.fetch === undefined
        ? below(
            (term) => term,
            (inner) => ({ ...input, input: inner }),
            input.input,
          )
        : plan;
    case 'Distinct':
    case 'Repartition':
      return below(
        (term) => term,
        (inner) => ({ ...input, input: inner }),
        input.input,
      );
    case 'Assert': {
      // Rows that the assertion is about must reach it, whatever is asked of them later.
      const guarded = columnsOf(input.predicate);
      return below(
        (term) =>
          columnsOf(term).some((one) =>
            guarded.some(
              (other) =>
                one.relation === undefined ||
                other.relation === undefined ||
                tableReferenceEquals(one.relation, other.relation),
            ),
          )
            ? undefined
            : term,
        (inner) => ({ ...input, input: inner }),
        input.input,
      );
    }
    case 'Aggregate':
      return below(groupTranslation(input), (inner) => ({ ...input, input: inner }), input.input);
    case 'Window':
      return below(partitionTranslation(input), (inner) => ({ ...input, input: inner }), input.input);
    case 'Unnest':
      return below(unnestTranslation(input), (inner) => ({ ...input, input: inner }), input.input);
    case 'Union': {
      const schema = schemaOf(input);
      const pushed = terms.filter(movable);
      if (pushed.length === 0) return plan;
      const inputs = input.inputs.map((branch) => {
        const own = schemaOf(branch).fields;
        return filter(
          pushed.map((term) => replaceColumns(term, schema, (index) => columnFor(own[index]!))!),
          branch,
        );
      });
      return filter(
        terms.filter((term) => !movable(term)),
        { ...input, inputs },
      );
    }
    case 'Join': {
      const { join, above } = pushIntoJoin(input, terms, ctx);
      return join === input && above.length === terms.length ? plan : filter(above, join);
    }
    case 'TableScan': {
      const { scan, above } = pushIntoScan(input, terms, ctx);
      return scan === input && above.length === terms.length ? plan : filter(above, scan);
    }
    default:
      return plan;
  }
}

const conjunctionOf = (terms: readonly Expr[]): Expr =>
  terms.reduce((left, right) => ({ kind: 'BinaryExpr', left, op: 'And', right }));

/** Conditions on grouping keys hold for whole groups, so they may be asked of the rows. */
function groupTranslation(plan: AggregatePlan): (term: Expr) => Expr | undefined {
  // An aggregate over everything gives a row for no rows at all: a condition below would not take it away.
  if (plan.groupBy.length === 0 || plan.groupBy.some((expr) => expr.kind === 'GroupingSet')) return () => undefined;
  const keys = plan.groupBy.map(unalias);
  return (term) =>
    columnsOf(term).length === 0 ? undefined : replaceColumns(term, plan.schema, (index) => keys[index]);
}

/** Conditions on what every window partitions by take away whole partitions. */
function partitionTranslation(plan: WindowPlan): (term: Expr) => Expr | undefined {
  const partitions = plan.windowExprs.map((expr) => {
    const call = unalias(expr);
    return new Set(call.kind === 'WindowFunction' ? call.partitionBy.map(formatExpr) : []);
  });
  return (term) => {
    const columns = columnsOf(term);
    const whole = columns.length > 0 && columns.every((one) => partitions.every((texts) => texts.has(formatExpr(one))));
    return whole ? term : undefined;
  };
}

/** Conditions on columns that are only repeated. */
function unnestTranslation(plan: UnnestPlan): (term: Expr) => Expr | undefined {
  const { fields } = schemaOf(plan.input);
  const expanded = new Set([...plan.listColumns.map((one) => one.inputIndex), ...plan.structColumns]);
  return (term) => {
    const positions = columnPositions(term, plan.schema);
    if (positions === undefined || positions.length === 0) return undefined;
    return replaceColumns(term, plan.schema, (index) => {
      const source = plan.dependencyIndices[index];
      return source === undefined || expanded.has(source) ? undefined : columnFor(fields[source]!);
    });
  };
}
