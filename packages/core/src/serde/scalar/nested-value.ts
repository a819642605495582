import * as arrow from 'apache-arrow';
import { DecodeError, InternalError } from '../../errors/errors.js';
import * as common from '../../gen/datafusion_common_pb.js';
import { schemaToArrow } from '../../types/arrow.js';
import { columnFromValues } from '../../types/arrow-build.js';
import type { DataType } from '../../types/data-type.js';
import type { Field } from '../../types/field.js';
import type { ScalarValue, Value } from '../../types/scalar-value.js';
import { schemaFromProto, schemaToProto } from '../types/schema.js';
import { message, required } from '../wire/message.js';
import { type IpcMessage, readIpcMessage } from './ipc-message.js';
import { BatchDecoder } from './nested-decode.js';

/**
 * Values in one nested scalar and its dictionaries: never more than bits, and a few more for NULLs, which take no bytes. Without
 * this, offsets of a few bytes could ask for billions.
 */
function valueBudget(proto: common.ScalarNestedValue): { left: number } {
  const bytes = proto.dictionaries.reduce((sum, one) => sum + one.arrowData.length, proto.arrowData.length);
  return { left: Math.min(4_000_000, 256 + 8 * bytes) };
}

/**
 * A nested value as a batch of one column and one row: the IPC message's flatbuffer and its body apart, the schema beside them,
 * and dictionary batches in the same split. Dictionary ids count up in schema order.
 *
 * @throws NotYetSupportedError for layouts without a builder.
 */
export function nestedValueToProto(scalar: ScalarValue): common.ScalarNestedValue {
  const schema = { fields: [{ name: 'field_name', type: scalar.type, nullable: true }] };
  const arrowSchema = schemaToArrow(schema);
  numberDictionaries(arrowSchema.fields.map((one) => one.type));
  const column = columnFromValues(scalar.type, [scalar.value]);
  const struct = arrow.makeData({
    type: new arrow.Struct(arrowSchema.fields),
    length: 1,
    nullCount: 0,
    children: [column],
  });
  const stream = arrow.RecordBatchStreamWriter.writeAll([new arrow.RecordBatch(arrowSchema, struct)]).toUint8Array(
    true,
  );
  let batch: Part | undefined;
  const dictionaries: Part[] = [];
  for (const part of splitStream(stream)) {
    if (part.message.kind === 'dictionary') dictionaries.push(part);
    else if (part.message.kind === 'recordBatch') batch = part;
  }
  if (batch === undefined) throw new InternalError('the Arrow writer wrote no batch');
  return message(common.ScalarNestedValueSchema, {
    ipcMessage: batch.header,
    arrowData: batch.body,
    schema: schemaToProto(schema),
    dictionaries: dictionaries.map((one) =>
      message(common.ScalarNestedValue_DictionarySchema, { ipcMessage: one.header, arrowData: one.body }),
    ),
  });
}

interface Part {
  readonly message: IpcMessage;
  /** The flatbuffer alone, without continuation mark and length. */
  readonly header: Uint8Array;
  readonly body: Uint8Array;
}

/** The messages of a stream that apache-arrow wrote. */
function* splitStream(stream: Uint8Array): Generator<Part> {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  for (let at = 0; at + 8 <= stream.length; ) {
    const length = view.getInt32(at + 4, true);
    if (length === 0) return;
    const header = stream.slice(at + 8, at + 8 + length);
    const ipc = readIpcMessage(header);
    const body = at + 8 + length;
    yield { message: ipc, header, body: stream.slice(body, body + ipc.bodyLength) };
    at = body + ipc.bodyLength;
  }
}

/** apache-arrow draws ids from a counter of the process; on the wire they are positions. */
function numberDictionaries(types: readonly arrow.DataType[]): void {
  let next = 0;
  const visit = (type: arrow.DataType): void => {
    if (arrow.DataType.isDictionary(type)) {
      (type as { id: number }).id = next;
      next += 1;
      return;
    }
    for (const child of type.children ?? []) visit(child.type);
  };
  types.forEach(visit);
}

/** @throws DecodeError for what is not one value of one type. */
export function nestedValueFromProto(proto: common.ScalarNestedValue): ScalarValue {
  const [field, ...others] = schemaFromProto(required(proto.schema, proto, 'schema')).fields;
  if (field === undefined || others.length > 0) {
    throw new DecodeError(
      `${proto.$typeName}.schema has ${others.length + (field === undefined ? 0 : 1)} columns instead of one`,
    );
  }
  const budget = valueBudget(proto);
  const ipc = readIpcMessage(proto.ipcMessage);
  if (ipc.kind !== 'recordBatch') throw new DecodeError(`${proto.$typeName}.ipc_message is not a record batch`);
  const dictionaries = readDictionaries(proto, dictionaryTypes(field), budget);
  const column = new BatchDecoder(ipc.batch, proto.arrowData, dictionaries, budget).column(field.type);
  if (column.length !== 1) throw new DecodeError(`${proto.$typeName} has ${column.length} rows instead of one`);
  return { type: field.type, value: column.value(0) };
}

function readDictionaries(
  proto: common.ScalarNestedValue,
  types: readonly DataType[],
  budget: { left: number },
): readonly (readonly Value[])[] {
  const out: Value[][] = types.map(() => []);
  for (const part of proto.dictionaries) {
    const ipc = readIpcMessage(part.ipcMessage);
    const type = ipc.kind === 'dictionary' ? types[ipc.id] : undefined;
    if (ipc.kind !== 'dictionary' || type === undefined) {
      throw new DecodeError(`${proto.$typeName}.dictionaries holds something else than dictionaries of its schema`);
    }
    const column = new BatchDecoder(ipc.batch, part.arrowData, [], budget).column(type);
    const values: Value[] = [];
    for (let row = 0; row < column.length; row += 1) values.push(column.value(row));
    out[ipc.id] = values;
  }
  return out;
}

/** Value types of the dictionaries inside a field, in the order of their ids. */
function dictionaryTypes(field: Field): DataType[] {
  const types: DataType[] = [];
  const visit = (type: DataType): void => {
    switch (type.kind) {
      case 'Dictionary':
        types.push(type.value);
        return;
      case 'List':
      case 'LargeList':
      case 'ListView':
      case 'LargeListView':
      case 'FixedSizeList':
        visit(type.field.type);
        return;
      case 'Map':
        visit(type.entries.type);
        return;
      case 'Struct':
      case 'Union':
        for (const one of type.fields) visit(one.type);
        return;
      case 'RunEndEncoded':
        visit(type.values.type);
        return;
      default:
    }
  };
  visit(field.type);
  return types;
}
