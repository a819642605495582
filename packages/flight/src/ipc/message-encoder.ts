import {
  CompressionType,
  type DataType,
  makeData,
  RecordBatch,
  RecordBatchWriter,
  type Schema,
  Struct,
  type TypeMap,
} from 'apache-arrow';
// The package exports these under this name only; the main entry has the classes but not this constructor.
import { BufferRegion, Message } from 'apache-arrow/ipc/metadata/message';
import { type IpcCodec, type IpcCompression, ipcCodec } from './codecs.js';
import { normalizeSlices } from './normalize-slices.js';

/** One IPC message: the flatbuffer, and the body as the chunks it consists of, padding included. */
export interface IpcMessage {
  readonly metadata: Uint8Array;
  /** In order, without copies of the column buffers where nothing was compressed. */
  readonly body: readonly Uint8Array[];
  /** Bytes of the body. */
  readonly bodyLength: number;
}

const prefixLength = 8;
const notCompressed = -1n;
const nothing = new Uint8Array(0);
const padded = (length: number): number => (length + 7) & ~7;

/** What the body-compression step of the writer returns; the shape is Arrow's. */
interface AssembledBody {
  byteLength: number;
  bufferRegions: BufferRegion[];
  buffers: Uint8Array[];
}

/**
 * Turns batches of one schema into IPC messages: the schema once, then for each batch its new or changed dictionaries and the
 * batch itself. The chunks of uncompressed bodies are views of the batch's own memory: leave it alone until they are written.
 *
 * Arrow's writer does the assembling. Two things it gets wrong in 21.2.0 are done here: compressed buffers carry the length of
 * their *un*compressed bytes in front, as the format wants (Arrow writes the compressed one, which its own reader ignores and
 * others reject), and slices that it would write wrongly are normalised first.
 */
export class IpcMessageEncoder extends RecordBatchWriter<TypeMap> {
  readonly #codec: IpcCodec | undefined;
  readonly #target: Schema;
  #messages: IpcMessage[] = [];
  #metadata: Uint8Array | undefined;

  /** @throws InternalError when a codec is asked for before `ensureIpcCodecs()` has resolved. */
  constructor(schema: Schema, compression: IpcCompression = 'none') {
    super(
      compression === 'none'
        ? { autoDestroy: false }
        : {
            autoDestroy: false,
            compressionType: compression === 'lz4' ? CompressionType.LZ4_FRAME : CompressionType.ZSTD,
          },
    );
    this.#codec = compression === 'none' ? undefined : ipcCodec(compression);
    this.#target = schema;
  }

  /** The schema message. Comes before everything else in a stream. */
  encodeSchema(): IpcMessage {
    return { metadata: Message.encode(Message.from(this.#target)), body: [], bodyLength: 0 };
  }

  /** The messages of one batch: dictionaries first. A batch of another schema is the caller's mistake. */
  encodeBatch(batch: RecordBatch): readonly IpcMessage[] {
    this.#messages = [];
    this._writeRecordBatch(normalizeBatch(batch));
    const messages = this.#messages;
    this.#messages = [];
    return messages;
  }

  // Called by Arrow's writer: first the metadata of a message, then its body.
  protected override _writeMessage(message: Message): this {
    this.#metadata = Message.encode(message);
    return this;
  }

  protected override _writeBodyBuffers(buffers: ArrayBufferView[]): this {
    const body: Uint8Array[] = [];
    let bodyLength = 0;
    const add = (bytes: Uint8Array): void => {
      if (bytes.byteLength === 0) return;
      body.push(bytes);
      bodyLength += bytes.byteLength;
    };
    // Compressed buffers come in pairs of prefix and data, which are padded as one.
    const group = this.#codec === undefined ? 1 : 2;
    for (let index = 0; index < buffers.length; index += group) {
      let size = 0;
      for (let one = index; one < index + group; one += 1) {
        const bytes = asBytes(buffers[one]!);
        add(bytes);
        size += bytes.byteLength;
      }
      add(padding[padded(size) - size]!);
    }
    this.#messages.push({ metadata: this.#metadata!, body, bodyLength });
    this.#metadata = undefined;
    return this;
  }

  protected override _compressBodyBuffers(buffers: ArrayBufferView[]): AssembledBody {
    const codec = this.#codec!;
    const out: Uint8Array[] = [];
    const bufferRegions: BufferRegion[] = [];
    let offset = 0;
    for (const buffer of buffers) {
      const raw = asBytes(buffer);
      if (raw.byteLength === 0) {
        out.push(nothing, nothing);
        bufferRegions.push(new BufferRegion(offset, 0));
        continue;
      }
      const compressed = codec.encode(raw);
      const smaller = compressed.byteLength < raw.byteLength;
      const data = smaller ? compressed : raw;
      const prefix = new Uint8Array(prefixLength);
      new DataView(prefix.buffer).setBigInt64(0, smaller ? BigInt(raw.byteLength) : notCompressed, true);
      out.push(prefix, data);
      const length = prefixLength + data.byteLength;
      bufferRegions.push(new BufferRegion(offset, length));
      offset += padded(length);
    }
    return { byteLength: offset, bufferRegions, buffers: out };
  }
}

const padding: readonly Uint8Array[] = Array.from({ length: 8 }, (_, length) => new Uint8Array(length));

const asBytes = (view: ArrayBufferView): Uint8Array =>
  view instanceof Uint8Array ? view : new Uint8Array(view.buffer, view.byteOffset, view.byteLength);

function normalizeBatch(batch: RecordBatch): RecordBatch {
  const columns = batch.data.children;
  const normal = columns.map((column) => normalizeSlices(column));
  if (normal.every((column, index) => column === columns[index])) return batch;
  const data = makeData({
    type: new Struct(batch.schema.fields),
    length: batch.numRows,
    nullCount: 0,
    children: normal as never,
  });
  return new RecordBatch(batch.schema, data as never) as RecordBatch<Record<string, DataType>>;
}
