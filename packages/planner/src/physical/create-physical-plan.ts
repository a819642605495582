import {
  type ExecutionPlan,
  type Expr,
  type ExtensionPlan,
  foldTree,
  hashPartitioning,
  type LogicalPlan,
  logicalPlanShape,
  NotYetSupportedError,
  PlanError,
  type ProjectionPlan,
  schemaOf,
  toSchema,
} from '@ballista-ts/core';
import type { PlanningContext } from '../planning-context.js';
import { createPhysicalExpr, createPhysicalSortExpr } from './create-physical-expr.js';
import { planAggregate } from './plan-aggregate.js';
import { planJoin } from './plan-join.js';
import { planScan } from './plan-scan.js';
import { planCopyTo, planDml } from './plan-sink.js';
import { planValues } from './plan-values.js';
import { planWindow } from './plan-window.js';

/** Plans the logical nodes of an application. */
export interface ExtensionPlanner {
  /** The node to run, or undefined when the extension is not this planner's. */
  planExtension(plan: ExtensionPlan, inputs: readonly ExecutionPlan[], ctx: PlanningContext): ExecutionPlan | undefined;
}

/**
 * An optimised logical plan as operators. What the operators ask of each other (partitions, order) is not seen to here: that
 * is the job of `enforce_requirements` among the physical optimizer's rules. Deep plans cost no stack.
 *
 * @throws NotYetSupportedError naming the feature that no operator has.
 */
export const createInitialPlan = (
  plan: LogicalPlan,
  ctx: PlanningContext,
  extensionPlanners: readonly ExtensionPlanner[] = [],
): ExecutionPlan =>
  foldTree<LogicalPlan, ExecutionPlan>(logicalPlanShape, plan, (node, inputs) =>
    planNode(node, inputs, ctx, extensionPlanners),
  );

function planNode(
  plan: LogicalPlan,
  inputs: readonly ExecutionPlan[],
  ctx: PlanningContext,
  extensionPlanners: readonly ExtensionPlanner[],
): ExecutionPlan {
  const input = inputs[0]!;
  const over = (of: LogicalPlan) => ({ schema: schemaOf(of), functions: ctx.functions });
  switch (plan.kind) {
    case 'TableScan':
      return planScan(plan, ctx);
    case 'Projection':
      return planProjection(plan, input, ctx);
    case 'Filter':
      return {
        kind: 'FilterExec',
        predicate: createPhysicalExpr(plan.predicate, over(plan.input)),
        defaultSelectivity: ctx.config.get('datafusion.optimizer.default_filter_selectivity'),
        input,
      };
    case 'Assert':
      return {
        kind: 'AssertExec',
        predicate: createPhysicalExpr(plan.predicate, over(plan.input)),
        message: plan.message,
        input,
      };
    case 'Aggregate':
      return planAggregate(plan, input, ctx);
    case 'Sort':
      return {
        kind: 'SortExec',
        exprs: plan.exprs.map((key) => createPhysicalSortExpr(key, over(plan.input))),
        ...(plan.fetch !== undefined && { fetch: plan.fetch }),
        preservePartitioning: false,
        input,
      };
    case 'Join':
      return planJoin(plan, input, inputs[1]!, ctx);
    case 'Limit':
      return {
        kind: 'GlobalLimitExec',
        skip: plan.skip,
        ...(plan.fetch !== undefined && { fetch: plan.fetch }),
        input,
      };
    case 'Union':
      return { kind: 'UnionExec', inputs };
    case 'SubqueryAlias':
      return input;
    case 'Values':
      return planValues(plan, ctx);
    case 'EmptyRelation':
      return plan.produceOneRow
        ? { kind: 'PlaceholderRowExec', schema: toSchema(plan.schema) }
        : { kind: 'EmptyExec', schema: toSchema(plan.schema), partitionCount: 1 };
    case 'Window':
      return planWindow(plan, input, ctx);
    case 'Repartition': {
      const { partitioning } = plan;
      if (partitioning.kind === 'roundRobin') {
        return { kind: 'RepartitionExec', partitioning, preserveOrder: false, input };
      }
      const exprs = partitioning.exprs.map((expr) => createPhysicalExpr(expr, over(plan.input)));
      return {
        kind: 'RepartitionExec',
        partitioning: hashPartitioning(exprs, partitioning.partitionCount),
        preserveOrder: false,
        input,
      };
    }
    case 'Unnest':
      return {
        kind: 'UnnestExec',
        input,
        schema: toSchema(plan.schema),
        listColumns: plan.listColumns.map(({ inputIndex, depth }) => ({ index: inputIndex, depth })),
        structColumns: plan.structColumns,
        preserveNulls: plan.preserveNulls,
      };
    case 'CopyTo':
      return planCopyTo(plan, input, ctx);
    case 'Dml':
      return planDml(plan, input);
    case 'Analyze':
      return {
        kind: 'AnalyzeExec',
        verbose: plan.verbose,
        showStatistics: false,
        // Dropped again where one partition comes in anyway.
        input: { kind: 'CoalescePartitionsExec', input },
      };
    case 'Extension':
      return planExtension(plan, inputs, ctx, extensionPlanners);
    case 'Distinct':
    case 'DistinctOn':
      throw new PlanError(
        `${plan.kind} has no operator; the optimizer rule replace_distinct_with_aggregate turns it into an aggregate, but is not in the list`,
      );
    case 'RecursiveQuery':
      throw new NotYetSupportedError('WITH RECURSIVE');
    case 'Explain':
      throw new PlanError('EXPLAIN can only stand at the top of a statement');
    default:
      throw new PlanError(`${plan.kind} is carried out by the session, it has no physical plan`);
  }
}

function planProjection(plan: ProjectionPlan, input: ExecutionPlan, ctx: PlanningContext): ExecutionPlan {
  const context = { schema: schemaOf(plan.input), functions: ctx.functions };
  return {
    kind: 'ProjectionExec',
    exprs: plan.exprs.map((expr: Expr, index) => ({
      expr: createPhysicalExpr(expr, context),
      name: plan.schema.fields[index]!.field.name,
    })),
    input,
  };
}

function planExtension(
  plan: ExtensionPlan,
  inputs: readonly ExecutionPlan[],
  ctx: PlanningContext,
  planners: readonly ExtensionPlanner[],
): ExecutionPlan {
  for (const planner of planners) {
    const planned = planner.planExtension(plan, inputs, ctx);
    if (planned !== undefined) return planned;
  }
  throw new PlanError(
    `no extension planner knows the logical node ${plan.extension.type}; pass one to createPlanner({ extensionPlanners })`,
  );
}
