import * as common from '../../gen/datafusion_common_pb.js';
import * as df from '../../gen/datafusion_pb.js';
import { type AnalyzeExec, type ExplainExec, explainSchema } from '../../plan/physical/explain-exec.js';
import type { DecodeOptions, EncodeOptions } from '../context.js';
import { schemaToProto } from '../types/schema.js';
import { message, required } from '../wire/message.js';
import { call, type Task } from '../wire/task.js';
import { readPhysicalPlan } from './read-physical-plan.js';
import { writePhysicalPlan } from './write-physical-plan.js';

type PlanTypeArm = Exclude<df.PlanType['planTypeEnum'], { case: undefined }>;

/** Kinds of plans that EXPLAIN shows under a fixed name. */
const names = {
  InitialLogicalPlan: 'initial_logical_plan',
  FinalAnalyzedLogicalPlan: 'analyzed_logical_plan',
  FinalLogicalPlan: 'logical_plan',
  InitialPhysicalPlan: 'initial_physical_plan',
  InitialPhysicalPlanWithStats: 'initial_physical_plan_with_stats',
  InitialPhysicalPlanWithSchema: 'initial_physical_plan_with_schema',
  FinalPhysicalPlan: 'physical_plan',
  FinalPhysicalPlanWithStats: 'physical_plan_with_stats',
  FinalPhysicalPlanWithSchema: 'physical_plan_with_schema',
  PhysicalPlanError: 'physical_plan_error',
} as const satisfies Partial<Record<PlanTypeArm['case'], string>>;
type FixedKind = keyof typeof names;
const kinds = new Map(Object.entries(names).map(([kind, name]) => [name as string, kind as FixedKind]));

/** A row of EXPLAIN. Its name travels as it is shown; the kind beside it is the nearest that other readers know. */
function planTypeToProto(name: string): df.PlanType {
  const after = /^(logical|physical)_plan after (.*)$/s.exec(name);
  const planTypeEnum: PlanTypeArm =
    after === null
      ? { case: kinds.get(name) ?? 'FinalPhysicalPlan', value: message(common.EmptyMessageSchema, {}) }
      : after[1] === 'logical'
        ? {
            case: 'OptimizedLogicalPlan',
            value: message(df.OptimizedLogicalPlanTypeSchema, { optimizerName: after[2]! }),
          }
        : {
            case: 'OptimizedPhysicalPlan',
            value: message(df.OptimizedPhysicalPlanTypeSchema, { optimizerName: after[2]! }),
          };
  return message(df.PlanTypeSchema, { planTypeEnum });
}

function planTypeFromProto(proto: df.PlanType | undefined): string {
  if (proto === undefined) return 'plan';
  const arm = proto.planTypeEnum;
  switch (arm.case) {
    case undefined:
      return 'plan';
    case 'AnalyzedLogicalPlan':
      return `logical_plan after ${arm.value.analyzerName}`;
    case 'OptimizedLogicalPlan':
      return `logical_plan after ${arm.value.optimizerName}`;
    case 'OptimizedPhysicalPlan':
      return `physical_plan after ${arm.value.optimizerName}`;
    default:
      return names[arm.case];
  }
}

export const explainToProto = (plan: ExplainExec): df.ExplainExecNode =>
  message(df.ExplainExecNodeSchema, {
    schema: schemaToProto(explainSchema),
    stringifiedPlans: plan.rows.map((row) =>
      message(df.StringifiedPlanSchema, {
        planType: planTypeToProto(row.planType),
        plan: row.plan,
        planName: row.planType,
      }),
    ),
    verbose: true,
  });

export const explainFromProto = (proto: df.ExplainExecNode): ExplainExec => ({
  kind: 'ExplainExec',
  rows: proto.stringifiedPlans.map((one) => ({
    planType: one.planName ?? planTypeFromProto(one.planType),
    plan: one.plan,
  })),
});

export function* writeAnalyze(plan: AnalyzeExec, options: EncodeOptions): Task<df.AnalyzeExecNode> {
  return message(df.AnalyzeExecNodeSchema, {
    verbose: plan.verbose,
    showStatistics: plan.showStatistics,
    input: yield* call(writePhysicalPlan(plan.input, options)),
    schema: schemaToProto(explainSchema),
    hasMetricCategories: false,
    metricCategories: [],
    format: common.ExplainFormat.INDENT,
  });
}

export function* readAnalyze(proto: df.AnalyzeExecNode, options: DecodeOptions): Task<AnalyzeExec> {
  return {
    kind: 'AnalyzeExec',
    verbose: proto.verbose,
    showStatistics: proto.showStatistics,
    input: yield* call(readPhysicalPlan(required(proto.input, proto, 'input'), options)),
  };
}
