import type { SlotShape, TableShape } from './flatbuffer-verifier.js';

// The tables of Arrow's Message.fbs and Schema.fbs as far as a reader follows offsets in them.
const scalar = (bytes: number): SlotShape => ({ is: 'scalar', bytes });
const string: SlotShape = { is: 'string' };
const vector = (itemBytes: number): SlotShape => ({ is: 'vector', itemBytes });
const table = (of: () => TableShape): SlotShape => ({ is: 'table', of });
const tables = (of: () => TableShape): SlotShape => ({ is: 'tables', of });

const keyValue: TableShape = [string, string];
const customMetadata = tables(() => keyValue);

const intType: TableShape = [scalar(4), scalar(1)];
const oneShort: TableShape = [scalar(2)];
const oneInt: TableShape = [scalar(4)];
const empty: TableShape = [];

/** By the number of the type in Arrow's `Type` union. */
const typeShapes: Readonly<Record<number, TableShape>> = {
  1: empty, // Null
  2: intType,
  3: oneShort, // FloatingPoint
  4: empty, // Binary
  5: empty, // Utf8
  6: empty, // Bool
  7: [scalar(4), scalar(4), scalar(4)], // Decimal
  8: oneShort, // Date
  9: [scalar(2), scalar(4)], // Time
  10: [scalar(2), string], // Timestamp
  11: oneShort, // Interval
  12: empty, // List
  13: empty, // Struct
  14: [scalar(2), vector(4)], // Union
  15: oneInt, // FixedSizeBinary
  16: oneInt, // FixedSizeList
  17: [scalar(1)], // Map
  18: oneShort, // Duration
  19: empty, // LargeBinary
  20: empty, // LargeUtf8
  21: empty, // LargeList
  23: empty, // BinaryView
  24: empty, // Utf8View
};

const dictionaryEncoding: TableShape = [scalar(8), table(() => intType), scalar(1), scalar(2)];

const field: TableShape = [
  string,
  scalar(1),
  scalar(1),
  { is: 'union', of: (tag) => typeShapes[tag] },
  table(() => dictionaryEncoding),
  tables(() => field),
  customMetadata,
];

const schema: TableShape = [scalar(2), tables(() => field), customMetadata, vector(8)];
const bodyCompression: TableShape = [scalar(1), scalar(1)];
const recordBatch: TableShape = [scalar(8), vector(16), vector(16), table(() => bodyCompression), vector(8)];
const dictionaryBatch: TableShape = [scalar(8), table(() => recordBatch), scalar(1)];

/** By the number of the header in Arrow's `MessageHeader` union. */
const headerShapes: Readonly<Record<number, TableShape>> = { 1: schema, 2: dictionaryBatch, 3: recordBatch };

/** The root of every IPC message. */
export const messageShape: TableShape = [
  scalar(2),
  scalar(1),
  { is: 'union', of: (tag) => headerShapes[tag] },
  scalar(8),
  customMetadata,
];
