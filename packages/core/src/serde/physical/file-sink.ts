import { DecodeError } from '../../errors/errors.js';
import type * as common from '../../gen/datafusion_common_pb.js';
import * as df from '../../gen/datafusion_pb.js';
import { type FileFormatKind, fileFormatKinds } from '../../plan/file-format.js';
import { countSchema, type FileSinkExec } from '../../plan/physical/file-sink-exec.js';
import type { DecodeOptions, EncodeOptions } from '../context.js';
import { formatOptionsFromProto, formatOptionsToProto } from '../format/file-format.js';
import type { OptionMap } from '../format/option-text.js';
import { parquetOptionsFromProto, parquetOptionsToProto } from '../format/parquet-options.js';
import {
  csvWriterOptionsFromProto,
  csvWriterOptionsToProto,
  jsonWriterOptionsFromProto,
  jsonWriterOptionsToProto,
} from '../format/text-options.js';
import { partitionColumnFromProto, partitionColumnToProto } from '../logical/table-scan.js';
import { fieldFromProto, fieldToProto, schemaFromProto, schemaToProto } from '../types/schema.js';
import { enumMapping, message, required } from '../wire/message.js';
import { call, type Task } from '../wire/task.js';
import { readPhysicalPlan } from './read-physical-plan.js';
import { writePhysicalPlan } from './write-physical-plan.js';

type Arm = Exclude<df.PhysicalPlanNode['PhysicalPlanType'], { case: undefined }>;

const insertModes = enumMapping<FileSinkExec['insertMode']>({
  append: df.InsertOp.Append,
  overwrite: df.InsertOp.Overwrite,
  replace: df.InsertOp.Replace,
});
const outputModes = enumMapping<FileSinkExec['outputMode']>({
  automatic: df.FileOutputMode.AUTOMATIC,
  singleFile: df.FileOutputMode.SINGLE_FILE,
  directory: df.FileOutputMode.DIRECTORY,
});

/** A sink, in the message of its format. */
export function* writeFileSink(plan: FileSinkExec, options: EncodeOptions): Task<Arm> {
  const input = yield* call(writePhysicalPlan(plan.input, options));
  const config = configToProto(plan);
  const formatOptions = formatOptionsToProto(plan.format.options);
  const shared = { input, sinkSchema: schemaToProto(countSchema), sortOrder: undefined, formatOptions };
  switch (plan.format.kind) {
    case 'parquet': {
      const parquetOptions = parquetOptionsToProto(plan.format.options);
      const sink = message(df.ParquetSinkSchema, { config, parquetOptions });
      return { case: 'parquetSink', value: message(df.ParquetSinkExecNodeSchema, { ...shared, sink }) };
    }
    case 'csv': {
      const sink = message(df.CsvSinkSchema, { config, writerOptions: csvWriterOptionsToProto(plan.format.options) });
      return { case: 'csvSink', value: message(df.CsvSinkExecNodeSchema, { ...shared, sink }) };
    }
    case 'json': {
      const sink = message(df.JsonSinkSchema, { config, writerOptions: jsonWriterOptionsToProto(plan.format.options) });
      return { case: 'jsonSink', value: message(df.JsonSinkExecNodeSchema, { ...shared, sink }) };
    }
    case 'arrow':
    case 'avro': {
      const value = message(df.FileSinkExecExtSchema, { input, config, format: plan.format.kind, formatOptions });
      return { case: 'ext', value: message(df.PhysicalPlanExtSchema, { plan: { case: 'fileSink', value } }) };
    }
  }
}

const configToProto = (plan: FileSinkExec): df.FileSinkConfig =>
  message(df.FileSinkConfigSchema, {
    objectStoreUrl: plan.objectStoreUrl,
    fileGroups: [],
    tablePaths: [`${plan.objectStoreUrl}${plan.path}`],
    outputSchema: schemaToProto(plan.outputSchema),
    tablePartitionCols: plan.partitionColumns.map(partitionColumnToProto),
    keepPartitionByColumns: plan.keepPartitionByColumns,
    insertOp: insertModes.toProto(plan.insertMode),
    fileExtension: plan.format.kind,
    fileOutputMode: outputModes.toProto(plan.outputMode),
    partitionFields: plan.partitionColumns.map((one) => fieldToProto(one)),
  });

export const readParquetSink = (proto: df.ParquetSinkExecNode, options: DecodeOptions): Task<FileSinkExec> =>
  readSink('parquet', proto, proto.sink, options, () =>
    proto.sink?.parquetOptions === undefined ? new Map() : parquetOptionsFromProto(proto.sink.parquetOptions),
  );
export const readCsvSink = (proto: df.CsvSinkExecNode, options: DecodeOptions): Task<FileSinkExec> =>
  readSink('csv', proto, proto.sink, options, () =>
    proto.sink?.writerOptions === undefined ? new Map() : csvWriterOptionsFromProto(proto.sink.writerOptions),
  );
export const readJsonSink = (proto: df.JsonSinkExecNode, options: DecodeOptions): Task<FileSinkExec> =>
  readSink('json', proto, proto.sink, options, () =>
    proto.sink?.writerOptions === undefined ? new Map() : jsonWriterOptionsFromProto(proto.sink.writerOptions),
  );
/** @throws DecodeError for a format that does not exist. */
export function readFileSinkExt(proto: df.FileSinkExecExt, options: DecodeOptions): Task<FileSinkExec> {
  const kind = fileFormatKinds.find((one) => one === proto.format);
  if (kind === undefined)
    throw new DecodeError(`${proto.$typeName}.format is ${JSON.stringify(proto.format.slice(0, 20))}`);
  return readSink(kind, proto, proto, options, () => new Map());
}

interface SinkNode {
  readonly $typeName: string;
  readonly input?: df.PhysicalPlanNode | undefined;
  readonly formatOptions?: common.FormatOptionsExt | undefined;
}

function* readSink(
  kind: FileFormatKind,
  proto: SinkNode,
  sink: { readonly config?: df.FileSinkConfig | undefined } | undefined,
  options: DecodeOptions,
  typed: () => OptionMap,
): Task<FileSinkExec> {
  const config = required(required(sink, proto, 'sink').config, proto, 'config');
  const [url, ...others] = config.tablePaths;
  if (url === undefined || others.length > 0 || !url.startsWith(config.objectStoreUrl)) {
    throw new DecodeError(
      `${config.$typeName}.table_paths does not hold one path of ${JSON.stringify(config.objectStoreUrl)}`,
    );
  }
  return {
    kind: 'FileSinkExec',
    format: { kind, options: formatOptionsFromProto(proto.formatOptions, typed) },
    objectStoreUrl: config.objectStoreUrl,
    path: url.slice(config.objectStoreUrl.length),
    outputMode: outputModes.fromProto(config.fileOutputMode, config, 'file_output_mode'),
    insertMode: insertModes.fromProto(config.insertOp, config, 'insert_op'),
    outputSchema: schemaFromProto(required(config.outputSchema, config, 'output_schema')),
    partitionColumns:
      config.partitionFields.length > 0
        ? config.partitionFields.map((one) => fieldFromProto(one))
        : config.tablePartitionCols.map(partitionColumnFromProto),
    keepPartitionByColumns: config.keepPartitionByColumns,
    input: yield* call(readPhysicalPlan(required(proto.input, proto, 'input'), options)),
  };
}
