import { DecodeError, NotYetSupportedError } from '@ballista-ts/core';
import { CompactReader } from './compact-reader.js';
import {
  type ByteSpan,
  type ColumnChunk,
  type CompressionCodec,
  compressionCodecs,
  type ParquetFooter,
  type PhysicalType,
  physicalTypes,
  type RawStatistics,
  type Repetition,
  type RowGroup,
  repetitions,
  type SchemaElement,
} from './footer-types.js';
import { type LogicalTypeParts, logicalTypeOf, readLogicalType } from './logical-type-decode.js';

/** What a footer is checked against. */
export interface FileBounds {
  /** Where the footer begins, and data ends. */
  readonly dataEnd: number;
  /** What errors call the file. */
  readonly name: string;
}

/**
 * Decodes a footer (without its length and magic bytes) and checks that what it says of the file can be true: no chunk reaches
 * beyond the end of the data, and counts agree with each other.
 * @throws DecodeError without the file's name
 * @throws NotYetSupportedError for encrypted columns
 */
export function decodeFooter(bytes: Uint8Array, file: FileBounds): ParquetFooter {
  const reader = new CompactReader(bytes);
  let version = 1;
  let rowCount: number | undefined;
  let createdBy: string | undefined;
  let elements: SchemaElement[] | undefined;
  let rowGroups: RowGroup[] | undefined;
  const keyValues = new Map<string, string>();
  reader.struct({
    1: () => (version = reader.i32()),
    2: () => (elements = reader.list(() => readElement(reader))),
    3: () => (rowCount = reader.i64()),
    4: () => (rowGroups = reader.list(() => readRowGroup(reader, file))),
    5: () => reader.list(() => readKeyValue(reader, keyValues)),
    6: () => (createdBy = reader.text()),
  });
  if (elements === undefined) throw new DecodeError('the footer has no schema');
  if (rowGroups === undefined) throw new DecodeError('the footer has no list of row groups');
  checkCounts(elements, rowGroups, required(rowCount, 'a row count'));
  return {
    version,
    rowCount: rowCount!,
    ...(createdBy === undefined ? {} : { createdBy }),
    keyValues,
    elements,
    rowGroups,
    footerSize: bytes.length,
  };
}

function checkCounts(elements: readonly SchemaElement[], rowGroups: readonly RowGroup[], rowCount: number): void {
  const leafCount = elements.filter((element) => element.physicalType !== undefined).length;
  let rows = 0;
  for (const [index, group] of rowGroups.entries()) {
    if (group.columns.length !== leafCount) {
      throw new DecodeError(`row group ${index} has ${group.columns.length} columns, the schema ${leafCount}`);
    }
    rows += group.rowCount;
  }
  if (rows !== rowCount) throw new DecodeError(`row groups have ${rows} rows together, the file says ${rowCount}`);
}

function readKeyValue(reader: CompactReader, into: Map<string, string>): void {
  let key = '';
  let value = '';
  reader.nested({ 1: () => (key = reader.text()), 2: () => (value = reader.text()) });
  into.set(key, value);
}

function readElement(reader: CompactReader): SchemaElement {
  let name = '';
  let childCount = 0;
  let physicalType: PhysicalType | undefined;
  let repetition: Repetition | undefined;
  let typeLength: number | undefined;
  const parts: LogicalTypeParts = {};
  reader.nested({
    1: () => (physicalType = member(physicalTypes, reader.i32(), 'physical type')),
    2: () => (typeLength = reader.i32()),
    3: () => (repetition = member(repetitions, reader.i32(), 'repetition')),
    4: () => (name = reader.text()),
    5: () => (childCount = reader.i32()),
    6: () => (parts.convertedType = reader.i32()),
    7: () => (parts.scale = reader.i32()),
    8: () => (parts.precision = reader.i32()),
    10: () => (parts.logicalType = readLogicalType(reader)),
  });
  if (childCount < 0) throw new DecodeError(`column ${name} has ${childCount} children`);
  if (physicalType === 'FIXED_LEN_BYTE_ARRAY' && !(typeLength !== undefined && typeLength >= 0)) {
    throw new DecodeError(`column ${name} has fixed length values, but no length`);
  }
  const logicalType = logicalTypeOf(parts);
  return {
    name,
    childCount,
    ...(physicalType === undefined ? {} : { physicalType }),
    ...(typeLength === undefined ? {} : { typeLength }),
    ...(repetition === undefined ? {} : { repetition }),
    ...(logicalType === undefined ? {} : { logicalType }),
  };
}

