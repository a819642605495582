import {
  type ByteRange,
  type FetchPartition,
  InvalidArgumentError,
  jobId,
  ShuffleFileKind,
  ShuffleLayout,
} from '@ballista-ts/core';
import { ballista } from '@ballista-ts/core/proto';
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';

/** What a Flight ticket or the body of an action asks for. */
export type Action = { readonly kind: 'fetchPartition' } & FetchPartition;

/** Ranges one request may name; each costs a read. */
const maxByteRanges = 65_536;

const layoutToProto = {
  passthrough: ballista.ShuffleLayout.PASSTHROUGH,
  sort: ballista.ShuffleLayout.SORT,
} as const;
const fileKindToProto = { data: ballista.ShuffleFileKind.DATA, index: ballista.ShuffleFileKind.INDEX } as const;

/** The action as protobuf bytes. */
export function encodeAction(action: Action): Uint8Array {
  const { partition, host, port, fileId, layout, fileKind, byteRanges } = action;
  return toBinary(
    ballista.ActionSchema,
    create(ballista.ActionSchema, {
      ActionType: {
        case: 'fetchPartition',
        value: create(ballista.FetchPartitionSchema, {
          jobId: partition.jobId,
          stageId: partition.stageId,
          partitionId: partition.partitionId,
          host,
          port,
          ...(fileId === undefined ? {} : { fileId: BigInt(fileId) }),
          layout: layoutToProto[layout],
          fileKind: fileKindToProto[fileKind],
          byteRanges: byteRanges.map(({ start, end }) =>
            create(ballista.ByteRangeSchema, { start: BigInt(start), end: BigInt(end) }),
          ),
        }),
      },
    }),
  );
}

/**
 * Reads and checks what a peer asks for. Nothing in it is believed: ids must be ids, numbers must be numbers we can hold.
 * @throws InvalidArgumentError
 */
export function decodeAction(bytes: Uint8Array): Action {
  let message: ballista.Action;
  try {
    message = fromBinary(ballista.ActionSchema, bytes);
  } catch (cause) {
    throw new InvalidArgumentError('the ticket is not an Action message', { cause });
  }
  const action = message.ActionType;
  if (action.case !== 'fetchPartition')
    throw new InvalidArgumentError('the action asks for nothing: fetch_partition is missing');
  const fetch = action.value;
  const layout = layoutFromProto(fetch.layout);
  const fileKind = fileKindFromProto(fetch.fileKind);
  if (fileKind === ShuffleFileKind.Index && layout === ShuffleLayout.Passthrough) {
    throw new InvalidArgumentError('the passthrough layout has no index file');
  }
  if (layout === ShuffleLayout.Sort && fetch.fileId === undefined) {
    throw new InvalidArgumentError("can't create path for sort shuffle without file_id provided");
  }
  if (fetch.byteRanges.length > maxByteRanges) {
    throw new InvalidArgumentError(`${fetch.byteRanges.length} byte ranges are over the limit of ${maxByteRanges}`);
  }
  return {
    kind: 'fetchPartition',
    partition: { jobId: jobId(fetch.jobId), stageId: fetch.stageId, partitionId: fetch.partitionId },
    host: fetch.host,
    port: fetch.port,
    ...(fetch.fileId === undefined ? {} : { fileId: toNumber(fetch.fileId, 'file_id') }),
    layout,
    fileKind,
    byteRanges: fetch.byteRanges.map(rangeFromProto),
  };
}

function rangeFromProto(range: ballista.ByteRange): ByteRange {
  const start = toNumber(range.start, 'start of a byte range');
  const end = toNumber(range.end, 'end of a byte range');
  if (end < start) throw new InvalidArgumentError(`byte range [${start}, ${end}) ends before it starts`);
  return { start, end };
}

function layoutFromProto(layout: ballista.ShuffleLayout): ShuffleLayout {
  if (layout === ballista.ShuffleLayout.PASSTHROUGH) return ShuffleLayout.Passthrough;
  if (layout === ballista.ShuffleLayout.SORT) return ShuffleLayout.Sort;
  throw new InvalidArgumentError(`unknown shuffle layout ${String(layout)}`);
}

function fileKindFromProto(kind: ballista.ShuffleFileKind): ShuffleFileKind {
  if (kind === ballista.ShuffleFileKind.DATA) return ShuffleFileKind.Data;
  if (kind === ballista.ShuffleFileKind.INDEX) return ShuffleFileKind.Index;
  throw new InvalidArgumentError(`unknown shuffle file kind ${String(kind)}`);
}

function toNumber(value: bigint, what: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new InvalidArgumentError(`${what} ${value} is too large`);
  return number;
}
