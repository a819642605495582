import type { Message } from '@bufbuild/protobuf';
import { DecodeError } from '../../errors/errors.js';
import * as common from '../../gen/datafusion_common_pb.js';
import { enumMapping, message } from '../wire/message.js';
import {
  bigintOption,
  booleanOption,
  byteOption,
  type OptionMap,
  optionMap,
  uint32Option,
  wordOption,
} from './option-text.js';

type Compression = 'gzip' | 'bzip2' | 'xz' | 'zstd' | 'uncompressed';
const compressionWords = ['gzip', 'bzip2', 'xz', 'zstd', 'uncompressed'] as const;
const compressions = enumMapping<Compression>({
  gzip: common.CompressionTypeVariant.GZIP,
  bzip2: common.CompressionTypeVariant.BZIP2,
  xz: common.CompressionTypeVariant.XZ,
  zstd: common.CompressionTypeVariant.ZSTD,
  uncompressed: common.CompressionTypeVariant.UNCOMPRESSED,
});
type QuoteStyle = 'necessary' | 'always' | 'non_numeric' | 'never';
const quoteStyleWords = ['necessary', 'always', 'non_numeric', 'never'] as const;
const quoteStyles = enumMapping<QuoteStyle>({
  necessary: common.CsvQuoteStyle.NECESSARY,
  always: common.CsvQuoteStyle.ALWAYS,
  non_numeric: common.CsvQuoteStyle.NON_NUMERIC,
  never: common.CsvQuoteStyle.NEVER,
});

// The number 0 is gzip, so no compression has to be said.
const compressionToProto = (options: OptionMap): common.CompressionTypeVariant =>
  compressions.toProto(wordOption(options, 'compression', compressionWords) ?? 'uncompressed');
function compressionFromProto(value: number, owner: Message): Compression | undefined {
  const compression = compressions.fromProto(value, owner, 'compression');
  return compression === 'uncompressed' ? undefined : compression;
}
const quoteStyleToProto = (options: OptionMap): common.CsvQuoteStyle =>
  quoteStyles.toProto(wordOption(options, 'quote_style', quoteStyleWords) ?? 'necessary');
function quoteStyleFromProto(value: number, owner: Message): QuoteStyle | undefined {
  const style = quoteStyles.fromProto(value, owner, 'quote_style');
  return style === 'necessary' ? undefined : style;
}

// CsvOptions knows "unset" of flags and characters as no bytes at all.
const flag = (options: OptionMap, key: string): Uint8Array => {
  const value = booleanOption(options, key);
  return value === undefined ? new Uint8Array(0) : Uint8Array.of(value ? 1 : 0);
};
const byte = (options: OptionMap, key: string): Uint8Array => {
  const value = byteOption(options, key);
  return value === undefined ? new Uint8Array(0) : Uint8Array.of(value.charCodeAt(0));
};
const flagFrom = (bytes: Uint8Array): boolean | undefined => (bytes.length === 0 ? undefined : bytes[0] !== 0);
const byteFrom = (bytes: Uint8Array): string | undefined =>
  bytes.length === 0 ? undefined : String.fromCharCode(bytes[0]!);
const textFrom = (text: string): string | undefined => (text === '' ? undefined : text);

/** What a CSV file is read with, for peers that do not know our own list of options. */
export const csvOptionsToProto = (options: OptionMap): common.CsvOptions =>
  message(common.CsvOptionsSchema, {
    hasHeader: flag(options, 'has_header'),
    delimiter: options.has('delimiter') ? byte(options, 'delimiter') : Uint8Array.of(0x2c),
    quote: options.has('quote') ? byte(options, 'quote') : Uint8Array.of(0x22),
    escape: byte(options, 'escape'),
    compression: compressionToProto(options),
    schemaInferMaxRec: bigintOption(options, 'schema_infer_max_rec'),
    dateFormat: options.get('date_format') ?? '',
    datetimeFormat: options.get('datetime_format') ?? '',
    timestampFormat: options.get('timestamp_format') ?? '',
    timestampTzFormat: options.get('timestamp_tz_format') ?? '',
    timeFormat: options.get('time_format') ?? '',
    nullValue: options.get('null_value') ?? '',
    nullRegex: options.get('null_regex') ?? '',
    comment: byte(options, 'comment'),
    doubleQuote: flag(options, 'double_quote'),
    newlinesInValues: flag(options, 'newlines_in_values'),
    terminator: byte(options, 'terminator'),
    truncatedRows: flag(options, 'truncated_rows'),
    compressionLevel: uint32Option(options, 'compression_level'),
    quoteStyle: quoteStyleToProto(options),
    ignoreLeadingWhitespace: flag(options, 'ignore_leading_whitespace'),
    ignoreTrailingWhitespace: flag(options, 'ignore_trailing_whitespace'),
  });

