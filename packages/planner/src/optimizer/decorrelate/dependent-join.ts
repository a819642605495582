import {
  alias,
  binary,
  type ColumnExpr,
  column,
  type DFSchema,
  type Expr,
  findColumn,
  formatExpr,
  int64Literal,
  type JoinPlan,
  type LogicalPlan,
  logicalChildren,
  type OuterReferenceExpr,
  planExprs,
  type SortExpr,
  schemaOf,
  tableReference,
  transformExpr,
  unalias,
  visitExpr,
  visitLogical,
} from '@ballista-ts/core';
import { aggregate, allColumns, columnFor, filter, keepName, projection, union, window } from '../../logical-build.js';
import type { PlanningContext } from '../../planning-context.js';
import { planRefersOutside } from './outer-references.js';
import type { Pulled } from './pull-up.js';
import { caseOf, isNull, joinOn } from './semi-join.js';

/**
 * The general way to take a correlated subquery apart (after Neumann and Kemper): the different values of the outer columns
 * it reads become a table, the domain, and the subquery is computed for all of them at once, each of its rows carrying the
 * values it was computed for. Undefined when the subquery holds a node whose rows cannot carry them, or reads columns of a
 * query further out.
 */
export function dependentJoin(plan: LogicalPlan, outer: LogicalPlan, ctx: PlanningContext): Pulled | undefined {
  const schema = schemaOf(outer);
  const references = outerReferencesOf(plan);
  if (references === undefined || !references.every((one) => isIn(one, schema))) return undefined;
  const names = references.map(() => ctx.aliases.next('__domain'));
  const keys = references.map((one, index) => alias(column(one.name, one.relation), names[index]!));
  const domain = aggregate(keys, [], outer, ctx.functions);
  const pushed = new Pusher(references, domain, names, ctx).push(plan);
  if (pushed === undefined) return undefined;
  return {
    plan: pushed.plan,
    predicates: references.map((one, index) => binary(pushed.keys[index]!, 'IsNotDistinctFrom', one)),
  };
}

const isIn = (one: OuterReferenceExpr, schema: DFSchema): boolean =>
  findColumn(schema, one.name, one.relation) !== undefined;

/** Every different reference to an enclosing query; undefined when there is one in a subquery that is still an expression. */
function outerReferencesOf(plan: LogicalPlan): OuterReferenceExpr[] | undefined {
  const found = new Map<string, OuterReferenceExpr>();
  let nested = false;
  visitLogical(plan, (node) => {
    for (const expr of planExprs(node)) {
      visitExpr(expr, (part) => {
        if (part.kind === 'OuterReferenceColumn') found.set(formatExpr(part), part);
        if ('subquery' in part) nested = true;
      });
    }
  });
  return nested ? undefined : [...found.values()];
}

/** A plan whose rows carry the domain's values, and under which names. */
interface Pushed {
  readonly plan: LogicalPlan;
  readonly keys: readonly ColumnExpr[];
}

class Pusher {
  constructor(
    readonly references: readonly OuterReferenceExpr[],
    readonly domain: LogicalPlan,
    readonly names: readonly string[],
    readonly ctx: PlanningContext,
  ) {}

