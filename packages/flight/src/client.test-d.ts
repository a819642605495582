import {
  type ByteRange,
  type ExecutorId,
  type PartitionId,
  type ShuffleFileKind,
  ShuffleLayout,
} from '@ballista-ts/core';
import type { RecordBatch, Schema } from 'apache-arrow';
import type { Action } from './action.js';
import type { BallistaClient } from './client.js';

// Compiled by `typecheck`. Each line that must not compile says so; when it does compile, the check fails.
declare const client: BallistaClient;
declare const executorId: ExecutorId;
declare const partitionId: PartitionId;
declare const fileId: number | undefined;
declare const action: Action;
declare const fileKind: ShuffleFileKind;
declare const ranges: readonly ByteRange[];
declare const header: Uint8Array;
declare const schema: Schema;

const layout: ShuffleLayout = ShuffleLayout.Passthrough;

client.fetchPartition(executorId, partitionId, fileId, layout, true) satisfies AsyncIterable<RecordBatch>;
client.fetchPartition(executorId, partitionId, undefined, 'sort', false, { signal: AbortSignal.abort() });
client.fetchPartitionProxied(
  executorId,
  partitionId,
  'host',
  50051,
  fileId,
  layout,
  true,
) satisfies AsyncIterable<RecordBatch>;
client.fetchByteRanges(executorId, partitionId, fileId, layout, fileKind, ranges) satisfies AsyncIterable<Uint8Array>;
client.executeDoAction(action) satisfies AsyncIterable<RecordBatch>;
client.executeDoActionWithHeader(action, header) satisfies AsyncIterable<RecordBatch>;
client.executeDoActionWithHeader(action, schema) satisfies AsyncIterable<RecordBatch>;

// @ts-expect-error a boolean said "sort based" before 55.0.0
client.fetchPartition(executorId, partitionId, fileId, true, true);
// @ts-expect-error a boolean said "sort based" before 55.0.0
client.fetchPartitionProxied(executorId, partitionId, 'host', 50051, fileId, false, true);
// @ts-expect-error the layout comes before the transport
client.fetchPartition(executorId, partitionId, fileId, true, layout);
// @ts-expect-error an executor id is not any string
client.fetchPartition('executor', partitionId, fileId, layout, true);
// @ts-expect-error the kind of file comes before the ranges
client.fetchByteRanges(executorId, partitionId, fileId, layout, ranges, fileKind);
// @ts-expect-error a header is what makes it the other method
client.executeDoAction(action, header);
// @ts-expect-error without a header it is executeDoAction
client.executeDoActionWithHeader(action);
