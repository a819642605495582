import { DecodeError } from '../../errors/errors.js';
import { FileFormatExtSchema } from '../../gen/ballista_pb.js';
import * as common from '../../gen/datafusion_common_pb.js';
import type { FileFormat, FileFormatKind } from '../../plan/file-format.js';
import { metadataToProto } from '../types/schema.js';
import type { WireLimits } from '../wire/limits.js';
import { message } from '../wire/message.js';
import { readMessage } from '../wire/read-message.js';
import { writeMessage } from '../wire/write-message.js';
import type { OptionMap } from './option-text.js';
import { parquetOptionsFromProto, parquetOptionsToProto } from './parquet-options.js';
import { csvOptionsFromProto, csvOptionsToProto, jsonOptionsFromProto, jsonOptionsToProto } from './text-options.js';

/** The exact options, beside the typed message that other implementations read. */
export const formatOptionsToProto = (options: OptionMap): common.FormatOptionsExt =>
  message(common.FormatOptionsExtSchema, { options: metadataToProto(options) });

/** The exact options when the sender was one of ours, else what the typed message says. */
export const formatOptionsFromProto = (
  exact: common.FormatOptionsExt | undefined,
  typed: () => OptionMap,
): OptionMap => (exact === undefined ? typed() : new Map(Object.entries(exact.options)));

// The order is part of the wire: a new format goes last.
const positions: readonly FileFormatKind[] = ['parquet', 'csv', 'json', 'arrow', 'avro'];

/** A file format inside a logical plan: its position in the list of formats, and the message of its options. */
export function fileFormatToBytes(format: FileFormat, limits: WireLimits): Uint8Array {
  return writeMessage(
    FileFormatExtSchema,
    message(FileFormatExtSchema, {
      encoderPosition: positions.indexOf(format.kind),
      blob: optionsBlob(format, limits),
      formatOptions: formatOptionsToProto(format.options),
    }),
    limits,
  );
}

function optionsBlob({ kind, options }: FileFormat, limits: WireLimits): Uint8Array {
  switch (kind) {
    case 'parquet':
      return writeMessage(common.TableParquetOptionsSchema, parquetOptionsToProto(options), limits);
    case 'csv':
      return writeMessage(common.CsvOptionsSchema, csvOptionsToProto(options), limits);
    case 'json':
      return writeMessage(common.JsonOptionsSchema, jsonOptionsToProto(options), limits);
    case 'arrow':
    case 'avro':
      return new Uint8Array(0);
  }
}

/** @throws DecodeError for a position without a format. */
export function fileFormatFromBytes(bytes: Uint8Array, limits: WireLimits): FileFormat {
  const proto = readMessage(FileFormatExtSchema, bytes, limits);
  const kind = positions[proto.encoderPosition];
  if (kind === undefined) throw new DecodeError(`file format ${proto.encoderPosition} is unknown`);
  return { kind, options: formatOptionsFromProto(proto.formatOptions, () => blobOptions(kind, proto.blob, limits)) };
}

function blobOptions(kind: FileFormatKind, blob: Uint8Array, limits: WireLimits): OptionMap {
  switch (kind) {
    case 'parquet':
      return parquetOptionsFromProto(readMessage(common.TableParquetOptionsSchema, blob, limits));
    case 'csv':
      return csvOptionsFromProto(readMessage(common.CsvOptionsSchema, blob, limits));
    case 'json':
      return jsonOptionsFromProto(readMessage(common.JsonOptionsSchema, blob, limits));
    case 'arrow':
    case 'avro':
      return new Map();
  }
}