  /** A copy of the domain under names of its own. */
  #freshDomain(): Pushed {
    const relation = tableReference(this.ctx.aliases.next('__domain_of'));
    return {
      plan: { kind: 'SubqueryAlias', alias: relation, input: this.domain },
      keys: this.names.map((name) => column(name, relation)),
    };
  }

  #resolve(expr: Expr, keys: readonly ColumnExpr[]): Expr {
    const texts = this.references.map(formatExpr);
    return transformExpr(expr, (part) =>
      part.kind === 'OuterReferenceColumn' ? (keys[texts.indexOf(formatExpr(part))] ?? part) : part,
    );
  }

  push(plan: LogicalPlan): Pushed | undefined {
    const { functions } = this.ctx;
    if (!planRefersOutside(plan)) {
      const domain = this.#freshDomain();
      return { plan: joinOn(domain.plan, plan, 'inner', []), keys: domain.keys };
    }
    if (plan.kind === 'Join') return this.#pushJoin(plan);
    if (plan.kind === 'Union') return this.#pushUnion(plan.inputs);
    const [child] = logicalChildren(plan);
    if (plan.kind === 'Limit' && (child?.kind === 'Projection' || child?.kind === 'SubqueryAlias')) {
      // Right above its sort a limit knows which rows come first.
      return this.push({ ...child, input: { ...plan, input: child.input } });
    }
    const input = child === undefined ? this.#freshDomain() : this.push(child);
    if (input === undefined) return undefined;
    const { keys } = input;
    const resolve = (expr: Expr): Expr => keepName(expr, this.#resolve(expr, keys));
    switch (plan.kind) {
      case 'Filter':
        return { plan: filter([this.#resolve(plan.predicate, keys)], input.plan), keys };
      case 'Projection':
        return { plan: projection([...plan.exprs.map(resolve), ...keys], input.plan, functions), keys };
      case 'SubqueryAlias': {
        const named = keys.map((key) => alias(key, this.ctx.aliases.next('__domain')));
        const own = schemaOf(child!).fields.map(columnFor);
        const inner = projection([...own, ...named], input.plan, functions);
        return {
          plan: { ...plan, input: inner },
          keys: named.map((one) => column(one.name, plan.alias)),
        };
      }
      case 'Aggregate':
        return this.#pushAggregate(plan.groupBy.map(resolve), plan.aggregates.map(resolve), input);
      case 'Window': {
        const exprs = plan.windowExprs.map((expr) => {
          const call = unalias(resolve(expr));
          const partitioned =
            call.kind === 'WindowFunction' ? { ...call, partitionBy: [...call.partitionBy, ...keys] } : call;
          return keepName(expr, partitioned);
        });
        return { plan: window(exprs, input.plan, functions), keys };
      }
      case 'Distinct':
        return { plan: { ...plan, input: input.plan }, keys };
      case 'Sort':
        if (plan.fetch === undefined) return input;
        return this.#firstRows(
          plan.exprs.map((key) => ({ ...key, expr: resolve(key.expr) })),
          0,
          plan.fetch,
          input,
        );
      case 'Limit': {
        const sort = child?.kind === 'Sort' ? child.exprs : [];
        return this.#firstRows(
          sort.map((key) => ({ ...key, expr: resolve(key.expr) })),
          plan.skip,
          plan.fetch,
          input,
        );
      }
      default:
        return undefined;
    }
  }

  /** An aggregate over everything gives a row for each value of the domain, also where there were no rows to fold. */
  #pushAggregate(groupBy: readonly Expr[], aggregates: readonly Expr[], input: Pushed): Pushed | undefined {
    if (groupBy.some((expr) => expr.kind === 'GroupingSet')) return undefined;
    const { functions, aliases } = this.ctx;
    if (groupBy.length > 0) {
      return { plan: aggregate([...groupBy, ...input.keys], aggregates, input.plan, functions), keys: input.keys };
    }
    const relation = tableReference(aliases.next('__grouped'));
    const named = input.keys.map((key) => alias(key, aliases.next('__domain')));
    const matched = aliases.next('__matched');
    const grouped = aggregate(named, aggregates, input.plan, functions);
    const marked = projection(
      [...allColumns(grouped), alias({ kind: 'Literal', value: { type: { kind: 'Boolean' }, value: true } }, matched)],
      grouped,
      functions,
    );
    const domain = this.#freshDomain();
    const joined = joinOn(
      domain.plan,
      { kind: 'SubqueryAlias', alias: relation, input: marked },
      'left',
      domain.keys.map((key, index) => binary(key, 'IsNotDistinctFrom', column(named[index]!.name, relation))),
    );
    const outputs = grouped.schema.fields.slice(named.length).map(({ field }, index): Expr => {
      const value = column(field.name, relation);
      const call = unalias(aggregates[index]!);
      const counts =
        call.kind === 'AggregateFunction' && ['count', 'approx_distinct', 'regr_count'].includes(call.name);
      const zero: Expr = {
        kind: 'Literal',
        value: { type: field.type, value: field.type.kind === 'Int64' || field.type.kind === 'UInt64' ? 0n : 0 },
      };
      return alias(counts ? caseOf([[isNull(column(matched, relation)), zero]], value) : value, field.name);
    });
    return { plan: projection([...outputs, ...domain.keys], joined, functions), keys: domain.keys };
  }

  /** A limit counts rows per value of the domain. */
  #firstRows(sort: readonly SortExpr[], skip: number, fetch: number | undefined, input: Pushed): Pushed {
    const { functions, aliases } = this.ctx;
    const own = allColumns(input.plan);
    const name = aliases.next('__row_number');
    const numbered = window(
      [
        alias(
          {
            kind: 'WindowFunction',
            name: 'row_number',
            functionKind: 'window',
            args: [],
            partitionBy: input.keys,
            orderBy: sort,
            frame: { units: 'rows', start: { kind: 'preceding' }, end: { kind: 'currentRow' } },
            distinct: false,
          },
          name,
        ),
      ],
      input.plan,
      functions,
    );
    // row_number is UInt64, the constants are cast where types are made to fit.
    const number: Expr = { kind: 'Cast', expr: column(name), type: { kind: 'Int64' } };
    const terms = [
      ...(skip > 0 ? [binary(number, 'Gt', int64Literal(skip))] : []),
      ...(fetch === undefined ? [] : [binary(number, 'LtEq', int64Literal(skip + fetch))]),
    ];
    return { plan: projection(own, filter(terms, numbered), functions), keys: input.keys };
  }

  /** Both sides are computed for the whole domain where both need it (or where unmatched rows must stay), and meet per value. */
  #pushJoin(plan: JoinPlan): Pushed | undefined {
    const leftNeeds = planRefersOutside(plan.left);
    const rightNeeds = planRefersOutside(plan.right);
    const type = plan.joinType;
    const keepsRight =
      type === 'right' || type === 'full' || type === 'rightSemi' || type === 'rightAnti' || type === 'rightMark';
    if (keepsRight) return undefined;
    const left = leftNeeds || !rightNeeds || type !== 'inner' ? this.push(plan.left) : undefined;
    const right = rightNeeds ? this.push(plan.right) : undefined;
    if ((left === undefined && right === undefined) || (rightNeeds && right === undefined)) return undefined;
    if (left === undefined && (leftNeeds || type !== 'inner')) return undefined;
    const keys = (left ?? right)!.keys;
    const resolve = (expr: Expr): Expr => this.#resolve(expr, keys);
    const terms = [
      ...(plan.filter === undefined ? [] : [resolve(plan.filter)]),
      ...(left !== undefined && right !== undefined
        ? left.keys.map((key, index) => binary(key, 'IsNotDistinctFrom', right.keys[index]!))
        : []),
    ];
    const { filter: _filter, ...rest } = plan;
    const condition = terms.length === 0 ? {} : { filter: terms.reduce((a, b) => binary(a, 'And', b)) };
    const joined: JoinPlan = {
      ...rest,
      left: left?.plan ?? plan.left,
      right: right?.plan ?? plan.right,
      on: plan.on.map((key) => ({ left: resolve(key.left), right: resolve(key.right) })),
      ...condition,
    };
    return { plan: joined, keys };
  }

  #pushUnion(inputs: readonly LogicalPlan[]): Pushed | undefined {
    const { functions, aliases } = this.ctx;
    const names = this.references.map(() => aliases.next('__domain'));
    const branches: LogicalPlan[] = [];
    for (const input of inputs) {
      const pushed = this.push(input);
      if (pushed === undefined) return undefined;
      const own = schemaOf(input).fields.map((one) => alias(columnFor(one), one.field.name));
      const keys = pushed.keys.map((key, index) => alias(key, names[index]!));
      branches.push(projection([...own, ...keys], pushed.plan, functions));
    }
    return { plan: union(branches), keys: names.map((name) => column(name)) };
  }
}
