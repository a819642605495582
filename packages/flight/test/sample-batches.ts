import {
  Binary,
  BinaryView,
  Bool,
  type Data,
  type DataType,
  DateDay,
  DateMillisecond,
  Decimal,
  Dictionary,
  DurationMicrosecond,
  Field,
  FixedSizeBinary,
  FixedSizeList,
  Float16,
  Float32,
  Float64,
  Int8,
  Int16,
  Int32,
  Int64,
  IntervalMonthDayNano,
  LargeBinary,
  LargeUtf8,
  List,
  Map_,
  makeData,
  Null,
  RecordBatch,
  Schema,
  Struct,
  TimeMicrosecond,
  TimestampNanosecond,
  Uint64,
  Utf8,
  Utf8View,
  type Vector,
  vectorFromArray,
} from 'apache-arrow';

/** A batch of one column per entry; every column has the same length. */
export function batchOf(columns: Record<string, Vector | Data>, metadata?: Map<string, string>): RecordBatch {
  const datas = Object.values(columns).map((column) => ('data' in column ? column.data[0]! : column) as Data);
  const fields = Object.keys(columns).map((name, index) => new Field(name, datas[index]!.type, true));
  const schema = new Schema(fields, metadata);
  const length = datas[0]?.length ?? 0;
  return new RecordBatch(
    schema,
    makeData({ type: new Struct(fields), length, nullCount: 0, children: datas }) as never,
  );
}

/** `rows` rows without columns. */
export function batchWithoutColumns(rows: number): RecordBatch {
  const schema = new Schema([]);
  return new RecordBatch(schema, makeData({ type: new Struct([]), length: rows, nullCount: 0, children: [] }) as never);
}

const long = 'a text of more than twelve bytes';

/** Columns of every type we carry, three rows with a null in the middle where the type has nulls. */
export function everyType(): Record<string, Vector | Data> {
  const column = <T extends DataType>(values: readonly unknown[], type: T): Vector => vectorFromArray(values, type);
  return {
    null: column([null, null, null], new Null()),
    bool: column([true, null, false], new Bool()),
    int8: column([-128, null, 127], new Int8()),
    int16: column([-1, null, 32767], new Int16()),
    int32: column([-2147483648, null, 2147483647], new Int32()),
    int64: column([-9223372036854775808n, null, 9223372036854775807n], new Int64()),
    uint64: column([0n, null, 18446744073709551615n], new Uint64()),
    float16: column([1.5, null, -0], new Float16()),
    float32: column([Number.NaN, null, -0], new Float32()),
    float64: column([Number.NaN, null, Number.POSITIVE_INFINITY], new Float64()),
    utf8: column(['', null, 'grüße'], new Utf8()),
    largeUtf8: column(['x', null, long], new LargeUtf8()),
    binary: column([new Uint8Array([0, 255]), null, new Uint8Array()], new Binary()),
    largeBinary: column([new Uint8Array([1]), null, new Uint8Array(9)], new LargeBinary()),
    utf8View: column(['short', null, long], new Utf8View()),
    binaryView: column([new Uint8Array([1]), null, new Uint8Array(40)], new BinaryView()),
    fixedBinary: column([new Uint8Array(3).fill(7), null, new Uint8Array(3)], new FixedSizeBinary(3)),
    date32: column([0, null, 86_400_000], new DateDay()),
    date64: column([0, null, 86_400_000], new DateMillisecond()),
    time64: makeData({ type: new TimeMicrosecond(), length: 3, data: BigInt64Array.of(0n, 1n, 86_399_999_999n) }),
    timestamp: makeData({ type: new TimestampNanosecond('UTC'), length: 3, data: BigInt64Array.of(-1n, 0n, 1n) }),
    duration: makeData({ type: new DurationMicrosecond(), length: 3, data: BigInt64Array.of(-1n, 0n, 1n) }),
    interval: makeData({ type: new IntervalMonthDayNano(), length: 3, data: new Int32Array(12).fill(3) }),
    decimal128: makeData({ type: new Decimal(2, 38, 128), length: 3, data: new Uint32Array(12).fill(9) }),
    decimal256: makeData({ type: new Decimal(2, 76, 256), length: 3, data: new Uint32Array(24).fill(9) }),
    dictionary: column(['b', null, 'a'], new Dictionary(new Utf8(), new Int8())),
    list: column([[1, 2], null, []], new List(new Field('item', new Int32(), true))),
    fixedList: column([[1, 2], null, [3, 4]], new FixedSizeList(2, new Field('item', new Int32(), true))),
    struct: column(
      [{ x: 1, y: 'a' }, null, { x: null, y: 'b' }],
      new Struct([new Field('x', new Int32(), true), new Field('y', new Utf8(), true)]),
    ),
    map: column(
      [new Map([['k', 1]]), null, new Map()],
      new Map_(
        new Field(
          'entries',
          new Struct([new Field('key', new Utf8(), false), new Field('value', new Int32(), true)]),
          false,
        ) as never,
      ),
    ),
  };
}

/** Everything in a batch as plain text, for comparing what went in with what came out. */
export function rowsOf(batch: RecordBatch): string[] {
  return [...batch].map((row) =>
    JSON.stringify(row, (_key, value: unknown) => {
      if (typeof value === 'bigint') return `${value}n`;
      if (ArrayBuffer.isView(value)) return [...new Uint8Array(value.buffer, value.byteOffset, value.byteLength)];
      if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
      return Object.is(value, -0) ? '-0' : value;
    }),
  );
}

/** Joined bytes of chunks. */
export const joinBytes = (chunks: Iterable<Uint8Array>): Uint8Array => new Uint8Array(Buffer.concat([...chunks]));
