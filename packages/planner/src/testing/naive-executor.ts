import type { WindowAggExec } from '@ballista-ts/core';
import {
  type AggregatePlan,
  alias,
  column,
  type DFSchema,
  type Expr,
  exprReturn,
  findColumn,
  formatScalar,
  InternalError,
  type JoinPlan,
  type LogicalPlan,
  nullScalar,
  type PhysicalExpr,
  type Schema,
  type SortExpr,
  schemaOf,
  someExpr,
  tableSourceSchema,
  toSchema,
  transformExpr,
  unalias,
  type Value,
  type WindowPlan,
} from '@ballista-ts/core';
import {
  columnBatchFromRows,
  compileAggregate,
  compileExpr,
  compileWindow,
  createEvaluationContext,
  type EvaluationContext,
  type FunctionRegistry,
  groupKey,
  rowComparator,
} from '@ballista-ts/functions';
import { allColumns, keepName, projection } from '../logical-build.js';
import { isLateral } from '../optimizer/decorrelate/lateral.js';
import { createPhysicalExpr } from '../physical/create-physical-expr.js';
import { groupingKeys } from '../physical/grouping-sets.js';
import { planAggregateExpr } from '../physical/plan-aggregate.js';
import { planWindow } from '../physical/plan-window.js';
import type { PlanningContext } from '../planning-context.js';

type Row = readonly Value[];
/** A row of an enclosing query, which subqueries see. */
interface Outer {
  readonly schema: DFSchema;
  readonly row: Row;
}

/** Rows of every table, by its bare name, in the order of its columns. */
export type TestRows = Readonly<Record<string, readonly Row[]>>;

/**
 * Answers a logical plan in the plainest way there is: nested loops, subqueries run again for every row. Slow and obviously
 * right, so that what the optimizer makes of a plan can be compared with the plan itself.
 */
export class NaiveExecutor {
  readonly #context: EvaluationContext;

  constructor(
    readonly tables: TestRows,
    readonly functions: FunctionRegistry,
    readonly planning: PlanningContext,
  ) {
    this.#context = createEvaluationContext({ functions, queryTimeNanos: 0n });
  }

