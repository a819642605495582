import { InvalidArgumentError } from '../../errors/errors.js';
import * as ballista from '../../gen/ballista_pb.js';
import { type FetchPartition, ShuffleFileKind, ShuffleLayout } from '../../shuffle/shuffle.js';
import { enumMapping, message, toSafeNumber, toUint64 } from '../wire/message.js';
import { partitionIdFromProto } from './partition-id.js';

const layouts = enumMapping<ShuffleLayout>({
  passthrough: ballista.ShuffleLayout.PASSTHROUGH,
  sort: ballista.ShuffleLayout.SORT,
});
const fileKinds = enumMapping<ShuffleFileKind>({
  data: ballista.ShuffleFileKind.DATA,
  index: ballista.ShuffleFileKind.INDEX,
});

export const fetchPartitionToProto = (fetch: FetchPartition): ballista.FetchPartition =>
  message(ballista.FetchPartitionSchema, {
    jobId: fetch.partition.jobId,
    stageId: fetch.partition.stageId,
    partitionId: fetch.partition.partitionId,
    host: fetch.host,
    port: fetch.port,
    fileId: fetch.fileId === undefined ? undefined : toUint64(fetch.fileId),
    layout: layouts.toProto(fetch.layout),
    fileKind: fileKinds.toProto(fetch.fileKind),
    byteRanges: fetch.byteRanges.map(({ start, end }) =>
      message(ballista.ByteRangeSchema, { start: toUint64(start), end: toUint64(end) }),
    ),
  });

/**
 * A fetch as a peer asks for it. Whether a range lies inside its file is for the holder of the file to say.
 *
 * @throws InvalidArgumentError or DecodeError for what no file could answer.
 */
export function fetchPartitionFromProto(proto: ballista.FetchPartition): FetchPartition {
  const layout = layouts.fromProto(proto.layout, proto, 'layout');
  const fileKind = fileKinds.fromProto(proto.fileKind, proto, 'file_kind');
  if (fileKind === ShuffleFileKind.Index && layout === ShuffleLayout.Passthrough) {
    throw new InvalidArgumentError('the passthrough layout has no index file');
  }
  return {
    partition: partitionIdFromProto({ ...proto, $typeName: 'ballista.protobuf.PartitionId' }),
    host: proto.host,
    port: proto.port,
    ...(proto.fileId !== undefined && { fileId: toSafeNumber(proto.fileId, proto, 'file_id') }),
    layout,
    fileKind,
    byteRanges: proto.byteRanges.map((range) => {
      const start = toSafeNumber(range.start, range, 'start');
      const end = toSafeNumber(range.end, range, 'end');
      if (end < start) throw new InvalidArgumentError(`byte range [${start}, ${end}) ends before it starts`);
      return { start, end };
    }),
  };
}
