import type { Message } from '@bufbuild/protobuf';
import { DecodeError, NotYetSupportedError } from '../../errors/errors.js';
import type * as df from '../../gen/datafusion_pb.js';
import type { ExecutionPlan } from '../../plan/physical/execution-plan.js';
import type { PhysicalSortExpr } from '../../plan/physical/physical-expr.js';
import type { DecodeOptions } from '../context.js';
import { readPhysicalExpr, readPhysicalExprs, readPhysicalSortExpr } from '../expr/physical-expr.js';
import { schemaFromProto } from '../types/schema.js';
import { required, toSafeNumber, unsetOneof } from '../wire/message.js';
import { call, callAll, type Task } from '../wire/task.js';
import { readAggregate } from './aggregate.js';
import { explainFromProto, readAnalyze } from './explain.js';
import { readFileScan } from './file-scan.js';
import { readCsvSink, readFileSinkExt, readJsonSink, readParquetSink } from './file-sink.js';
import { readFilter } from './filter.js';
import { readCrossJoin, readHashJoin, readNestedLoopJoin, readSortMergeJoin } from './joins.js';
import { memoryScanFromProto } from './memory-scan.js';
import { readPartitioning } from './partitioning.js';
import { readExtension } from './shuffle.js';
import { fetchOf, signedFetchFrom, widened } from './wide-number.js';
import { readWindowAgg } from './window.js';

/**
 * A physical plan from its message.
 *
 * @throws DecodeError for what is not a plan, NotYetSupportedError for a node we know of.
 */
export function* readPhysicalPlan(proto: df.PhysicalPlanNode, options: DecodeOptions): Task<ExecutionPlan> {
  const arm = proto.PhysicalPlanType;
  const one = (input: df.PhysicalPlanNode | undefined): Task<ExecutionPlan> =>
    call(readPhysicalPlan(required(input, arm.value as Message, 'input'), options));
  switch (arm.case) {
    case undefined:
      throw unsetOneof(proto, 'PhysicalPlanType');
    case 'parquetScan':
      return yield* readFileScan('parquet', arm.value);
    case 'csvScan':
      return yield* readFileScan('csv', arm.value);
    case 'jsonScan':
      return yield* readFileScan('json', arm.value);
    case 'arrowScan':
      return yield* readFileScan('arrow', arm.value);
    case 'avroScan':
      return yield* readFileScan('avro', arm.value);
    case 'memoryScan':
      return memoryScanFromProto(arm.value);
    case 'empty':
      return {
        kind: 'EmptyExec',
        schema: schemaFromProto(required(arm.value.schema, arm.value, 'schema')),
        partitionCount: Math.max(arm.value.partitions, 1),
      };
    case 'placeholderRow':
      if (arm.value.partitions > 1) throw new NotYetSupportedError('a placeholder row in several partitions');
      return { kind: 'PlaceholderRowExec', schema: schemaFromProto(required(arm.value.schema, arm.value, 'schema')) };
    case 'filter':
      return yield* readFilter(arm.value, options);
    case 'projection': {
      const exprs = yield* readPhysicalExprs(arm.value.expr);
      const { exprName } = arm.value;
      if (exprs.length !== exprName.length) {
        throw new DecodeError(`${arm.value.$typeName} has ${exprName.length} names for ${exprs.length} expressions`);
      }
      return {
        kind: 'ProjectionExec',
        exprs: exprs.map((expr, index) => ({ expr, name: exprName[index]! })),
        input: yield* one(arm.value.input),
      };
    }
    case 'aggregate':
      return yield* readAggregate(arm.value, options);
    case 'hashJoin':
      return yield* readHashJoin(arm.value, options);
    case 'sortMergeJoin':
      return yield* readSortMergeJoin(arm.value, options);
    case 'nestedLoopJoin':
      return yield* readNestedLoopJoin(arm.value, options);
    case 'crossJoin':
      return yield* readCrossJoin(arm.value, options);
    case 'sort':
      return {
        kind: 'SortExec',
        exprs: yield* callAll(arm.value.expr, readSortArm),
        ...signedFetchFrom(arm.value.fetch, arm.value),
        preservePartitioning: arm.value.preservePartitioning,
        input: yield* one(arm.value.input),
      };
    case 'sortPreservingMerge':
      return {
        kind: 'SortPreservingMergeExec',
        exprs: yield* callAll(arm.value.expr, readSortArm),
        ...signedFetchFrom(arm.value.fetch, arm.value),
        input: yield* one(arm.value.input),
      };
    case 'globalLimit':
      return {
        kind: 'GlobalLimitExec',
        skip: widened(arm.value.skip, arm.value.wideSkip, arm.value, 'wide_skip'),
        ...signedFetchFrom(arm.value.fetch, arm.value),
        input: yield* one(arm.value.input),
      };
    case 'localLimit':
      return {
        kind: 'LocalLimitExec',
        fetch: widened(arm.value.fetch, arm.value.wideFetch, arm.value, 'wide_fetch'),
        input: yield* one(arm.value.input),
      };
    case 'coalesceBatches':
      return {
        kind: 'CoalesceBatchesExec',
        targetBatchSize: arm.value.targetBatchSize,
        ...optionalFetch(arm.value),
        input: yield* one(arm.value.input),
      };
    case 'merge':
      return { kind: 'CoalescePartitionsExec', ...optionalFetch(arm.value), input: yield* one(arm.value.input) };
    case 'repartition':
      return {
        kind: 'RepartitionExec',
        partitioning: yield* readPartitioning(required(arm.value.partitioning, arm.value, 'partitioning')),
        preserveOrder: arm.value.preserveOrder,
        input: yield* one(arm.value.input),
      };
    case 'union':
      return { kind: 'UnionExec', inputs: yield* readAll(arm.value.inputs, options) };
    case 'interleave':
      return { kind: 'InterleaveExec', inputs: yield* readAll(arm.value.inputs, options) };
    case 'window':
      return yield* readWindowAgg(arm.value, options);
    case 'unnest': {
      const { value } = arm;
      return {
        kind: 'UnnestExec',
        input: yield* one(value.input),
        schema: schemaFromProto(required(value.schema, value, 'schema')),
        listColumns: value.listTypeColumns.map(({ indexInInputSchema, depth }) => ({
          index: indexInInputSchema,
          depth,
        })),
        structColumns: value.structTypeColumns.map((index) => toSafeNumber(index, value, 'struct_type_columns')),
        preserveNulls: required(value.options, value, 'options').preserveNulls,
      };
    }
    case 'explain':
      return explainFromProto(arm.value);
    case 'analyze':
      return yield* readAnalyze(arm.value, options);
    case 'parquetSink':
      return yield* readParquetSink(arm.value, options);
    case 'csvSink':
      return yield* readCsvSink(arm.value, options);
    case 'jsonSink':
      return yield* readJsonSink(arm.value, options);
    case 'cooperative':
      // It only yields to other tasks now and then, which every operator of ours does.
      return yield* one(arm.value.input);
    case 'extension':
      return yield* readExtension(arm.value, options);
    case 'ext':
      return yield* readExt(arm.value, options);
    case 'symmetricHashJoin':
    case 'generateSeries':
    case 'asyncFunc':
    case 'buffer':
    case 'scalarSubquery':
      throw new NotYetSupportedError(`the node ${arm.case} in a physical plan`);
  }
}

