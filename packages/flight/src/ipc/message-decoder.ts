import { BallistaError, DecodeError, NotYetSupportedError, ResourcesExhaustedError } from '@ballista-ts/core';
import {
  CompressionType,
  type Data,
  Message,
  MessageHeader,
  MetadataVersion,
  makeData,
  RecordBatch,
  type Schema,
  Struct,
  type TypeMap,
  Vector,
} from 'apache-arrow';
import type { RecordBatch as BatchHeader, BodyCompression, DictionaryBatch } from 'apache-arrow/ipc/metadata/message';
import { BodyBuffers } from './body-buffers.js';
import { type IpcCodec, ipcCodec } from './codecs.js';
import { readInt16, verifyFlatbuffer } from './flatbuffer-verifier.js';
import { defaultIpcLimits, type IpcLimits } from './limits.js';
import { ColumnLoader } from './load-columns.js';
import { messageShape } from './message-shape.js';

const corrupt = (what: string, cause?: unknown): DecodeError =>
  new DecodeError(`corrupt Arrow message: ${what}`, cause === undefined ? undefined : { cause });

/** A message whose metadata is known and whose body is still to come. */
export interface PendingMessage {
  readonly bodyLength: number;
  readonly kind: 'schema' | 'batch' | 'dictionary';
  readonly header: unknown;
  /** Of a batch: the application's own key-value pairs. */
  readonly custom: Map<string, string>;
}

/**
 * Decodes IPC messages one by one: metadata first, which tells how long the body is, then the body. Used by the stream decoder
 * and for Flight, where metadata and body travel side by side.
 *
 * Nothing in the bytes is believed: see {@link verifyFlatbuffer} and {@link ColumnLoader}. Needs `ensureIpcCodecs()` to have
 * resolved before a compressed body arrives.
 */
export class IpcMessageDecoder {
  readonly limits: IpcLimits;
  #schema: Schema | undefined;
  #schemaBytes: Uint8Array | undefined;
  #dictionaries = new Map<number, Vector>();
  #version: MetadataVersion = MetadataVersion.V5;

  constructor(limits: Partial<IpcLimits> = {}) {
    this.limits = { ...defaultIpcLimits, ...limits };
  }

  /** The schema of the stream, once it has arrived. The same object for all streams that follow each other. */
  get schema(): Schema | undefined {
    return this.#schema;
  }

