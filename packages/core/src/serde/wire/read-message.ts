import { create, type DescMessage, type Message, type MessageShape, ScalarType } from '@bufbuild/protobuf';
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { DecodeError } from '../../errors/errors.js';
import { fieldsByNumber, type WireField } from './field-table.js';
import { checkBytes, nestedTooDeep, type WireLimits } from './limits.js';

type Properties = Record<string, unknown>;

/** A message, or an entry of a map, of which some bytes are still to be read. */
interface Frame {
  readonly target: Message;
  readonly fields: ReadonlyMap<number, WireField>;
  readonly end: number;
  /** For an entry: the map's field. Its key and value are collected here and stored when the entry ends. */
  readonly entryOf: WireField | undefined;
  key: string;
  value: unknown;
}

/**
 * A level of an expression or plan takes two messages, or three for a branch of CASE. Those who turn messages into plans count
 * levels exactly; the reader only has to stop before depth costs memory.
 */
const messagesPerLevel = 4;

/**
 * Reads a message without recursion and within limits, unlike `fromBinary`. Fields that are not known are skipped.
 *
 * @throws DecodeError for anything that is not such a message.
 */
export function readMessage<S extends DescMessage>(schema: S, bytes: Uint8Array, limits: WireLimits): MessageShape<S> {
  checkBytes(bytes.length, limits, schema.typeName);
  try {
    return read(schema, bytes, limits) as MessageShape<S>;
  } catch (error) {
    if (error instanceof DecodeError) throw error;
    throw new DecodeError(`these bytes are not a ${schema.typeName}`, { cause: error });
  }
}

function read(schema: DescMessage, bytes: Uint8Array, limits: WireLimits): Message {
  const reader = new BinaryReader(bytes);
  const root = create(schema);
  const stack: Frame[] = [messageFrame(root, schema, bytes.length)];
  const maxFrames = messagesPerLevel * limits.maxDepth + 64;
  let elements = 1;
  const count = (list: number): void => {
    elements += 1;
    if (list > limits.maxListLength) {
      throw new DecodeError(`${schema.typeName} holds a list of more than ${limits.maxListLength} entries`);
    }
    if (elements > limits.maxElements) {
      throw new DecodeError(`${schema.typeName} holds more than ${limits.maxElements} messages and list entries`);
    }
  };
  /** Ends of embedded messages, checked against the message around them. */
  const readEnd = (frame: Frame): number => {
    const end = reader.uint32() + reader.pos;
    if (end > frame.end) throw new DecodeError(`${schema.typeName} is truncated`);
    return end;
  };
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    if (reader.pos >= frame.end) {
      if (reader.pos > frame.end)
        throw new DecodeError(`${schema.typeName} holds a field that crosses the end of its message`);
      if (frame.entryOf !== undefined) storeEntry(frame, count);
      stack.pop();
      continue;
    }
    const [number, wireType] = reader.tag();
    const field = frame.entryOf === undefined ? frame.fields.get(number) : undefined;
    if (frame.entryOf !== undefined) {
      if (number === 1 && wireType === WireType.LengthDelimited) frame.key = reader.string(true);
      else if (number === 2 && wireType === frame.entryOf.wireType) {
        if (frame.entryOf.message === undefined) frame.value = readScalar(reader, frame.entryOf.scalar!);
        else {
          const child = create(frame.entryOf.message);
          frame.value = child;
          push(messageFrame(child, frame.entryOf.message, readEnd(frame)));
        }
      } else reader.skip(wireType, number);
      continue;
    }
    if (field === undefined) {
      reader.skip(wireType, number);
      continue;
    }
    const properties = frame.target as unknown as Properties;
    if (field.shape === 'list' && field.message === undefined) {
      const list = properties[field.name] as unknown[];
      if (wireType === field.wireType) {
        count(list.length + 1);
        list.push(readScalar(reader, field.scalar!));
      } else if (wireType === WireType.LengthDelimited) {
        const end = readEnd(frame);
        while (reader.pos < end) {
          count(list.length + 1);
          list.push(readScalar(reader, field.scalar!));
        }
      } else reader.skip(wireType, number);
      continue;
    }
    if (wireType !== field.wireType && field.shape !== 'map') {
      reader.skip(wireType, number);
      continue;
    }
    if (field.shape === 'map') {
      if (wireType !== WireType.LengthDelimited) {
        reader.skip(wireType, number);
        continue;
      }
      const value = field.message === undefined ? zero(field.scalar!) : create(field.message);
      push({ target: frame.target, fields: frame.fields, end: readEnd(frame), entryOf: field, key: '', value });
    } else if (field.message !== undefined) {
      const end = readEnd(frame);
      const before = field.shape === 'list' ? undefined : (getOne(properties, field) as Message | undefined);
      const child = before ?? create(field.message);
      if (field.shape === 'list') {
        const list = properties[field.name] as unknown[];
        count(list.length + 1);
        list.push(child);
      } else {
        count(0);
        setOne(properties, field, child);
      }
      push(messageFrame(child, field.message, end));
    } else {
      setOne(properties, field, readScalar(reader, field.scalar!));
    }
  }
  return root;

  function push(frame: Frame): void {
    if (stack.length >= maxFrames) throw nestedTooDeep(limits.maxDepth);
    stack.push(frame);
  }
}

const messageFrame = (target: Message, schema: DescMessage, end: number): Frame => ({
  target,
  fields: fieldsByNumber(schema),
  end,
  entryOf: undefined,
  key: '',
  value: undefined,
});

function storeEntry(frame: Frame, count: (list: number) => void): void {
  const map = (frame.target as unknown as Properties)[frame.entryOf!.name] as Properties;
  count(0);
  // Plain assignment of this one name would set the prototype.
  if (frame.key === '__proto__') {
    Object.defineProperty(map, frame.key, { value: frame.value, enumerable: true, configurable: true, writable: true });
  } else map[frame.key] = frame.value;
}

function getOne(properties: Properties, field: WireField): unknown {
  if (field.oneof === undefined) return properties[field.name];
  const oneof = properties[field.oneof] as { case?: string; value?: unknown };
  return oneof.case === field.name ? oneof.value : undefined;
}

function setOne(properties: Properties, field: WireField, value: unknown): void {
  if (field.oneof === undefined) properties[field.name] = value;
  else properties[field.oneof] = { case: field.name, value };
}

function readScalar(reader: BinaryReader, scalar: ScalarType): unknown {
  switch (scalar) {
    case ScalarType.BOOL:
      return reader.bool();
    case ScalarType.INT32:
      return reader.int32();
    case ScalarType.UINT32:
      return reader.uint32();
    case ScalarType.INT64:
      return reader.int64();
    case ScalarType.UINT64:
      return reader.uint64();
    case ScalarType.FLOAT:
      return reader.float();
    case ScalarType.DOUBLE:
      return reader.double();
    case ScalarType.STRING:
      return reader.string(true);
    default:
      // A copy: the message must not keep the buffer it came in alive, and Arrow wants aligned bytes.
      return reader.bytes().slice();
  }
}

function zero(scalar: ScalarType): unknown {
  switch (scalar) {
    case ScalarType.BOOL:
      return false;
    case ScalarType.STRING:
      return '';
    case ScalarType.BYTES:
      return new Uint8Array(0);
    case ScalarType.INT64:
    case ScalarType.UINT64:
      return 0n;
    default:
      return 0;
  }
}