function* readExt(proto: df.PhysicalPlanExt, options: DecodeOptions): Task<ExecutionPlan> {
  const arm = proto.plan;
  switch (arm.case) {
    case undefined:
      throw unsetOneof(proto, 'plan');
    case 'fileSink':
      return yield* readFileSinkExt(arm.value, options);
    case 'assert':
      return {
        kind: 'AssertExec',
        predicate: yield* call(readPhysicalExpr(required(arm.value.predicate, arm.value, 'predicate'))),
        message: arm.value.message,
        input: yield* call(readPhysicalPlan(required(arm.value.input, arm.value, 'input'), options)),
      };
  }
}

/** @throws DecodeError without inputs. */
function* readAll(protos: readonly df.PhysicalPlanNode[], options: DecodeOptions): Task<ExecutionPlan[]> {
  if (protos.length === 0) throw new DecodeError('a union in a physical plan has no inputs');
  return yield* callAll(protos, (proto) => readPhysicalPlan(proto, options));
}

function* readSortArm(proto: df.PhysicalExprNode): Task<PhysicalSortExpr> {
  if (proto.ExprType.case !== 'sort') {
    throw new DecodeError(`${proto.$typeName} holds a ${proto.ExprType.case} where a sort key is expected`);
  }
  return yield* call(readPhysicalSortExpr(proto.ExprType.value));
}

const optionalFetch = (
  proto: df.CoalesceBatchesExecNode | df.CoalescePartitionsExecNode,
): { readonly fetch?: number } =>
  fetchOf(proto.fetch === undefined ? undefined : widened(proto.fetch, proto.wideFetch, proto, 'wide_fetch'));