  run(plan: LogicalPlan, outer: readonly Outer[] = []): Row[] {
    switch (plan.kind) {
      case 'TableScan': {
        const rows = this.tables[plan.tableName.table] ?? this.tables[(plan.source as { name?: string }).name ?? ''];
        if (rows === undefined) throw new InternalError(`no rows for table ${plan.tableName.table}`);
        const width = tableSourceSchema(plan.source).fields.length;
        const projection = plan.projection ?? Array.from({ length: width }, (_, index) => index);
        return rows.map((row) => projection.map((index) => row[index]!));
      }
      case 'Filter':
        return this.#filter(this.run(plan.input, outer), plan.predicate, schemaOf(plan.input), outer);
      case 'Assert': {
        const rows = this.run(plan.input, outer);
        const kept = this.#filter(rows, plan.predicate, schemaOf(plan.input), outer);
        if (kept.length !== rows.length) throw new Error(plan.message);
        return rows;
      }
      case 'Projection': {
        const rows = this.run(plan.input, outer);
        const columns = plan.exprs.map((expr) => this.#column(expr, rows, schemaOf(plan.input), outer));
        return rows.map((_row, index) => columns.map((values) => values[index]!));
      }
      case 'SubqueryAlias':
      case 'Repartition':
        return this.run(plan.input, outer);
      case 'Limit': {
        const rows = this.run(plan.input, outer);
        return rows.slice(plan.skip, plan.fetch === undefined ? undefined : plan.skip + plan.fetch);
      }
      case 'Sort': {
        const rows = this.#sort(this.run(plan.input, outer), plan.exprs, schemaOf(plan.input), outer);
        return plan.fetch === undefined ? rows : rows.slice(0, plan.fetch);
      }
      case 'Distinct': {
        const seen = new Set<unknown>();
        return this.run(plan.input, outer).filter((row) => !seen.has(groupKey(row)) && seen.add(groupKey(row)));
      }
      case 'DistinctOn': {
        const schema = schemaOf(plan.input);
        const rows = this.#sort(this.run(plan.input, outer), plan.sort, schema, outer);
        const keys = plan.on.map((expr) => this.#column(expr, rows, schema, outer));
        const seen = new Set<unknown>();
        const kept = rows.filter((_row, index) => {
          const key = groupKey(keys.map((values) => values[index]!));
          return !seen.has(key) && seen.add(key);
        });
        const columns = plan.select.map((expr) => this.#column(expr, kept, schema, outer));
        return kept.map((_row, index) => columns.map((values) => values[index]!));
      }
      case 'Union':
        return plan.inputs.flatMap((input) => this.run(input, outer));
      case 'Values':
        return plan.rows.map((row) => row.map((expr) => this.#column(expr, [[]], { fields: [] }, outer)[0]!));
      case 'EmptyRelation':
        return plan.produceOneRow ? [plan.schema.fields.map(() => null)] : [];
      case 'Aggregate':
        return this.#aggregate(plan, outer);
      case 'Window':
        return this.#window(plan, outer);
      case 'Join':
        return this.#join(plan, outer);
      default:
        throw new InternalError(`the naive executor has no ${plan.kind}`);
    }
  }

  #filter(rows: readonly Row[], predicate: Expr, schema: DFSchema, outer: readonly Outer[]): Row[] {
    const kept = this.#column(predicate, rows, schema, outer);
    return rows.filter((_row, index) => kept[index] === true);
  }

  /** The values of an expression, one per row. */
  #column(expr: Expr, rows: readonly Row[], schema: DFSchema, outer: readonly Outer[]): readonly Value[] {
    const perRow = someExpr(expr, (part) => 'subquery' in part);
    if (!perRow) return this.#compute(this.#bind(expr, outer), rows, schema);
    return rows.map((row) => {
      const bound = this.#withoutSubqueries(expr, { schema, row }, outer);
      return this.#compute(this.#bind(bound, outer), [row], schema)[0]!;
    });
  }

  #compute(expr: Expr, rows: readonly Row[], schema: DFSchema): readonly Value[] {
    const physical: PhysicalExpr = createPhysicalExpr(expr, { schema, functions: this.functions });
    const batch = columnBatchFromRows(toSchema(schema), rows);
    return compileExpr(physical, toSchema(schema), this.#context).evaluate(batch);
  }

  /** Columns of enclosing rows as constants. */
  #bind(expr: Expr, outer: readonly Outer[]): Expr {
    return transformExpr(expr, (part) => {
      if (part.kind !== 'OuterReferenceColumn') return part;
      for (const { schema, row } of outer) {
        const index = findColumn(schema, part.name, part.relation);
        if (index !== undefined) {
          return { kind: 'Literal', value: { type: schema.fields[index]!.field.type, value: row[index]! } };
        }
      }
      throw new InternalError(`no enclosing row has ${part.name}`);
    });
  }

  /** Each subquery as the constant it gives for this row. */
  #withoutSubqueries(expr: Expr, here: Outer, outer: readonly Outer[]): Expr {
    return transformExpr(expr, (part): Expr => {
      if (!('subquery' in part)) return part;
      const rows = this.run(part.subquery.plan, [here, ...outer]);
      const boolean = (value: boolean | null): Expr => ({
        kind: 'Literal',
        value: { type: { kind: 'Boolean' }, value },
      });
      if (part.kind === 'Exists') return boolean(rows.length > 0 !== part.negated);
      const { type } = schemaOf(part.subquery.plan).fields[0]!.field;
      if (part.kind === 'ScalarSubquery') {
        if (rows.length > 1) throw new Error('a subquery used as an expression returned more than one row');
        return { kind: 'Literal', value: rows.length === 0 ? nullScalar(type) : { type, value: rows[0]![0]! } };
      }
      const op = part.kind === 'InSubquery' ? 'Eq' : part.op;
      const results = rows.map(
        (row) =>
          this.#compute(
            this.#bind(
              { kind: 'BinaryExpr', left: part.expr, op, right: { kind: 'Literal', value: { type, value: row[0]! } } },
              outer,
            ),
            [here.row],
            here.schema,
          )[0],
      );
      const any = results.includes(true) ? true : results.includes(null) ? null : false;
      const all = results.includes(false) ? false : results.includes(null) ? null : true;
      if (part.kind === 'SetComparison') return boolean(part.quantifier === 'any' ? any : all);
      return boolean(any === null ? null : any !== part.negated);
    });
  }

  #sort(rows: readonly Row[], keys: readonly SortExpr[], schema: DFSchema, outer: readonly Outer[]): Row[] {
    const columns = keys.map((key) => this.#column(key.expr, rows, schema, outer));
    const compare = rowComparator(
      keys.map((key, index) => ({
        index,
        type: exprReturn(key.expr, { schema, functions: this.functions }).type,
        asc: key.asc,
        nullsFirst: key.nullsFirst,
      })),
    );
    const order = rows.map((_row, index) => ({ index, key: columns.map((values) => values[index]!) }));
    order.sort((a, b) => compare(a.key, b.key) || a.index - b.index);
    return order.map(({ index }) => rows[index]!);
  }

  #aggregate(plan: AggregatePlan, outer: readonly Outer[]): Row[] {
    if (plan.aggregates.some((expr) => someExpr(expr, (part) => 'subquery' in part))) {
      return this.#aggregate(this.#withArguments(plan, outer), outer);
    }
    const schema = schemaOf(plan.input);
    const rows = this.run(plan.input, outer);
    const { keys, sets } = groupingKeys(plan.groupBy);
    const keyColumns = keys.map((expr) => this.#column(expr, rows, schema, outer));
    const first = plan.schema.fields.length - plan.aggregates.length;
    const physicalSchema = toSchema(schema);
    const calls = plan.aggregates.map((expr, index) =>
      compileAggregate(
        planAggregateExpr(this.#bind(expr, outer), plan.schema.fields[first + index]!.field, {
          schema,
          functions: this.functions,
        }),
        physicalSchema,
        this.#context,
      ),
    );
    const batch = columnBatchFromRows(physicalSchema, rows);
    const inputs = calls.map((call) => call.inputs(batch));
    return (sets ?? [keys.map(() => false)]).flatMap((nulled) => {
      const groups = new Map<unknown, { key: Value[]; folds: ReturnType<(typeof calls)[number]['create']>[] }>();
      const open = (key: Value[]) => {
        const id = key.length === 0 ? '' : groupKey(key);
        let group = groups.get(id);
        if (group === undefined) {
          group = { key, folds: calls.map((call) => call.create()) };
          groups.set(id, group);
        }
        return group;
      };
      if (nulled.every(Boolean)) open(keys.map(() => null));
      rows.forEach((_row, index) => {
        const group = open(keyColumns.map((values, at) => (nulled[at] ? null : values[index]!)));
        calls.forEach((_call, at) => {
          const input = inputs[at]!(index);
          if (input !== undefined) group.folds[at]!.update(input);
        });
      });
      const id = nulled.reduce((bits, one) => bits * 2 + (one ? 1 : 0), 0);
      const wide = keys.length > 32 ? BigInt(id) : id;
      return [...groups.values()].map(({ key, folds }) => [
        ...key,
        ...(sets === undefined ? [] : [wide]),
        ...folds.map((fold) => fold.value()),
      ]);
    });
  }

  /** Arguments that hold subqueries become columns of the input. */
  #withArguments(plan: AggregatePlan, outer: readonly Outer[]): AggregatePlan {
    const exprs: Expr[] = [];
    const name = (expr: Expr): Expr => {
      if (!someExpr(expr, (part) => 'subquery' in part)) return expr;
      exprs.push(alias(expr, `__argument_${exprs.length}`));
      return column(`__argument_${exprs.length - 1}`);
    };
    const aggregates = plan.aggregates.map((expr) => {
      const call = unalias(expr);
      return call.kind === 'AggregateFunction' ? keepName(expr, { ...call, args: call.args.map(name) }) : expr;
    });
    const input = projection([...allColumns(plan.input), ...exprs], plan.input, this.functions);
    const rows = this.run(input, outer);
    const values: LogicalPlan = {
      kind: 'Values',
      rows: rows.map((row) =>
        row.map((value, index) => ({
          kind: 'Literal',
          value: { type: input.schema.fields[index]!.field.type, value },
        })),
      ),
      schema: input.schema,
    };
    return { ...plan, aggregates, input: values };
  }

  #window(plan: WindowPlan, outer: readonly Outer[]): Row[] {
    const schema = schemaOf(plan.input);
    let rows: Row[] = this.run(plan.input, outer);
    const bound: WindowPlan = { ...plan, windowExprs: plan.windowExprs.map((expr) => this.#bind(expr, outer)) };
    const source = { kind: 'EmptyExec', schema: toSchema(schema), partitionCount: 1 } as const;
    const stack: WindowAggExec[] = [];
    let node = planWindow(bound, source, this.planning);
    const pick =
      node.kind === 'ProjectionExec' ? node.exprs.map(({ expr }) => (expr as { index: number }).index) : undefined;
    if (node.kind === 'ProjectionExec') node = node.input;
    for (; node.kind === 'WindowAggExec'; node = node.input) stack.unshift(node);
    const physical: Schema = toSchema(schema);
    const base = rows;
    const added: Value[][] = base.map(() => []);
    for (const step of stack) {
      for (const expr of step.windowExprs) {
        const compiled = compileWindow(expr, physical, this.#context);
        const evaluate = (part: PhysicalExpr) =>
          compileExpr(part, physical, this.#context).evaluate(columnBatchFromRows(physical, base));
        const partition = expr.partitionBy.map(evaluate);
        const order = expr.orderBy.map((key) => evaluate(key.expr));
        const groups = new Map<unknown, number[]>();
        base.forEach((_row, index) => {
          const id = partition.length === 0 ? '' : groupKey(partition.map((values) => values[index]!));
          groups.set(id, [...(groups.get(id) ?? []), index]);
        });
        const compare = rowComparator(
          expr.orderBy.map((key, index) => ({
            index,
            type: compileExpr(key.expr, physical, this.#context).type,
            asc: key.asc,
            nullsFirst: key.nullsFirst,
          })),
        );
        for (const group of groups.values()) {
          group.sort(
            (a, b) =>
              compare(
                order.map((values) => values[a]!),
                order.map((values) => values[b]!),
              ) || a - b,
          );
          const values = compiled.evaluatePartition(
            columnBatchFromRows(
              physical,
              group.map((index) => base[index]!),
            ),
          );
          for (const [at, index] of group.entries()) added[index]!.push(values[at]!);
        }
      }
    }
    rows = base.map((row, index) => [...row, ...added[index]!]);
    return pick === undefined ? rows : rows.map((row) => pick.map((index) => row[index]!));
  }

  /** The right side of a LATERAL join, run for one row of the left one. */
  #lateral(plan: JoinPlan, row: Row, outer: readonly Outer[]): Row[] {
    const schema: DFSchema = { fields: [...schemaOf(plan.left).fields, ...schemaOf(plan.right).fields] };
    const right = this.run(plan.right, [{ schema: schemaOf(plan.left), row }, ...outer]);
    let rows: Row[] = right.map((one) => [...row, ...one]);
    if (plan.filter !== undefined) rows = this.#filter(rows, plan.filter, schema, outer);
    return rows.length === 0 && plan.joinType === 'left'
      ? [[...row, ...schemaOf(plan.right).fields.map(() => null)]]
      : rows;
  }

  #join(plan: JoinPlan, outer: readonly Outer[]): Row[] {
    const left = this.run(plan.left, outer);
    if (isLateral(plan)) return left.flatMap((row) => this.#lateral(plan, row, outer));
    const right = this.run(plan.right, outer);
    const schema: DFSchema = { fields: [...schemaOf(plan.left).fields, ...schemaOf(plan.right).fields] };
    const op = plan.nullEquality === 'nullEqualsNull' ? 'IsNotDistinctFrom' : 'Eq';
    const terms: Expr[] = [
      ...plan.on.map((key): Expr => ({ kind: 'BinaryExpr', left: key.left, op, right: key.right })),
      ...(plan.filter === undefined ? [] : [plan.filter]),
    ];
    const pairs = left.flatMap((l) => right.map((r) => [...l, ...r]));
    const results = terms.map((term) => this.#column(term, pairs, schema, outer));
    const matches = (l: number, r: number): boolean => results.every((values) => values[l * right.length + r] === true);
    const unknown = (l: number, r: number): boolean =>
      results.every((values) => values[l * right.length + r] !== false);
    const leftMatches = left.map((_row, l) => right.map((_one, r) => r).filter((r) => matches(l, r)));
    const matched = new Set(leftMatches.flat());
    const nulls = (side: LogicalPlan): Value[] => schemaOf(side).fields.map(() => null);
    const inner = left.flatMap((row, l) => leftMatches[l]!.map((r): Row => [...row, ...right[r]!]));
    const leftOnly = left.filter((_row, l) => leftMatches[l]!.length === 0);
    const rightOnly = right.filter((_row, r) => !matched.has(r));
    switch (plan.joinType) {
      case 'inner':
        return inner;
      case 'left':
        return [...inner, ...leftOnly.map((row) => [...row, ...nulls(plan.right)])];
      case 'right':
        return [...inner, ...rightOnly.map((row) => [...nulls(plan.left), ...row])];
      case 'full':
        return [
          ...inner,
          ...leftOnly.map((row) => [...row, ...nulls(plan.right)]),
          ...rightOnly.map((row) => [...nulls(plan.left), ...row]),
        ];
      case 'leftSemi':
        return left.filter((_row, l) => leftMatches[l]!.length > 0);
      case 'leftAnti':
        return plan.nullAware ? left.filter((_row, l) => !right.some((_one, r) => unknown(l, r))) : leftOnly;
      case 'leftMark':
        return left.map((row, l) => [...row, leftMatches[l]!.length > 0]);
      case 'rightSemi':
        return right.filter((_row, r) => matched.has(r));
      case 'rightAnti':
        return rightOnly;
      case 'rightMark':
        return right.map((row, r) => [...row, matched.has(r)]);
    }
  }
}

/** Rows as sorted text, to compare answers whose order does not matter. */
export const sortedRows = (rows: readonly Row[], schema: DFSchema): string[] =>
  rows
    .map((row) =>
      row.map((value, index) => formatScalar({ type: schema.fields[index]!.field.type, value })).join(' | '),
    )
    .sort();
