import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as ballista from '../../gen/ballista_pb.js';
import { anyFetch, anyLocation, anyWritePartition } from '../testing/arbitrary-shuffle.js';
import { coalescePlanFromProto, coalescePlanToProto } from './coalesce-plan.js';
import { fetchPartitionFromProto, fetchPartitionToProto } from './fetch-partition.js';
import { partitionLocationFromProto, partitionLocationToProto } from './partition-location.js';
import { partitionStatsToProto } from './partition-stats.js';
import { shuffleWritePartitionFromProto, shuffleWritePartitionToProto } from './shuffle-write-partition.js';

describe('shuffle addresses on the wire', () => {
  test('a location comes back, with what is known of its size and no more', () => {
    fc.assert(
      fc.property(anyLocation, (location) => {
        const bytes = toBinary(ballista.PartitionLocationSchema, partitionLocationToProto(location));
        expect(partitionLocationFromProto(fromBinary(ballista.PartitionLocationSchema, bytes))).toEqual(location);
      }),
    );
  });

  test('what a writer reports comes back', () => {
    fc.assert(
      fc.property(anyWritePartition, (partition) => {
        const bytes = toBinary(ballista.ShuffleWritePartitionSchema, shuffleWritePartitionToProto(partition));
        expect(shuffleWritePartitionFromProto(fromBinary(ballista.ShuffleWritePartitionSchema, bytes))).toEqual(
          partition,
        );
      }),
    );
  });

  test('a fetch comes back with its ranges in order', () => {
    fc.assert(
      fc.property(anyFetch, (fetch) => {
        const bytes = toBinary(ballista.FetchPartitionSchema, fetchPartitionToProto(fetch));
        expect(fetchPartitionFromProto(fromBinary(ballista.FetchPartitionSchema, bytes))).toEqual(fetch);
      }),
    );
  });

  test('an unknown size is -1, which is what other readers take for unknown', () => {
    expect(partitionStatsToProto({})).toMatchObject({ numRows: -1n, numBatches: -1n, numBytes: -1n });
    expect(partitionStatsToProto({}).fileBytes).toBeUndefined();
  });

  test('a writer that tells one size means both by it', () => {
    const partition = shuffleWritePartitionFromProto(create(ballista.ShuffleWritePartitionSchema, { numBytes: 9n }));
    expect(partition).toMatchObject({ numBytes: 9, fileBytes: 9 });
  });

  test('a fetch that no file could answer is refused', () => {
    const fetch = (init: object) =>
      fetchPartitionFromProto(create(ballista.FetchPartitionSchema, { jobId: 'j', ...init }));
    expect(() => fetch({ fileKind: ballista.ShuffleFileKind.INDEX })).toThrow(
      'the passthrough layout has no index file',
    );
    expect(() => fetch({ layout: 7 })).toThrow('ballista.protobuf.FetchPartition.layout has the unknown value 7');
    expect(() => fetch({ byteRanges: [{ start: 5n, end: 4n }] })).toThrow('byte range [5, 4) ends before it starts');
    expect(() => fetch({ byteRanges: [{ start: 0n, end: 2n ** 60n }] })).toThrow(
      'ByteRange.end is 1152921504606846976',
    );
    expect(() => fetch({ jobId: '..' })).toThrow('invalid job id ".."');
  });

  test('a fetch of the former number 8 does not turn into a sort fetch', () => {
    const old = Uint8Array.from([0x0a, 1, 0x6a, 0x40, 1]);
    expect(fetchPartitionFromProto(fromBinary(ballista.FetchPartitionSchema, old)).layout).toBe('passthrough');
  });

  test('a location without its parts names what is missing', () => {
    expect(() => partitionLocationFromProto(create(ballista.PartitionLocationSchema))).toThrow(
      'ballista.protobuf.PartitionLocation.partition_id is missing',
    );
    expect(() =>
      partitionLocationFromProto(create(ballista.PartitionLocationSchema, { partitionId: { jobId: 'j' } })),
    ).toThrow('ballista.protobuf.PartitionLocation.executor_meta is missing');
  });

  test('groups of a coalesce plan stay in their order, and inside the upstream partitions', () => {
    const plan = { upstreamPartitionCount: 4, groups: [[0, 1], [2], [3], []] };
    expect(coalescePlanFromProto(coalescePlanToProto(plan))).toEqual(plan);
    expect(() => coalescePlanFromProto(coalescePlanToProto({ upstreamPartitionCount: 2, groups: [[2]] }))).toThrow(
      'ballista.protobuf.CoalescePlan groups partition 2 of 2',
    );
  });
});
