import {
  BallistaError,
  describeError,
  type FetchPartition,
  InvalidArgumentError,
  ShuffleLayout,
} from '@ballista-ts/core';
import { ballista } from '@ballista-ts/core/proto';
import { fetchPartitionFromProto, fetchPartitionToProto } from '@ballista-ts/core/serde';
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';

/** What a Flight ticket or the body of an action asks for. */
export type Action = { readonly kind: 'fetchPartition' } & FetchPartition;

/** Ranges one request may name; each costs a read. */
const maxByteRanges = 65_536;

/** The action as protobuf bytes. */
export const encodeAction = (action: Action): Uint8Array =>
  toBinary(
    ballista.ActionSchema,
    create(ballista.ActionSchema, {
      ActionType: { case: 'fetchPartition', value: fetchPartitionToProto(action) },
    }),
  );

/**
 * Reads and checks what a peer asks for: ids must be ids, the layout must have the file, ranges must be ranges.
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
  if (action.case !== 'fetchPartition') {
    throw new InvalidArgumentError('the action asks for nothing: fetch_partition is missing');
  }
  if (action.value.byteRanges.length > maxByteRanges) {
    throw new InvalidArgumentError(
      `${action.value.byteRanges.length} byte ranges are over the limit of ${maxByteRanges}`,
    );
  }
  const fetch = readFetch(action.value);
  if (fetch.layout === ShuffleLayout.Sort && fetch.fileId === undefined) {
    throw new InvalidArgumentError("can't create path for sort shuffle without file_id provided");
  }
  return { kind: 'fetchPartition', ...fetch };
}

function readFetch(message: ballista.FetchPartition): FetchPartition {
  try {
    return fetchPartitionFromProto(message);
  } catch (cause) {
    // Bytes of a file that cannot be decoded are the file's fault; these are the caller's.
    if (!(cause instanceof BallistaError) || cause instanceof InvalidArgumentError) throw cause;
    throw new InvalidArgumentError(describeError(cause), { cause });
  }
}
