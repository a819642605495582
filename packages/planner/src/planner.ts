import {
  displayLogicalPlan,
  displayPlan,
  type ExecutionPlan,
  type ExplainPlan,
  type JobId,
  jobId,
  type LogicalPlan,
  type SessionConfig,
} from '@ballista-ts/core';
import {
  createEvaluationContext,
  createFunctionRegistry,
  evaluateConstant,
  type FunctionRegistry,
} from '@ballista-ts/functions';
import { type AnalyzerRule, analyze } from './analyzer/analyze.js';
import { defaultAnalyzerRules } from './analyzer/default-rules.js';
import { planStages } from './distributed/plan-stages.js';
import type { Stage } from './distributed/stage.js';
import { type ExplainRow, explainRows } from './explain/explain-rows.js';
import { defaultOptimizerRules } from './optimizer/default-rules.js';
import { type OptimizerRule, optimize } from './optimizer/optimize.js';
import { createInitialPlan, type ExtensionPlanner } from './physical/create-physical-plan.js';
import { defaultPhysicalOptimizerRules } from './physical-optimizer/default-rules.js';
import { optimizePhysical, type PhysicalOptimizerRule } from './physical-optimizer/optimize.js';
import { aliasGenerator, type PlanningContext } from './planning-context.js';
import type { RuleObserver } from './rule-driver.js';

export interface PlannerOptions {
  /** @default a registry of the built-in functions */
  readonly functions?: FunctionRegistry;
  /** @default defaultAnalyzerRules */
  readonly analyzerRules?: readonly AnalyzerRule[];
  /** @default defaultOptimizerRules */
  readonly optimizerRules?: readonly OptimizerRule[];
  /** @default defaultPhysicalOptimizerRules */
  readonly physicalOptimizerRules?: readonly PhysicalOptimizerRule[];
  /** Plan logical nodes of the application. The first one that knows a node plans it. @default none */
  readonly extensionPlanners?: readonly ExtensionPlanner[];
}

export interface ContextOptions {
  readonly config: SessionConfig;
  /** Nanoseconds since the epoch: what now() is in this query. @default now */
  readonly queryTimeNanos?: bigint;
}

export interface PlanOptions extends ContextOptions {
  readonly jobId: JobId;
}

/** A query at each level of planning. */
export interface PlannedQuery {
  readonly logical: LogicalPlan;
  readonly physical: ExecutionPlan;
  readonly stages: readonly Stage[];
}

/**
 * Turns queries into work. Pure and synchronous: tables were resolved before, and two planners with the same rules make the
 * same plan of the same input. One planner serves any number of queries and sessions.
 */
export interface Planner {
  readonly functions: FunctionRegistry;
  /** What planning one query needs; make a new one for each, as generated names count up in it. */
  context(options: ContextOptions): PlanningContext;
  /** Types fit and names are resolved afterwards. @throws PlanError for a query that makes no sense. */
  analyze(plan: LogicalPlan, ctx: PlanningContext): LogicalPlan;
  /** The same answer for less work; takes an analysed plan. */
  optimize(plan: LogicalPlan, ctx: PlanningContext): LogicalPlan;
  /**
   * Operators for an optimised plan. For EXPLAIN the plans of its input are made here and become the rows.
   * @throws NotYetSupportedError naming a feature that no operator has.
   */
  createPhysicalPlan(plan: LogicalPlan, ctx: PlanningContext): ExecutionPlan;
  /** Cuts a physical plan into stages that exchange files. */
  planStages(plan: ExecutionPlan, options: { readonly jobId: JobId; readonly config: SessionConfig }): Stage[];
  /** All of it, from a bound logical plan to stages. */
  plan(logical: LogicalPlan, options: PlanOptions): PlannedQuery;
}

