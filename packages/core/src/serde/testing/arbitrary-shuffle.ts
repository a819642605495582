import fc from 'fast-check';
import { executorId, jobId } from '../../ids.js';
import {
  type FetchPartition,
  type PartitionLocation,
  ShuffleLayout,
  type ShuffleWritePartition,
} from '../../shuffle/shuffle.js';
import { compact, optional } from './arbitrary-plans.js';

const number = fc.nat();
const layout = fc.constantFrom(ShuffleLayout.Passthrough, ShuffleLayout.Sort);
const partitionId = fc.record({
  jobId: fc.constantFrom(jobId('job_1'), jobId('j')),
  stageId: number,
  partitionId: number,
});

export const anyLocation: fc.Arbitrary<PartitionLocation> = fc
  .record({
    mapPartitionId: number,
    partitionId,
    executor: fc.record({
      id: fc.constant(executorId('e-1')),
      host: fc.constantFrom('localhost', '::1'),
      port: fc.nat(65535),
      grpcPort: fc.nat(65535),
      vcores: fc.nat(64),
    }),
    stats: fc
      .record({
        numRows: optional(fc.maxSafeNat()),
        numBatches: optional(number),
        numBytes: optional(number),
        fileBytes: optional(number),
      })
      .map(compact),
    fileId: optional(number),
    layout,
  })
  .map(compact);

export const anyWritePartition: fc.Arbitrary<ShuffleWritePartition> = fc
  .record({
    partitionId: number,
    numBatches: number,
    numRows: number,
    numBytes: number,
    fileBytes: number,
    fileId: optional(number),
    layout,
  })
  .map(compact);

export const anyFetch: fc.Arbitrary<FetchPartition> = fc
  .record({
    partition: partitionId,
    host: fc.constantFrom('localhost', ''),
    port: fc.nat(65535),
    fileId: optional(number),
    target: fc.constantFrom(
      { layout: ShuffleLayout.Passthrough, fileKind: 'data' as const },
      { layout: ShuffleLayout.Sort, fileKind: 'data' as const },
      { layout: ShuffleLayout.Sort, fileKind: 'index' as const },
    ),
    byteRanges: fc.array(
      fc.tuple(fc.nat(), fc.nat()).map(([start, length]) => ({ start, end: start + length })),
      { maxLength: 3 },
    ),
  })
  .map(({ target, ...rest }) => compact({ ...rest, ...target }));