function readRowGroup(reader: CompactReader, file: FileBounds): RowGroup {
  let columns: ColumnChunk[] | undefined;
  let totalByteSize = 0;
  let rowCount: number | undefined;
  reader.nested({
    1: () => (columns = reader.list(() => readChunk(reader, file))),
    2: () => (totalByteSize = size(reader.i64(), 'row group size')),
    3: () => (rowCount = size(reader.i64(), 'row count')),
  });
  const chunks = required(columns, 'the columns of a row group');
  return {
    columns: chunks,
    totalByteSize,
    rowCount: required(rowCount, 'the row count of a row group'),
    // Without columns there is nothing to read; the partition with the file's first byte reports the rows.
    start: chunks.reduce((start, { span }) => Math.min(start, span.offset), chunks.length === 0 ? 0 : file.dataEnd),
  };
}

function readChunk(reader: CompactReader, { dataEnd, name: fileName }: FileBounds): ColumnChunk {
  let chunk: Omit<ColumnChunk, 'span' | 'columnIndex' | 'offsetIndex'> | undefined;
  let filePath: string | undefined;
  let encrypted = false;
  const at: { offsetIndex?: number; offsetLength?: number; columnIndex?: number; columnLength?: number } = {};
  reader.nested({
    1: () => (filePath = reader.text()),
    3: () => (chunk = readChunkMetadata(reader)),
    4: () => (at.offsetIndex = reader.i64()),
    5: () => (at.offsetLength = reader.i32()),
    6: () => (at.columnIndex = reader.i64()),
    7: () => (at.columnLength = reader.i32()),
    8: () => {
      encrypted = true;
      reader.nested({});
    },
  });
  if (encrypted) throw new NotYetSupportedError('encrypted Parquet columns', fileName);
  if (chunk === undefined) throw new DecodeError('a column chunk has no metadata');
  const name = chunk.path.join('.');
  if (filePath !== undefined && filePath !== '') {
    throw new DecodeError(`column ${name} lies in another file, ${filePath}`);
  }
  const { dataPageOffset, dictionaryPageOffset } = chunk;
  // Some writers leave a dictionary offset of 0 where there is no dictionary.
  const hasDictionary = dictionaryPageOffset !== undefined && dictionaryPageOffset > 0;
  const offset = hasDictionary ? Math.min(dictionaryPageOffset, dataPageOffset) : dataPageOffset;
  const span = within({ offset, length: chunk.compressedSize }, dataEnd, `column ${name}`);
  const offsetIndex = optionalSpan(at.offsetIndex, at.offsetLength, dataEnd, `offset index of ${name}`);
  const columnIndex = optionalSpan(at.columnIndex, at.columnLength, dataEnd, `column index of ${name}`);
  return {
    ...chunk,
    span,
    ...(offsetIndex === undefined ? {} : { offsetIndex }),
    ...(columnIndex === undefined ? {} : { columnIndex }),
  };
}

