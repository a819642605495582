import * as df from '../../gen/datafusion_pb.js';
import type { MemoryScanExec } from '../../plan/physical/memory-scan-exec.js';
import { statisticsFromProto, statisticsToProto } from '../statistics.js';
import { schemaFromProto, schemaToProto } from '../types/schema.js';
import { message, required } from '../wire/message.js';
import { fetchOf, narrowOptional, wide, widened } from './wide-number.js';

export const memoryScanToProto = (plan: MemoryScanExec): df.MemoryScanExecNode =>
  message(df.MemoryScanExecNodeSchema, {
    partitions: [...plan.partitions],
    schema: schemaToProto(plan.schema),
    projection: [...(plan.projection ?? [])],
    sortInformation: [],
    showSizes: false,
    fetch: narrowOptional(plan.fetch),
    wideFetch: wide(plan.fetch),
    statistics: plan.statistics === undefined ? undefined : statisticsToProto(plan.statistics, plan.schema),
    noColumns: plan.projection?.length === 0 ? true : undefined,
  });

/** An empty projection means all columns, unless a sender of ours says otherwise. */
export function memoryScanFromProto(proto: df.MemoryScanExecNode): MemoryScanExec {
  const schema = schemaFromProto(required(proto.schema, proto, 'schema'));
  return {
    kind: 'MemoryScanExec',
    partitions: proto.partitions,
    schema,
    ...((proto.projection.length > 0 || proto.noColumns === true) && { projection: proto.projection }),
    ...fetchOf(proto.fetch === undefined ? undefined : widened(proto.fetch, proto.wideFetch, proto, 'wide_fetch')),
    ...(proto.statistics !== undefined && { statistics: statisticsFromProto(proto.statistics, schema) }),
  };
}
