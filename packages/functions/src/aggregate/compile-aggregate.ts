import {
  type ArgumentInfo,
  type PhysicalAggregateExpr,
  type PhysicalExpr,
  PlanError,
  type Schema,
  type Value,
} from '@ballista-ts/core';
import type { Accumulator, AggregateCall, AggregateFunctionDefinition } from '../definition/aggregate.js';
import { type ColumnBatch, selectRows } from '../evaluator/column-batch.js';
import { compileExpr } from '../evaluator/compile.js';
import { compileArguments } from '../evaluator/compile-arguments.js';
import type { EvaluationContext } from '../evaluator/evaluation-context.js';

/** An aggregate of a plan made ready: accumulators, and the rows to feed them from batches of its input. */
export interface CompiledAggregate {
  readonly call: AggregateCall;
  /** A fresh accumulator, for one group. */
  create(): Accumulator;
  /**
   * Computes arguments and ORDER BY keys for a batch, where FILTER lets the row through. The function it gives answers what
   * `Accumulator.update` takes for a row, or undefined for a row that is filtered out.
   */
  inputs(batch: ColumnBatch): (row: number) => readonly Value[] | undefined;
}

/** The parts of an aggregate that say what to compute; what PhysicalAggregateExpr and PhysicalWindowExpr share. */
export type AggregateSpec = Pick<
  PhysicalAggregateExpr,
  'function' | 'args' | 'distinct' | 'ignoreNulls' | 'orderBy' | 'filter' | 'field'
>;

/**
 * @param inputSchema the schema below the partial phase, which the arguments refer to, also where only states are merged
 * @throws PlanError when the function is unknown or does not take the arguments
 */
export function compileAggregate(
  spec: AggregateSpec,
  inputSchema: Schema,
  context: EvaluationContext,
): CompiledAggregate {
  const definition: AggregateFunctionDefinition | undefined = context.functions.aggregateImplementation(spec.function);
  if (definition === undefined) {
    throw new PlanError(`Invalid aggregate function '${spec.function}': it is not registered where the plan runs`);
  }
  const compile = (expr: PhysicalExpr) => compileExpr(expr, inputSchema, context);
  const args = compileArguments(spec.args, definition.coerce, { schema: inputSchema, context, compile });
  const keys = spec.orderBy.map((key) => ({ ...key, compiled: compile(key.expr) }));
  const filter = spec.filter === undefined ? undefined : compile(spec.filter);
  const infos: readonly ArgumentInfo[] = args.infos;
  const call: AggregateCall = {
    args: infos,
    returnType: spec.field.type,
    distinct: spec.distinct,
    ignoreNulls: spec.ignoreNulls,
    orderBy: keys.map(({ compiled, asc, nullsFirst }) => ({ type: compiled.type, asc, nullsFirst })),
    query: context,
  };
  const rowsOf = (batch: ColumnBatch): ((row: number) => readonly Value[]) => {
    const columns = [
      ...args.operands.map((one) => one.evaluate(batch)),
      ...keys.map(({ compiled }) => compiled.evaluate(batch)),
    ];
    return (row) => columns.map((values) => values[row]!);
  };
  return {
    call,
    create: () => definition.createAccumulator(call),
    inputs: (batch) => {
      if (filter === undefined) return rowsOf(batch);
      const passes = filter.evaluate(batch);
      const kept: number[] = [];
      const position = new Map<number, number>();
      for (let row = 0; row < passes.length; row += 1) {
        if (passes[row] !== true) continue;
        position.set(row, kept.length);
        kept.push(row);
      }
      const rows = rowsOf(selectRows(batch, kept));
      return (row) => {
        const at = position.get(row);
        return at === undefined ? undefined : rows(at);
      };
    },
  };
}