function readChunkMetadata(reader: CompactReader): Omit<ColumnChunk, 'span' | 'columnIndex' | 'offsetIndex'> {
  let physicalType: PhysicalType | undefined;
  let codec: CompressionCodec | undefined;
  let path: string[] = [];
  let encodings: number[] = [];
  let [valueCount, uncompressedSize] = [0, 0];
  let compressedSize: number | undefined;
  let dataPageOffset: number | undefined;
  let dictionaryPageOffset: number | undefined;
  let statistics: RawStatistics | undefined;
  let [bloomOffset, bloomLength]: (number | undefined)[] = [];
  reader.nested({
    1: () => (physicalType = member(physicalTypes, reader.i32(), 'physical type')),
    2: () => (encodings = reader.list(() => reader.i32())),
    3: () => (path = reader.list(() => reader.text())),
    4: () => (codec = member(compressionCodecs, reader.i32(), 'compression codec')),
    5: () => (valueCount = size(reader.i64(), 'value count')),
    6: () => (uncompressedSize = size(reader.i64(), 'size')),
    7: () => (compressedSize = size(reader.i64(), 'size')),
    9: () => (dataPageOffset = size(reader.i64(), 'offset')),
    11: () => (dictionaryPageOffset = size(reader.i64(), 'offset')),
    12: () => (statistics = readStatistics(reader)),
    14: () => (bloomOffset = size(reader.i64(), 'offset')),
    15: () => (bloomLength = size(reader.i32(), 'size')),
  });
  const name = path.join('.');
  return {
    path,
    physicalType: required(physicalType, `the type of column ${name}`),
    codec: required(codec, `the codec of column ${name}`),
    encodings,
    valueCount,
    uncompressedSize,
    compressedSize: required(compressedSize, `the size of column ${name}`),
    dataPageOffset: required(dataPageOffset, `the offset of column ${name}`),
    ...(dictionaryPageOffset === undefined ? {} : { dictionaryPageOffset }),
    ...(statistics === undefined ? {} : { statistics }),
    ...(bloomOffset === undefined
      ? {}
      : { bloomFilter: { offset: bloomOffset, ...(bloomLength === undefined ? {} : { length: bloomLength }) } }),
  };
}

function readStatistics(reader: CompactReader): RawStatistics {
  let oldMin: Uint8Array | undefined;
  let oldMax: Uint8Array | undefined;
  const found: { -readonly [K in keyof RawStatistics]?: RawStatistics[K] } = {};
  reader.nested({
    1: () => (oldMax = reader.binary()),
    2: () => (oldMin = reader.binary()),
    3: () => (found.nullCount = size(reader.i64(), 'null count')),
    4: () => (found.distinctCount = size(reader.i64(), 'distinct count')),
    5: () => (found.max = reader.binary()),
    6: () => (found.min = reader.binary()),
    7: () => (found.isMaxExact = reader.boolean()),
    8: () => (found.isMinExact = reader.boolean()),
  });
  const isSignedOrder = found.min === undefined && found.max === undefined;
  if (isSignedOrder) {
    if (oldMin !== undefined) found.min = oldMin;
    if (oldMax !== undefined) found.max = oldMax;
  }
  return { ...found, isSignedOrder };
}

function optionalSpan(
  offset: number | undefined,
  length: number | undefined,
  dataEnd: number,
  what: string,
): ByteSpan | undefined {
  if (offset === undefined || length === undefined || length === 0) return undefined;
  return within({ offset: size(offset, 'offset'), length: size(length, 'size') }, dataEnd, what);
}

function within(span: ByteSpan, dataEnd: number, what: string): ByteSpan {
  if (span.offset + span.length > dataEnd) {
    throw new DecodeError(
      `${what} takes bytes ${span.offset} to ${span.offset + span.length}, but the data of the file ends at ${dataEnd}`,
    );
  }
  return span;
}

function member<T>(list: readonly T[], index: number, what: string): T {
  const found = list[index];
  if (found === undefined) throw new DecodeError(`there is no ${what} ${index}`);
  return found;
}

function size(value: number, what: string): number {
  if (value < 0) throw new DecodeError(`a ${what} is negative: ${value}`);
  return value;
}

function required<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new DecodeError(`the footer lacks ${what}`);
  return value;
}