  /**
   * Reads the metadata of a message (the flatbuffer alone, without length prefix).
   * @throws DecodeError, ResourcesExhaustedError when it announces more than the limits allow.
   */
  begin(metadata: Uint8Array): PendingMessage {
    if (metadata.byteLength > this.limits.maxMetadataBytes) {
      throw new ResourcesExhaustedError(
        `Arrow metadata of ${metadata.byteLength} bytes is over the limit of ${this.limits.maxMetadataBytes}`,
      );
    }
    // Arrow views vectors of numbers in place, so they have to lie aligned in memory.
    const bytes = metadata.byteOffset % 8 === 0 ? metadata : metadata.slice();
    verifyFlatbuffer(bytes, messageShape);
    return guard('its metadata', () => {
      const message = Message.decode(bytes);
      const { bodyLength, headerType } = message;
      if (message.version < MetadataVersion.V4)
        throw corrupt(`metadata version ${message.version + 1}, expected 4 or 5`);
      if (bodyLength < 0) throw corrupt(`a body of ${bodyLength} bytes`);
      if (bodyLength > this.limits.maxBodyBytes) {
        throw new ResourcesExhaustedError(
          `an Arrow message body of ${bodyLength} bytes is over the limit of ${this.limits.maxBodyBytes}`,
        );
      }
      const kind = kinds[headerType];
      if (kind === undefined) {
        const name = MessageHeader[headerType] ?? `number ${headerType}`;
        throw new NotYetSupportedError('Arrow messages other than schema, dictionary and batch', `got ${name}`);
      }
      if (kind === 'schema')
        return { kind, bodyLength, header: this.#readSchema(message, bytes), custom: message.metadata };
      if (this.#schema === undefined) throw corrupt(`a ${kind} before any schema`);
      return { kind, bodyLength, header: message.header(), custom: message.metadata };
    });
  }

  /** Completes a message with its body; batches come back, the rest changes what later ones mean. */
  complete(pending: PendingMessage, body: Uint8Array): RecordBatch | undefined {
    if (body.byteLength !== pending.bodyLength) {
      throw corrupt(`a body of ${body.byteLength} bytes, ${pending.bodyLength} were announced`);
    }
    return guard('its body', () => {
      switch (pending.kind) {
        case 'schema':
          this.#start(pending.header as SchemaHeader);
          return undefined;
        case 'dictionary':
          this.#readDictionary(pending.header as DictionaryBatch, body);
          return undefined;
        case 'batch':
          return this.#readBatch(pending.header as BatchHeader, body, pending.custom);
      }
    });
  }

  #readSchema(message: Message, bytes: Uint8Array): SchemaHeader {
    // The streams of a segment repeat their schema byte by byte, and batches of one schema object are easier to handle.
    if (this.#schemaBytes !== undefined && Buffer.compare(this.#schemaBytes, bytes) === 0) {
      return { schema: this.#schema!, bytes, version: message.version };
    }
    if (readInt16(bytes, [2, 0]) === 1) throw new NotYetSupportedError('Arrow data of big-endian machines');
    const schema = message.header() as unknown as Schema;
    if (this.#schema !== undefined && describe(this.#schema) !== describe(schema)) {
      throw corrupt(`the schema changes from ${describe(this.#schema)} to ${describe(schema)}`);
    }
    return { schema, bytes, version: message.version };
  }

  #start({ schema, bytes, version }: SchemaHeader): void {
    this.#schema = schema;
    this.#schemaBytes = bytes.slice(); // a copy, so that it does not keep the whole block
    this.#version = version;
    this.#dictionaries = new Map();
  }

  #readBatch(header: BatchHeader, body: Uint8Array, custom: Map<string, string>): RecordBatch {
    const schema = this.#schema!;
    const loader = this.#loader(header, body);
    const children = schema.fields.map((field) => {
      const column = loader.field(field);
      if (column.length !== header.length) {
        throw corrupt(`column ${JSON.stringify(field.name)} has ${column.length} rows, the batch ${header.length}`);
      }
      return column;
    });
    loader.finish();
    if (!(header.length >= 0 && header.length <= 2_147_483_647)) throw corrupt(`a batch of ${header.length} rows`);
    const data = makeData({
      type: new Struct<TypeMap>(schema.fields),
      length: header.length,
      nullCount: 0,
      children: children as never,
    });
    return new RecordBatch(schema as Schema<TypeMap>, data, custom) as RecordBatch;
  }

  #readDictionary(header: DictionaryBatch, body: Uint8Array): void {
    const { id } = header;
    const type = this.#schema!.dictionaries.get(id);
    if (type === undefined) throw corrupt(`dictionary ${id}, which no column uses`);
    const loader = this.#loader(header.data, body);
    const data: Data = loader.type(type, `dictionary ${id}`);
    loader.finish();
    const known = this.#dictionaries.get(id);
    const added = new Vector([data]);
    this.#dictionaries.set(id, header.isDelta && known !== undefined ? known.concat(added) : added);
  }

  #loader(header: BatchHeader, body: Uint8Array): ColumnLoader {
    const codec = codecOf(header.compression);
    return new ColumnLoader({
      nodes: header.nodes,
      buffers: new BodyBuffers(body, header.buffers, codec, this.limits.maxUncompressedBytes),
      variadicBufferCounts: header.variadicBufferCounts,
      dictionaries: this.#dictionaries,
      metadataVersion: this.#version,
    });
  }
}

interface SchemaHeader {
  readonly schema: Schema;
  readonly bytes: Uint8Array;
  readonly version: MetadataVersion;
}

const kinds: Readonly<Partial<Record<MessageHeader, PendingMessage['kind']>>> = {
  [MessageHeader.Schema]: 'schema',
  [MessageHeader.RecordBatch]: 'batch',
  [MessageHeader.DictionaryBatch]: 'dictionary',
};

const describe = (schema: Schema): string =>
  schema.fields.map(({ name, type }) => `${name}: ${String(type)}`).join(', ');

function codecOf(compression: BodyCompression | null): IpcCodec | undefined {
  if (compression === null) return undefined;
  // The only method the format knows is per buffer.
  if (Number(compression.method) !== 0) throw corrupt(`compression method ${compression.method}`);
  if (compression.type === CompressionType.LZ4_FRAME) return ipcCodec('lz4');
  if (compression.type === CompressionType.ZSTD) return ipcCodec('zstd');
  throw corrupt(`compression codec ${compression.type}`);
}

/** Arrow's own classes throw plain errors on what they do not like; the caller gets one kind. */
function guard<T>(where: string, run: () => T): T {
  try {
    return run();
  } catch (cause) {
    if (cause instanceof BallistaError) throw cause;
    throw corrupt(`${where} cannot be read`, cause);
  }
}
