/** How values are stored. */
export const physicalTypes = [
  'BOOLEAN',
  'INT32',
  'INT64',
  'INT96',
  'FLOAT',
  'DOUBLE',
  'BYTE_ARRAY',
  'FIXED_LEN_BYTE_ARRAY',
] as const;
export type PhysicalType = (typeof physicalTypes)[number];

export const repetitions = ['REQUIRED', 'OPTIONAL', 'REPEATED'] as const;
export type Repetition = (typeof repetitions)[number];

export const compressionCodecs = ['UNCOMPRESSED', 'SNAPPY', 'GZIP', 'LZO', 'BROTLI', 'LZ4', 'ZSTD', 'LZ4_RAW'] as const;
export type CompressionCodec = (typeof compressionCodecs)[number];

export type ParquetTimeUnit = 'millisecond' | 'microsecond' | 'nanosecond';

/** What values mean; the old `ConvertedType` annotations are translated to these. */
export type LogicalType =
  | {
      readonly kind:
        | 'String'
        | 'Enum'
        | 'Json'
        | 'Bson'
        | 'Uuid'
        | 'Map'
        | 'List'
        | 'Date'
        | 'Null'
        | 'Float16'
        | 'Interval';
    }
  | { readonly kind: 'Decimal'; readonly precision: number; readonly scale: number }
  | { readonly kind: 'Time' | 'Timestamp'; readonly unit: ParquetTimeUnit; readonly isUtc: boolean }
  | { readonly kind: 'Integer'; readonly bitWidth: number; readonly isSigned: boolean }
  | { readonly kind: 'Other'; readonly name: string };

/** One node of the schema tree, which is stored depth first. */
export interface SchemaElement {
  readonly name: string;
  /** Absent for groups. */
  readonly physicalType?: PhysicalType;
  /** Bytes of a FIXED_LEN_BYTE_ARRAY. */
  readonly typeLength?: number;
  /** Absent only for the root. */
  readonly repetition?: Repetition;
  readonly childCount: number;
  readonly logicalType?: LogicalType;
}

/** Statistics as they are stored: values in the PLAIN encoding, without length prefix. */
export interface RawStatistics {
  readonly min?: Uint8Array;
  readonly max?: Uint8Array;
  /** `min` is a value of the column, not only a bound. Undefined when the writer does not say. */
  readonly isMinExact?: boolean;
  readonly isMaxExact?: boolean;
  /** From the deprecated fields, whose order is that of signed bytes: not usable for strings or unsigned numbers. */
  readonly isSignedOrder: boolean;
  readonly nullCount?: number;
  readonly distinctCount?: number;
}

/** Byte range of a file. */
export interface ByteSpan {
  readonly offset: number;
  readonly length: number;
}

/** The values of one column in one row group. */
export interface ColumnChunk {
  readonly path: readonly string[];
  readonly physicalType: PhysicalType;
  readonly codec: CompressionCodec;
  /** Numbers of the format's `Encoding` list. */
  readonly encodings: readonly number[];
  /** With nulls and, for repeated columns, all repetitions. */
  readonly valueCount: number;
  readonly compressedSize: number;
  readonly uncompressedSize: number;
  readonly dataPageOffset: number;
  readonly dictionaryPageOffset?: number;
  /** All pages of the chunk: begins with the dictionary page if there is one. */
  readonly span: ByteSpan;
  readonly statistics?: RawStatistics;
  readonly columnIndex?: ByteSpan;
  readonly offsetIndex?: ByteSpan;
  readonly bloomFilter?: { readonly offset: number; readonly length?: number };
}

/** Some rows of a file, stored column by column. */
export interface RowGroup {
  readonly rowCount: number;
  /** Uncompressed bytes of all columns. */
  readonly totalByteSize: number;
  readonly columns: readonly ColumnChunk[];
  /** Where its first column begins: the scan partition that owns this byte reads the row group. */
  readonly start: number;
}

/** What the end of a Parquet file says about the file. */
export interface ParquetFooter {
  readonly version: number;
  readonly rowCount: number;
  readonly createdBy?: string;
  readonly keyValues: ReadonlyMap<string, string>;
  readonly elements: readonly SchemaElement[];
  readonly rowGroups: readonly RowGroup[];
  /** Bytes of the footer itself; a measure of its size in memory. */
  readonly footerSize: number;
}