export function createPlanner(options: PlannerOptions = {}): Planner {
  const functions = options.functions ?? createFunctionRegistry();
  const analyzerRules = options.analyzerRules ?? defaultAnalyzerRules;
  const optimizerRules = options.optimizerRules ?? defaultOptimizerRules;
  const physicalRules = options.physicalOptimizerRules ?? defaultPhysicalOptimizerRules;
  const extensionPlanners = options.extensionPlanners ?? [];

  // What EXPLAIN VERBOSE shows, per query: the rules report to the context they run in.
  const steps = new WeakMap<PlanningContext, ExplainRow[]>();
  const observe = (plan: LogicalPlan, ctx: PlanningContext): RuleObserver<LogicalPlan> | undefined => {
    if (plan.kind !== 'Explain' || !plan.verbose) return undefined;
    let rows = steps.get(ctx);
    if (rows === undefined) {
      rows = [{ planType: 'initial_logical_plan', plan: displayLogicalPlan(plan.input) }];
      steps.set(ctx, rows);
    }
    const found = rows;
    return (rule, next) => {
      const input = next.kind === 'Explain' ? next.input : next;
      found.push({ planType: `logical_plan after ${rule}`, plan: displayLogicalPlan(input) });
    };
  };
  const physicalPlan = (
    plan: LogicalPlan,
    ctx: PlanningContext,
    observer?: RuleObserver<ExecutionPlan>,
  ): ExecutionPlan => {
    const initial = createInitialPlan(plan, ctx, extensionPlanners);
    observer?.('', initial);
    return optimizePhysical(initial, physicalRules, ctx, observer);
  };

  const planner: Planner = {
    functions,
    context: ({ config, queryTimeNanos }) => {
      const timeZone = config.get('datafusion.execution.time_zone');
      const evaluation = createEvaluationContext({
        functions,
        ...(queryTimeNanos !== undefined && { queryTimeNanos }),
        ...(timeZone !== null && { timeZone }),
      });
      return { config, functions, aliases: aliasGenerator(), evaluate: (expr) => evaluateConstant(expr, evaluation) };
    },
    analyze: (plan, ctx) => analyze(plan, analyzerRules, ctx, observe(plan, ctx)),
    optimize: (plan, ctx) => optimize(plan, optimizerRules, ctx, observe(plan, ctx)),
    createPhysicalPlan: (plan, ctx) =>
      plan.kind === 'Explain' ? { kind: 'ExplainExec', rows: explain(plan, ctx) } : physicalPlan(plan, ctx),
    planStages,
    plan(logical, { jobId: job, ...contextOptions }) {
      const ctx = planner.context(contextOptions);
      const optimized = planner.optimize(planner.analyze(logical, ctx), ctx);
      const physical = planner.createPhysicalPlan(optimized, ctx);
      return { logical: optimized, physical, stages: planStages(physical, { jobId: job, config: ctx.config }) };
    },
  };

  function explain({ input, format, verbose, showStatistics }: ExplainPlan, ctx: PlanningContext): ExplainRow[] {
    const { config } = ctx;
    const physicalSteps: ExplainRow[] = [];
    const physical = physicalPlan(input, ctx, (rule, plan) => {
      const planType = rule === '' ? 'initial_physical_plan' : `physical_plan after ${rule}`;
      if (verbose) physicalSteps.push({ planType, plan: displayPlan(plan) });
    });
    const stages = config.isBallista ? planStages(physical, { jobId: jobId('explain'), config }) : undefined;
    return explainRows(
      {
        logical: input,
        logicalSteps: steps.get(ctx) ?? [],
        physical,
        physicalSteps,
        ...(stages !== undefined && { stages }),
      },
      {
        format,
        verbose,
        showStatistics: showStatistics ?? config.get('datafusion.explain.show_statistics'),
        showSchema: config.get('datafusion.explain.show_schema'),
        logicalPlanOnly: config.get('datafusion.explain.logical_plan_only'),
        physicalPlanOnly: config.get('datafusion.explain.physical_plan_only'),
      },
    );
  }

  return planner;
}
