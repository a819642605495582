import { InvalidArgumentError, jobId } from '@ballista-ts/core';
import { ballista } from '@ballista-ts/core/proto';
import { create, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { type Action, decodeAction, encodeAction } from './action.js';

const fetch = (value: MessageInitShape<typeof ballista.FetchPartitionSchema>): Uint8Array =>
  toBinary(
    ballista.ActionSchema,
    create(ballista.ActionSchema, {
      ActionType: { case: 'fetchPartition', value: create(ballista.FetchPartitionSchema, { jobId: 'j1', ...value }) },
    }),
  );

test.each<Action>([
  {
    kind: 'fetchPartition',
    partition: { jobId: jobId('Job-1'), stageId: 3, partitionId: 4_000_000_000 },
    host: '::1',
    port: 50051,
    fileId: 2 ** 40,
    layout: 'sort',
    fileKind: 'index',
    byteRanges: [],
  },
  {
    kind: 'fetchPartition',
    partition: { jobId: jobId('j'), stageId: 0, partitionId: 0 },
    host: '',
    port: 0,
    layout: 'passthrough',
    fileKind: 'data',
    byteRanges: [
      { start: 5, end: 9 },
      { start: 0, end: 0 },
      { start: 5, end: 9 },
    ],
  },
])('an action comes back as it went out, ranges in their order', (action) => {
  expect(decodeAction(encodeAction(action))).toEqual(action);
});

test('file id 0 is an id, not an absent one', () => {
  expect(decodeAction(fetch({ fileId: 0n })).fileId).toBe(0);
  expect(decodeAction(fetch({})).fileId).toBeUndefined();
});

test('the boolean of older versions, number 8, is skipped and does not mean sort', () => {
  const old = fetch({ fileId: 1n });
  // Append field 8 = true inside FetchPartition: the action is one length-delimited field of 2 header bytes.
  const inner = new Uint8Array([...old.subarray(2), 0x40, 1]);
  expect(decodeAction(new Uint8Array([old[0]!, inner.length, ...inner])).layout).toBe('passthrough');
});

test.each([
  ['a job id that is a path', fetch({ jobId: '../../etc' }), /invalid job id "..\/..\/etc"/],
  ['a job id with a zero byte', fetch({ jobId: 'a\0b' }), /invalid job id/],
  ['no job id', fetch({ jobId: '' }), /invalid job id ""/],
  ['an unknown layout', fetch({ layout: 7 as never }), /FetchPartition.layout has the unknown value 7/],
  [
    'an unknown kind of file',
    fetch({ layout: 1, fileId: 1n, fileKind: 9 as never }),
    /FetchPartition.file_kind has the unknown value 9/,
  ],
  ['an index of the passthrough layout', fetch({ fileKind: 1 }), /the passthrough layout has no index file/],
  [
    'the sort layout without file id',
    fetch({ layout: 1 }),
    /can't create path for sort shuffle without file_id provided/,
  ],
  [
    'a range that ends before it starts',
    fetch({ byteRanges: [{ start: 2n, end: 1n }] }),
    /\[2, 1\) ends before it starts/,
  ],
  [
    'a range beyond all files',
    fetch({ byteRanges: [{ start: 0n, end: 2n ** 63n }] }),
    /ByteRange.end is 9223372036854775808, beyond/,
  ],
  ['a file id beyond all tasks', fetch({ fileId: 2n ** 60n }), /FetchPartition.file_id is 1152921504606846976, beyond/],
  [
    'too many ranges',
    fetch({ byteRanges: Array.from({ length: 70_000 }, () => ({ start: 0n, end: 0n })) }),
    /70000 byte ranges/,
  ],
  ['nothing', toBinary(ballista.ActionSchema, create(ballista.ActionSchema, {})), /asks for nothing/],
  ['bytes that are no message', new Uint8Array([0xff, 0xff]), /not an Action message/],
] as const)('an action with %s is refused', (_what, bytes, message) => {
  expect(() => decodeAction(bytes)).toThrow(InvalidArgumentError);
  expect(() => decodeAction(bytes)).toThrow(message);
});
