import { unreachable } from '../../errors/unreachable.js';
import * as df from '../../gen/datafusion_pb.js';
import type { ExecutionPlan } from '../../plan/physical/execution-plan.js';
import type { PhysicalSortExpr } from '../../plan/physical/physical-expr.js';
import type { UnnestExec } from '../../plan/physical/unnest-exec.js';
import type { EncodeOptions } from '../context.js';
import { writePhysicalExpr, writePhysicalExprs, writePhysicalSortExpr } from '../expr/physical-expr.js';
import { schemaToProto } from '../types/schema.js';
import { message } from '../wire/message.js';
import { call, callAll, type Task } from '../wire/task.js';
import { writeAggregate } from './aggregate.js';
import { explainToProto, writeAnalyze } from './explain.js';
import { writeFileScan } from './file-scan.js';
import { writeFileSink } from './file-sink.js';
import { writeFilter } from './filter.js';
import { writeCrossJoin, writeHashJoin, writeNestedLoopJoin, writeSortMergeJoin } from './joins.js';
import { memoryScanToProto } from './memory-scan.js';
import { writePartitioning } from './partitioning.js';
import {
  writeExtension,
  writeShuffleReader,
  writeShuffleWriter,
  writeSortShuffleWriter,
  writeUnresolvedShuffle,
} from './shuffle.js';
import { narrow, narrowOptional, signedFetch, wide } from './wide-number.js';
import { writeWindowAgg } from './window.js';

type Arm = Exclude<df.PhysicalPlanNode['PhysicalPlanType'], { case: undefined }>;

/** A physical plan as a message. @throws NotYetSupportedError for an extension that no codec knows. */
export function* writePhysicalPlan(plan: ExecutionPlan, options: EncodeOptions): Task<df.PhysicalPlanNode> {
  return message(df.PhysicalPlanNodeSchema, { PhysicalPlanType: yield* writeArm(plan, options) });
}

