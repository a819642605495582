import { type DataType, Int32, UInt8, UInt16, UInt32, UInt64 } from '../../types/data-type.js';
import type { Field, Schema } from '../../types/field.js';
import { absent, exact, inexact, known, type Statistics, unknownColumn } from '../statistics.js';
import type { ExecutionPlan } from './execution-plan.js';
import { formatPhysicalExpr, formatSortExprs } from './format-physical-expr.js';
import type { NamedExpr, PhysicalAggregateExpr } from './physical-expr.js';
import { physicalExprNullable, physicalExprType } from './physical-expr-type.js';
import { anyInput, type PlanNodeDefinition, singleInput } from './plan-node-definition.js';
import { projectProperties } from './project-properties.js';

/**
 * - `partial` rows in, states out; any distribution
 * - `final` states in, values out; everything in one partition
 * - `finalPartitioned` states in, values out; rows of one group in one partition
 * - `single` rows in, values out; everything in one partition
 * - `singlePartitioned` rows in, values out; rows of one group in one partition
 */
export const aggregateModes = [
  'partial',
  'final',
  'finalPartitioned',
  'single',
  'singlePartitioned',
  'partialReduce',
] as const;
export type AggregateMode = (typeof aggregateModes)[number];

/** Grouping keys; with `groupingSets` each set says per key whether it is NULLed (true) in that set. */
export interface PhysicalGroupBy {
  readonly exprs: readonly NamedExpr[];
  readonly groupingSets?: readonly (readonly boolean[])[];
}

/** Groups rows and folds each group by its aggregate functions. */
export interface AggregateExec {
  readonly kind: 'AggregateExec';
  readonly mode: AggregateMode;
  readonly groupBy: PhysicalGroupBy;
  readonly aggregates: readonly PhysicalAggregateExpr[];
  /** Schema below the partial phase, in every mode: the aggregates' arguments refer to it. */
  readonly inputSchema: Schema;
  /** Only that many groups are needed (no order asked). */
  readonly limit?: number;
  readonly input: ExecutionPlan;
}

/** Name of the column that tells grouping sets apart between the phases and for `grouping()`. */
export const groupingIdColumn = '__grouping_id';
/** Unsigned type with one bit per grouping key. */
export const groupingIdType = (keyCount: number): DataType =>
  keyCount <= 8 ? UInt8 : keyCount <= 16 ? UInt16 : keyCount <= 32 ? UInt32 : UInt64;
/** Type of the value of `grouping(...)` in SQL. */
export const groupingFunctionType: DataType = Int32;

export const readsStates = (mode: AggregateMode): boolean =>
  mode === 'final' || mode === 'finalPartitioned' || mode === 'partialReduce';
export const writesStates = (mode: AggregateMode): boolean => mode === 'partial' || mode === 'partialReduce';

/**
 * Keys first (with `__grouping_id` after them when there are grouping sets), then states or values. In the modes that read
 * states the key expressions are columns of the partial output.
 */
export const aggregateExec: PlanNodeDefinition<AggregateExec> = {
  kind: 'AggregateExec',
  children: (plan) => [plan.input],
  withChildren: (plan, [input]) => ({ ...plan, input: input! }),
  properties: (plan, [input]) => {
    const over = input!.schema;
    const keys = plan.groupBy.exprs.map(({ expr, name }, index): Field => {
      const nulled = plan.groupBy.groupingSets?.some((set) => set[index] === true) ?? false;
      return { name, type: physicalExprType(expr, over), nullable: nulled || physicalExprNullable(expr, over) };
    });
    if (plan.groupBy.groupingSets !== undefined) {
      keys.push({ name: groupingIdColumn, type: groupingIdType(plan.groupBy.exprs.length), nullable: false });
    }
    const rest = plan.aggregates.flatMap((one) => (writesStates(plan.mode) ? one.stateFields : [one.field]));
    const schema: Schema = { fields: [...keys, ...rest] };
    // Groups stay in the partition their rows were in: the output is spread by what the input was spread by, as far as that is
    // grouped by. Grouping sets NULL their keys, and then it is not.
    const sources = schema.fields.map((_field, index) => {
      const key = plan.groupBy.groupingSets === undefined ? plan.groupBy.exprs[index]?.expr : undefined;
      return key?.kind === 'Column' ? key.index : -1;
    });
    return projectProperties({ ...input!, ordering: [] }, schema, sources);
  },
  statistics: (plan, [input]): Statistics => {
    const width =
      plan.groupBy.exprs.length +
      (plan.groupBy.groupingSets === undefined ? 0 : 1) +
      plan.aggregates.reduce((sum, one) => sum + (writesStates(plan.mode) ? one.stateFields.length : 1), 0);
    const columns = Array.from({ length: width }, () => unknownColumn);
    if (plan.groupBy.exprs.length === 0 && !writesStates(plan.mode)) {
      return { numRows: exact(1), totalByteSize: absent, columns };
    }
    const rows = known(input!.numRows);
    // Never more groups than rows, nor than the product of the keys' distinct counts.
    const distinct = plan.groupBy.exprs.reduce<number | undefined>((product, { expr }) => {
      const count = expr.kind === 'Column' ? known(input!.columns[expr.index]?.distinctCount ?? absent) : undefined;
      return product === undefined || count === undefined ? undefined : product * count;
    }, 1);
    if (rows === undefined) return { numRows: absent, totalByteSize: absent, columns };
    return { numRows: inexact(Math.min(rows, distinct ?? rows)), totalByteSize: absent, columns };
  },
  display: (plan) => {
    const keys = plan.groupBy.exprs.map(({ expr, name }) => `${formatPhysicalExpr(expr)} as ${name}`);
    const sets = plan.groupBy.groupingSets?.map(
      (set) =>
        `(${plan.groupBy.exprs.map(({ expr }, index) => (set[index] ? 'NULL' : formatPhysicalExpr(expr))).join(', ')})`,
    );
    const limit = plan.limit === undefined ? '' : `, lim=[${plan.limit}]`;
    return `AggregateExec: mode=${plan.mode[0]!.toUpperCase()}${plan.mode.slice(1)}, gby=[${(sets ?? keys).join(', ')}], aggr=[${plan.aggregates
      .map((one) => `${one.name}${one.orderBy.length > 0 ? ` ORDER BY [${formatSortExprs(one.orderBy)}]` : ''}`)
      .join(', ')}]${limit}`;
  },
  requirements: (plan) => {
    switch (plan.mode) {
      case 'partial':
      case 'partialReduce':
        return [anyInput];
      case 'final':
      case 'single':
        return [singleInput];
      case 'finalPartitioned':
      case 'singlePartitioned':
        return [{ distribution: { kind: 'hash', exprs: plan.groupBy.exprs.map((one) => one.expr) }, ordering: [] }];
    }
  },
};
