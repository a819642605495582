import { DecodeError } from '../../errors/errors.js';

/** Where one column node or buffer of a batch lies. */
export interface IpcNode {
  readonly length: number;
  /** False when the writer vouches that nothing is NULL. Some do not count and write -1. */
  readonly mayHaveNulls: boolean;
}
export interface IpcBuffer {
  readonly offset: number;
  readonly length: number;
}
export interface IpcRecordBatch {
  readonly length: number;
  readonly nodes: readonly IpcNode[];
  readonly buffers: readonly IpcBuffer[];
}
export type IpcMessage =
  | { readonly kind: 'schema'; readonly bodyLength: number }
  | { readonly kind: 'dictionary'; readonly bodyLength: number; readonly id: number; readonly batch: IpcRecordBatch }
  | { readonly kind: 'recordBatch'; readonly bodyLength: number; readonly batch: IpcRecordBatch };

/**
 * Reads the Message flatbuffer of one Arrow IPC message. Only what a batch of one scalar needs, and with every offset and count
 * checked: these bytes come from a peer, and the readers of apache-arrow trust what they are given.
 *
 * @throws DecodeError for anything else.
 */
export function readIpcMessage(bytes: Uint8Array): IpcMessage {
  try {
    return read(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  } catch (error) {
    if (error instanceof DecodeError) throw error;
    throw new DecodeError('these bytes are not an Arrow IPC message', { cause: error });
  }
}

function read(view: DataView): IpcMessage {
  const message = view.getUint32(0, true);
  const headerType = fieldAt(view, message, 1);
  const header = fieldAt(view, message, 2);
  const bodyAt = fieldAt(view, message, 3);
  const bodyLength = bodyAt === undefined ? 0 : length64(view, bodyAt);
  const kind = headerType === undefined ? 0 : view.getUint8(headerType);
  if (kind === 1) return { kind: 'schema', bodyLength };
  if (header === undefined) throw new DecodeError('an Arrow IPC message has no header');
  const table = header + view.getUint32(header, true);
  if (kind === 3) return { kind: 'recordBatch', bodyLength, batch: readBatch(view, table) };
  if (kind !== 2) throw new DecodeError(`an Arrow IPC message has the header type ${kind}`);
  const id = fieldAt(view, table, 0);
  const data = fieldAt(view, table, 1);
  const isDelta = fieldAt(view, table, 2);
  if (isDelta !== undefined && view.getUint8(isDelta) !== 0) throw new DecodeError('a scalar has a delta dictionary');
  if (data === undefined) throw new DecodeError('an Arrow dictionary batch has no data');
  return {
    kind: 'dictionary',
    bodyLength,
    id: id === undefined ? 0 : length64(view, id),
    batch: readBatch(view, data + view.getUint32(data, true)),
  };
}

function readBatch(view: DataView, table: number): IpcRecordBatch {
  const length = fieldAt(view, table, 0);
  if (fieldAt(view, table, 3) !== undefined) throw new DecodeError('a scalar is in a compressed Arrow batch');
  return {
    length: length === undefined ? 0 : length64(view, length),
    nodes: structs(view, fieldAt(view, table, 1)).map((at) => ({
      length: length64(view, at),
      mayHaveNulls: view.getBigInt64(at + 8, true) !== 0n,
    })),
    buffers: structs(view, fieldAt(view, table, 2)).map((at) => ({
      offset: length64(view, at),
      length: length64(view, at + 8),
    })),
  };
}

/** Positions in a vector of structs of two 64-bit numbers. */
function structs(view: DataView, at: number | undefined): number[] {
  if (at === undefined) return [];
  const vector = at + view.getUint32(at, true);
  const count = view.getUint32(vector, true);
  if (count * 16 > view.byteLength) throw new DecodeError('an Arrow IPC message is truncated');
  return Array.from({ length: count }, (_, index) => vector + 4 + index * 16);
}

/** Position of a table's field, or undefined when it has its default. */
function fieldAt(view: DataView, table: number, index: number): number | undefined {
  const vtable = table - view.getInt32(table, true);
  const entry = 4 + 2 * index;
  if (entry + 2 > view.getUint16(vtable, true)) return undefined;
  const offset = view.getUint16(vtable + entry, true);
  return offset === 0 ? undefined : table + offset;
}

function length64(view: DataView, at: number): number {
  const value = Number(view.getBigInt64(at, true));
  if (value < 0 || value > Number.MAX_SAFE_INTEGER)
    throw new DecodeError(`an Arrow IPC message has the length ${value}`);
  return value;
}