function* writeArm(plan: ExecutionPlan, options: EncodeOptions): Task<Arm> {
  const one = (input: ExecutionPlan): Task<df.PhysicalPlanNode> => call(writePhysicalPlan(input, options));
  switch (plan.kind) {
    case 'FileScanExec':
      return yield* writeFileScan(plan);
    case 'MemoryScanExec':
      return { case: 'memoryScan', value: memoryScanToProto(plan) };
    case 'EmptyExec':
      return {
        case: 'empty',
        value: message(df.EmptyExecNodeSchema, {
          schema: schemaToProto(plan.schema),
          partitions: plan.partitionCount,
        }),
      };
    case 'PlaceholderRowExec':
      return {
        case: 'placeholderRow',
        value: message(df.PlaceholderRowExecNodeSchema, { schema: schemaToProto(plan.schema), partitions: 1 }),
      };
    case 'FilterExec':
      return { case: 'filter', value: yield* writeFilter(plan, options) };
    case 'AssertExec': {
      const value = message(df.AssertExecExtSchema, {
        input: yield* one(plan.input),
        predicate: yield* call(writePhysicalExpr(plan.predicate)),
        message: plan.message,
      });
      return { case: 'ext', value: message(df.PhysicalPlanExtSchema, { plan: { case: 'assert', value } }) };
    }
    case 'ProjectionExec':
      return {
        case: 'projection',
        value: message(df.ProjectionExecNodeSchema, {
          input: yield* one(plan.input),
          expr: yield* writePhysicalExprs(plan.exprs.map(({ expr }) => expr)),
          exprName: plan.exprs.map(({ name }) => name),
        }),
      };
    case 'AggregateExec':
      return { case: 'aggregate', value: yield* writeAggregate(plan, options) };
    case 'HashJoinExec':
      return { case: 'hashJoin', value: yield* writeHashJoin(plan, options) };
    case 'SortMergeJoinExec':
      return { case: 'sortMergeJoin', value: yield* writeSortMergeJoin(plan, options) };
    case 'NestedLoopJoinExec':
      return { case: 'nestedLoopJoin', value: yield* writeNestedLoopJoin(plan, options) };
    case 'CrossJoinExec':
      return { case: 'crossJoin', value: yield* writeCrossJoin(plan, options) };
    case 'SortExec':
      return {
        case: 'sort',
        value: message(df.SortExecNodeSchema, {
          input: yield* one(plan.input),
          expr: yield* callAll(plan.exprs, writeSortArm),
          fetch: signedFetch(plan.fetch),
          preservePartitioning: plan.preservePartitioning,
          dynamicFilter: undefined,
        }),
      };
    case 'SortPreservingMergeExec':
      return {
        case: 'sortPreservingMerge',
        value: message(df.SortPreservingMergeExecNodeSchema, {
          input: yield* one(plan.input),
          expr: yield* callAll(plan.exprs, writeSortArm),
          fetch: signedFetch(plan.fetch),
        }),
      };
    case 'GlobalLimitExec':
      return {
        case: 'globalLimit',
        value: message(df.GlobalLimitExecNodeSchema, {
          input: yield* one(plan.input),
          skip: narrow(plan.skip),
          fetch: signedFetch(plan.fetch),
          wideSkip: wide(plan.skip),
        }),
      };
    case 'LocalLimitExec':
      return {
        case: 'localLimit',
        value: message(df.LocalLimitExecNodeSchema, {
          input: yield* one(plan.input),
          fetch: narrow(plan.fetch),
          wideFetch: wide(plan.fetch),
        }),
      };
    case 'CoalesceBatchesExec':
      return {
        case: 'coalesceBatches',
        value: message(df.CoalesceBatchesExecNodeSchema, {
          input: yield* one(plan.input),
          targetBatchSize: plan.targetBatchSize,
          fetch: narrowOptional(plan.fetch),
          wideFetch: wide(plan.fetch),
        }),
      };
    case 'CoalescePartitionsExec':
      return {
        case: 'merge',
        value: message(df.CoalescePartitionsExecNodeSchema, {
          input: yield* one(plan.input),
          fetch: narrowOptional(plan.fetch),
          wideFetch: wide(plan.fetch),
        }),
      };
    case 'RepartitionExec':
      return {
        case: 'repartition',
        value: message(df.RepartitionExecNodeSchema, {
          input: yield* one(plan.input),
          partitioning: yield* writePartitioning(plan.partitioning),
          preserveOrder: plan.preserveOrder,
        }),
      };
    case 'UnionExec':
      return {
        case: 'union',
        value: message(df.UnionExecNodeSchema, { inputs: yield* writeAll(plan.inputs, options) }),
      };
    case 'InterleaveExec':
      return {
        case: 'interleave',
        value: message(df.InterleaveExecNodeSchema, { inputs: yield* writeAll(plan.inputs, options) }),
      };
    case 'WindowAggExec':
      return { case: 'window', value: yield* writeWindowAgg(plan, options) };
    case 'UnnestExec':
      return { case: 'unnest', value: yield* writeUnnest(plan, options) };
    case 'ExplainExec':
      return { case: 'explain', value: explainToProto(plan) };
    case 'AnalyzeExec':
      return { case: 'analyze', value: yield* writeAnalyze(plan, options) };
    case 'FileSinkExec':
      return yield* writeFileSink(plan, options);
    case 'ShuffleWriterExec':
      return { case: 'extension', value: yield* writeShuffleWriter(plan, options) };
    case 'SortShuffleWriterExec':
      return { case: 'extension', value: yield* writeSortShuffleWriter(plan, options) };
    case 'UnresolvedShuffleExec':
      return { case: 'extension', value: yield* writeUnresolvedShuffle(plan, options) };
    case 'ShuffleReaderExec':
      return { case: 'extension', value: yield* writeShuffleReader(plan, options) };
    case 'ExtensionExec':
      return { case: 'extension', value: yield* writeExtension(plan.extension, plan.inputs, options) };
    default:
      return unreachable(plan, 'physical plan');
  }
}

const writeAll = (plans: readonly ExecutionPlan[], options: EncodeOptions): Task<df.PhysicalPlanNode[]> =>
  callAll(plans, (plan) => writePhysicalPlan(plan, options));

/** Sorts want their keys as expressions; everything else has bare keys. */
function* writeSortArm(key: PhysicalSortExpr): Task<df.PhysicalExprNode> {
  return message(df.PhysicalExprNodeSchema, {
    exprId: undefined,
    ExprType: { case: 'sort', value: yield* writePhysicalSortExpr(key) },
  });
}

function* writeUnnest(plan: UnnestExec, options: EncodeOptions): Task<df.UnnestExecNode> {
  return message(df.UnnestExecNodeSchema, {
    input: yield* call(writePhysicalPlan(plan.input, options)),
    schema: schemaToProto(plan.schema),
    listTypeColumns: plan.listColumns.map(({ index, depth }) =>
      message(df.ListUnnestSchema, { indexInInputSchema: index, depth }),
    ),
    structTypeColumns: plan.structColumns.map(BigInt),
    options: message(df.UnnestOptionsSchema, { preserveNulls: plan.preserveNulls, recursions: [] }),
  });
}
