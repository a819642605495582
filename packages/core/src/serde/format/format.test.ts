import { create } from '@bufbuild/protobuf';
import { describe, expect, test } from 'vitest';
import { FileFormatExtSchema } from '../../gen/ballista_pb.js';
import * as common from '../../gen/datafusion_common_pb.js';
import type { FileFormat } from '../../plan/file-format.js';
import { defaultWireLimits } from '../wire/limits.js';
import { writeMessage } from '../wire/write-message.js';
import { fileFormatFromBytes, fileFormatToBytes } from './file-format.js';
import { parquetOptionsFromProto, parquetOptionsToProto } from './parquet-options.js';
import {
  csvOptionsFromProto,
  csvOptionsToProto,
  csvWriterOptionsFromProto,
  csvWriterOptionsToProto,
  jsonOptionsFromProto,
  jsonOptionsToProto,
} from './text-options.js';

const limits = defaultWireLimits;
const map = (of: Record<string, string>): ReadonlyMap<string, string> => new Map(Object.entries(of));
const object = (of: ReadonlyMap<string, string>): Record<string, string> => Object.fromEntries(of);

describe('file formats in logical plans', () => {
  test.each<FileFormat>([
    { kind: 'parquet', options: map({ compression: 'snappy', 'compression::a': 'zstd(3)', 'acme.own': 'x' }) },
    { kind: 'csv', options: map({ delimiter: '\\t', has_header: 'TRUE' }) },
    { kind: 'json', options: map({}) },
    { kind: 'arrow', options: map({}) },
    { kind: 'avro', options: map({}) },
  ])('$kind comes back with the very text of its options', (format) => {
    expect(fileFormatFromBytes(fileFormatToBytes(format, limits), limits)).toEqual(format);
  });

  test('the position in the list of formats is the one others know, and an unknown one is refused', () => {
    const bytes = (encoderPosition: number) =>
      writeMessage(FileFormatExtSchema, create(FileFormatExtSchema, { encoderPosition }), limits);
    expect([0, 1, 2, 3, 4].map((position) => fileFormatFromBytes(bytes(position), limits).kind)).toEqual([
      'parquet',
      'csv',
      'json',
      'arrow',
      'avro',
    ]);
    expect(() => fileFormatFromBytes(bytes(5), limits)).toThrow('file format 5 is unknown');
  });
});

describe('options as other implementations write them', () => {
  test('CSV flags and characters are single bytes, and no bytes is unset', () => {
    const proto = csvOptionsToProto(
      map({ has_header: 'false', delimiter: '\\t', comment: '#', compression: 'ZSTD', quote_style: 'never' }),
    );
    expect([...proto.hasHeader]).toEqual([0]);
    expect([...proto.delimiter]).toEqual([9]);
    expect([...proto.quote]).toEqual([34]);
    expect([...proto.escape]).toEqual([]);
    expect(proto.compression).toBe(common.CompressionTypeVariant.ZSTD);
    expect(object(csvOptionsFromProto(proto))).toEqual({
      has_header: 'false',
      delimiter: '\t',
      quote: '"',
      comment: '#',
      compression: 'zstd',
      quote_style: 'never',
    });
  });

  test('every CSV option has its place', () => {
    const every = {
      has_header: 'true',
      delimiter: ';',
      quote: "'",
      escape: '\\',
      compression: 'gzip',
      schema_infer_max_rec: '100',
      date_format: '%d',
      datetime_format: '%e',
      timestamp_format: '%f',
      timestamp_tz_format: '%g',
      time_format: '%h',
      null_value: 'NULL',
      null_regex: '^$',
      comment: '#',
      double_quote: 'true',
      newlines_in_values: 'false',
      terminator: '\n',
      truncated_rows: 'true',
      compression_level: '3',
      quote_style: 'always',
      ignore_leading_whitespace: 'true',
      ignore_trailing_whitespace: 'false',
    };
    expect(object(csvOptionsFromProto(csvOptionsToProto(map(every))))).toEqual(every);
  });

  test('no compression has to be said, since the number 0 is gzip', () => {
    expect(csvOptionsToProto(map({})).compression).toBe(common.CompressionTypeVariant.UNCOMPRESSED);
    expect(jsonOptionsToProto(map({})).compression).toBe(common.CompressionTypeVariant.UNCOMPRESSED);
    expect(object(jsonOptionsFromProto(create(common.JsonOptionsSchema)))).toEqual({ compression: 'gzip' });
  });

  test('a CSV writer is told strings', () => {
    const proto = csvWriterOptionsToProto(
      map({ delimiter: '|', double_quote: 'false', ignore_leading_whitespace: 'true' }),
    );
    expect(proto).toMatchObject({ delimiter: '|', quote: '"', escape: '\\', doubleQuote: false, hasHeader: true });
    expect(object(csvWriterOptionsFromProto(proto))).toMatchObject({
      delimiter: '|',
      double_quote: 'false',
      has_header: 'true',
    });
  });

  test('Parquet options are all written, zero being zero', () => {
    const proto = parquetOptionsToProto(
      map({ max_row_group_size: '0', 'metadata::owner': 'me', 'bloom_filter_fpp::c.d': '0.01' }),
    );
    expect(proto.global).toMatchObject({
      maxRowGroupSize: 0n,
      pruning: true,
      dataPagesizeLimit: 1048576n,
      compressionOpt: { case: 'compression', value: 'zstd(3)' },
      encodingOpt: { case: undefined },
    });
    expect(proto.keyValueMetadata).toEqual({ owner: 'me' });
    expect(proto.columnSpecificOptions).toMatchObject([
      { columnName: 'c.d', options: { bloomFilterFppOpt: { case: 'bloomFilterFpp', value: 0.01 } } },
    ]);
    const back = parquetOptionsFromProto(proto);
    expect(object(back)).toMatchObject({
      max_row_group_size: '0',
      'metadata::owner': 'me',
      'bloom_filter_fpp::c.d': '0.01',
      pruning: 'true',
    });
    // What was said once is said the same again.
    expect(parquetOptionsToProto(back)).toEqual(proto);
  });

  test('chunking by content is absent when it is off', () => {
    expect(parquetOptionsToProto(map({})).global?.contentDefinedChunking).toBeUndefined();
    const on = parquetOptionsToProto(
      map({ 'content_defined_chunking.enabled': 'true', 'content_defined_chunking.norm_level': '-2' }),
    );
    expect(on.global?.contentDefinedChunking).toMatchObject({ enabled: true, minChunkSize: 262144n, normLevel: -2 });
    expect(object(parquetOptionsFromProto(on))).toMatchObject({ 'content_defined_chunking.norm_level': '-2' });
  });

  test.each([
    [{ delimiter: 'ab' }, 'file format option delimiter is "ab", expected a single ASCII character'],
    [{ has_header: 'maybe' }, 'file format option has_header is "maybe", expected true or false'],
    [
      { compression: 'rar' },
      'file format option compression is "rar", expected one of gzip, bzip2, xz, zstd, uncompressed',
    ],
    [{ schema_infer_max_rec: '-1' }, 'file format option schema_infer_max_rec is "-1", expected a whole number'],
    [{ compression_level: '4294967296' }, 'expected a whole number of 32 bits'],
  ])('%j is refused by name', (options, text) => {
    expect(() => csvOptionsToProto(map(options as Record<string, string>))).toThrow(text);
  });
});
