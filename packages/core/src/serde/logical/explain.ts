import { DecodeError } from '../../errors/errors.js';
import * as common from '../../gen/datafusion_common_pb.js';
import * as df from '../../gen/datafusion_pb.js';
import type { AnalyzePlan, ExplainFormat, ExplainPlan } from '../../plan/logical/explain.js';
import type { DecodeOptions, EncodeOptions } from '../context.js';
import { enumMapping, message, required } from '../wire/message.js';
import { call, type Task } from '../wire/task.js';
import { readLogicalPlan } from './read-logical-plan.js';
import { writeLogicalPlan } from './write-logical-plan.js';

const formats = enumMapping<ExplainFormat>({
  indent: common.ExplainFormat.INDENT,
  tree: common.ExplainFormat.TREE,
  pgjson: common.ExplainFormat.PGJSON,
  graphviz: common.ExplainFormat.GRAPHVIZ,
});
const levels = enumMapping<NonNullable<AnalyzePlan['level']>>({
  summary: common.MetricType.SUMMARY,
  dev: common.MetricType.DEV,
});
type Category = NonNullable<AnalyzePlan['categories']>[number];
const categories = enumMapping<Category>({
  rows: common.MetricCategory.ROWS,
  bytes: common.MetricCategory.BYTES,
  timing: common.MetricCategory.TIMING,
  uncategorized: common.MetricCategory.UNCATEGORIZED,
});

export function* writeExplain(plan: ExplainPlan, options: EncodeOptions): Task<df.ExplainNode> {
  return message(df.ExplainNodeSchema, {
    input: yield* call(writeLogicalPlan(plan.input, options)),
    verbose: plan.verbose,
    format: formats.toProto(plan.format),
    showStatistics: plan.showStatistics,
  });
}

export function* readExplain(proto: df.ExplainNode, options: DecodeOptions): Task<ExplainPlan> {
  return {
    kind: 'Explain',
    verbose: proto.verbose,
    format: formats.fromProto(proto.format, proto, 'format'),
    ...(proto.showStatistics !== undefined && { showStatistics: proto.showStatistics }),
    input: yield* call(readLogicalPlan(required(proto.input, proto, 'input'), options)),
  };
}

export function* writeAnalyze(plan: AnalyzePlan, options: EncodeOptions): Task<df.AnalyzeNode> {
  return message(df.AnalyzeNodeSchema, {
    input: yield* call(writeLogicalPlan(plan.input, options)),
    verbose: plan.verbose,
    analyzeLevel: plan.level === undefined ? undefined : levels.toProto(plan.level),
    analyzeCategories:
      plan.categories === undefined
        ? undefined
        : message(common.ExplainAnalyzeCategoriesNodeSchema, {
            all: false,
            only: plan.categories.map((one) => categories.toProto(one)),
          }),
    format: formats.toProto(plan.format),
  });
}

/** All categories at once are the list of all of them. */
export function* readAnalyze(proto: df.AnalyzeNode, options: DecodeOptions): Task<AnalyzePlan> {
  const chosen = proto.analyzeCategories;
  if (chosen !== undefined && chosen.only.length > 64) {
    throw new DecodeError(`${chosen.$typeName}.only has ${chosen.only.length} entries`);
  }
  return {
    kind: 'Analyze',
    verbose: proto.verbose,
    format: formats.fromProto(proto.format, proto, 'format'),
    ...(proto.analyzeLevel !== undefined && { level: levels.fromProto(proto.analyzeLevel, proto, 'analyze_level') }),
    ...(chosen !== undefined && {
      categories: chosen.all
        ? (['rows', 'bytes', 'timing', 'uncategorized'] as const)
        : chosen.only.map((one) => categories.fromProto(one, chosen, 'only')),
    }),
    input: yield* call(readLogicalPlan(required(proto.input, proto, 'input'), options)),
  };
}