export const csvOptionsFromProto = (proto: common.CsvOptions): OptionMap =>
  optionMap([
    ['has_header', flagFrom(proto.hasHeader)],
    ['delimiter', byteFrom(proto.delimiter)],
    ['quote', byteFrom(proto.quote)],
    ['escape', byteFrom(proto.escape)],
    ['compression', compressionFromProto(proto.compression, proto)],
    ['schema_infer_max_rec', proto.schemaInferMaxRec],
    ['date_format', textFrom(proto.dateFormat)],
    ['datetime_format', textFrom(proto.datetimeFormat)],
    ['timestamp_format', textFrom(proto.timestampFormat)],
    ['timestamp_tz_format', textFrom(proto.timestampTzFormat)],
    ['time_format', textFrom(proto.timeFormat)],
    ['null_value', textFrom(proto.nullValue)],
    ['null_regex', textFrom(proto.nullRegex)],
    ['comment', byteFrom(proto.comment)],
    ['double_quote', flagFrom(proto.doubleQuote)],
    ['newlines_in_values', flagFrom(proto.newlinesInValues)],
    ['terminator', byteFrom(proto.terminator)],
    ['truncated_rows', flagFrom(proto.truncatedRows)],
    ['compression_level', proto.compressionLevel],
    ['quote_style', quoteStyleFromProto(proto.quoteStyle, proto)],
    ['ignore_leading_whitespace', flagFrom(proto.ignoreLeadingWhitespace)],
    ['ignore_trailing_whitespace', flagFrom(proto.ignoreTrailingWhitespace)],
  ]);

/** What a CSV file is written with. */
export const csvWriterOptionsToProto = (options: OptionMap): common.CsvWriterOptions =>
  message(common.CsvWriterOptionsSchema, {
    compression: compressionToProto(options),
    delimiter: byteOption(options, 'delimiter') ?? ',',
    hasHeader: booleanOption(options, 'has_header') ?? true,
    dateFormat: options.get('date_format') ?? '',
    datetimeFormat: options.get('datetime_format') ?? '',
    timestampFormat: options.get('timestamp_format') ?? '',
    timeFormat: options.get('time_format') ?? '',
    nullValue: options.get('null_value') ?? '',
    quote: byteOption(options, 'quote') ?? '"',
    escape: byteOption(options, 'escape') ?? '\\',
    doubleQuote: booleanOption(options, 'double_quote') ?? true,
    quoteStyle: quoteStyleToProto(options),
    ignoreLeadingWhitespace: booleanOption(options, 'ignore_leading_whitespace') ?? false,
    ignoreTrailingWhitespace: booleanOption(options, 'ignore_trailing_whitespace') ?? false,
  });

export const csvWriterOptionsFromProto = (proto: common.CsvWriterOptions): OptionMap =>
  optionMap([
    ['compression', compressionFromProto(proto.compression, proto)],
    ['delimiter', textFrom(proto.delimiter)],
    ['has_header', proto.hasHeader],
    ['date_format', textFrom(proto.dateFormat)],
    ['datetime_format', textFrom(proto.datetimeFormat)],
    ['timestamp_format', textFrom(proto.timestampFormat)],
    ['time_format', textFrom(proto.timeFormat)],
    ['null_value', textFrom(proto.nullValue)],
    ['quote', textFrom(proto.quote)],
    ['escape', textFrom(proto.escape)],
    ['double_quote', proto.doubleQuote],
    ['quote_style', quoteStyleFromProto(proto.quoteStyle, proto)],
    ['ignore_leading_whitespace', proto.ignoreLeadingWhitespace],
    ['ignore_trailing_whitespace', proto.ignoreTrailingWhitespace],
  ]);

export const jsonOptionsToProto = (options: OptionMap): common.JsonOptions =>
  message(common.JsonOptionsSchema, {
    compression: compressionToProto(options),
    schemaInferMaxRec: bigintOption(options, 'schema_infer_max_rec'),
    compressionLevel: uint32Option(options, 'compression_level'),
    newlineDelimited: booleanOption(options, 'newline_delimited'),
  });

export const jsonOptionsFromProto = (proto: common.JsonOptions): OptionMap =>
  optionMap([
    ['compression', compressionFromProto(proto.compression, proto)],
    ['schema_infer_max_rec', proto.schemaInferMaxRec],
    ['compression_level', proto.compressionLevel],
    ['newline_delimited', proto.newlineDelimited],
  ]);

export const jsonWriterOptionsToProto = (options: OptionMap): common.JsonWriterOptions =>
  message(common.JsonWriterOptionsSchema, { compression: compressionToProto(options) });
export const jsonWriterOptionsFromProto = (proto: common.JsonWriterOptions): OptionMap =>
  optionMap([['compression', compressionFromProto(proto.compression, proto)]]);

/** A character of a CsvScanExecNode. */
export function scanByteFromProto(text: string, owner: Message, field: string): string | undefined {
  if (text === '') return undefined;
  if (text.length !== 1) throw new DecodeError(`${owner.$typeName}.${field} is ${JSON.stringify(text.slice(0, 20))}`);
  return text;
}
