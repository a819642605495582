import { type DescMessage, type Message, type MessageShape, ScalarType } from '@bufbuild/protobuf';
import { WireType } from '@bufbuild/protobuf/wire';
import { InvalidArgumentError } from '../../errors/errors.js';
import { slotTable, type WireField, type WireSlot } from './field-table.js';
import { checkBytes, type WireLimits } from './limits.js';

type Properties = Record<string, unknown>;

/** A message of which the slots from `slotIndex` down are still to be written. */
interface Frame {
  readonly source: Properties;
  readonly slots: readonly WireSlot[];
  slotIndex: number;
  /** For a list: items from here down are still to be written; -1: the field has not begun. */
  itemIndex: number;
  /** For a map: its entries, while they are being written. */
  entries: [string, unknown][] | undefined;
  /** Called when the message is complete, to write what stands before it: length, tag, a map's key. */
  readonly finish: (() => void) | undefined;
}

const utf8 = new TextEncoder();

/**
 * Writes a message without recursion, unlike `toBinary`: from the end to the beginning, so that the length of an embedded
 * message is known when it is written. Fields come out by ascending numbers, a oneof where its first member stands.
 *
 * @throws DecodeError when the result is larger than a reader would accept, InvalidArgumentError when a number does not fit its field.
 */
export function writeMessage<S extends DescMessage>(
  schema: S,
  message: MessageShape<S>,
  limits: WireLimits,
): Uint8Array {
  const out = new BackwardWriter(limits, schema.typeName);
  const stack: Frame[] = [frameOf(message, schema, undefined)];
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    if (frame.slotIndex < 0) {
      stack.pop();
      frame.finish?.();
      continue;
    }
    const slot = frame.slots[frame.slotIndex]!;
    const child = 'members' in slot ? writeOneof(out, frame, slot) : writeField(out, frame, slot);
    if (child !== undefined) stack.push(child);
  }
  return out.finish();
}

const frameOf = (message: Message, schema: DescMessage, finish: (() => void) | undefined): Frame => {
  const slots = slotTable(schema);
  return {
    source: message as unknown as Properties,
    slots,
    slotIndex: slots.length - 1,
    itemIndex: -1,
    entries: undefined,
    finish,
  };
};

/** Writes (the next part of) a field and moves on, or gives the embedded message that has to be written first. */
function writeField(out: BackwardWriter, frame: Frame, field: WireField): Frame | undefined {
  if (field.shape === 'list') return writeList(out, frame, field);
  if (field.shape === 'map') return writeMap(out, frame, field);
  frame.slotIndex -= 1;
  const value = frame.source[field.name];
  return value === undefined || (!field.explicit && isZero(value)) ? undefined : writeValue(out, field, value);
}

function writeOneof(
  out: BackwardWriter,
  frame: Frame,
  slot: Extract<WireSlot, { readonly members: unknown }>,
): Frame | undefined {
  frame.slotIndex -= 1;
  const chosen = frame.source[slot.oneof] as { readonly case?: string; readonly value?: unknown };
  const field = chosen.case === undefined ? undefined : slot.members.get(chosen.case);
  return field === undefined ? undefined : writeValue(out, field, chosen.value);
}

function writeValue(out: BackwardWriter, field: WireField, value: unknown): Frame | undefined {
  if (field.message !== undefined) return embedded(out, value as Message, field.message, field.number);
  out.scalar(field.scalar!, value);
  out.tag(field.number, field.wireType);
  return undefined;
}

function writeList(out: BackwardWriter, frame: Frame, field: WireField): Frame | undefined {
  const list = frame.source[field.name] as unknown[];
  if (field.message !== undefined) {
    if (frame.itemIndex === -1) frame.itemIndex = list.length;
    frame.itemIndex -= 1;
    if (frame.itemIndex < 0) {
      frame.slotIndex -= 1;
      frame.itemIndex = -1;
      return undefined;
    }
    return embedded(out, list[frame.itemIndex] as Message, field.message, field.number);
  }
  frame.slotIndex -= 1;
  if (list.length === 0) return undefined;
  const end = out.position;
  for (let index = list.length - 1; index >= 0; index -= 1) {
    out.scalar(field.scalar!, list[index]);
    if (!field.packed) out.tag(field.number, field.wireType);
  }
  if (field.packed) {
    out.varint(end - out.position);
    out.tag(field.number, WireType.LengthDelimited);
  }
  return undefined;
}

function writeMap(out: BackwardWriter, frame: Frame, field: WireField): Frame | undefined {
  frame.entries ??= Object.entries(frame.source[field.name] as Properties);
  const entry = frame.entries.pop();
  if (entry === undefined) {
    frame.entries = undefined;
    frame.slotIndex -= 1;
    return undefined;
  }
  const [key, value] = entry;
  const end = out.position;
  const finish = (): void => {
    out.tag(2, field.wireType);
    out.scalar(ScalarType.STRING, key);
    out.tag(1, WireType.LengthDelimited);
    out.varint(end - out.position);
    out.tag(field.number, WireType.LengthDelimited);
  };
  if (field.message === undefined) {
    out.scalar(field.scalar!, value);
    finish();
    return undefined;
  }
  return frameOf(value as Message, field.message, () => {
    out.varint(end - out.position);
    finish();
  });
}

function embedded(out: BackwardWriter, message: Message, schema: DescMessage, number: number): Frame {
  const end = out.position;
  return frameOf(message, schema, () => {
    out.varint(end - out.position);
    out.tag(number, WireType.LengthDelimited);
  });
}

const doesNotFit = (value: unknown, what: string): InvalidArgumentError =>
  new InvalidArgumentError(`${String(value)} is not ${what}, as its field on the wire is`);

const isZero = (value: unknown): boolean =>
  value === false ||
  value === '' ||
  value === 0n ||
  (value === 0 && !Object.is(value, -0)) ||
  (value instanceof Uint8Array && value.length === 0);

/** A buffer that fills from its end. `position` counts from the end of the data, so it survives growth. */
class BackwardWriter {
  private buffer = new Uint8Array(1024);
  private view = new DataView(this.buffer.buffer);
  /** Bytes from `start` on are written. */
  private start = this.buffer.length;

  constructor(
    private readonly limits: WireLimits,
    private readonly what: string,
  ) {}

  /** Falls with every byte written; the difference of two positions is the number of bytes between them. */
  get position(): number {
    return this.start - this.buffer.length;
  }

  private reserve(bytes: number): number {
    if (this.start < bytes) {
      const used = this.buffer.length - this.start;
      checkBytes(used + bytes, this.limits, this.what);
      const larger = new Uint8Array(Math.max(this.buffer.length * 2, used + bytes));
      larger.set(this.buffer.subarray(this.start), larger.length - used);
      this.buffer = larger;
      this.view = new DataView(larger.buffer);
      this.start = larger.length - used;
    }
    this.start -= bytes;
    return this.start;
  }

  tag(number: number, wireType: WireType): void {
    this.varint(((number << 3) | wireType) >>> 0);
  }

  /** An unsigned 32-bit number. */
  varint(value: number): void {
    let at = this.reserve(value < 0x80 ? 1 : value < 0x4000 ? 2 : value < 0x200000 ? 3 : value < 0x10000000 ? 4 : 5);
    let rest = value;
    for (; rest >= 0x80; rest >>>= 7) this.buffer[at++] = (rest & 0x7f) | 0x80;
    this.buffer[at] = rest;
  }

  private varint64(value: bigint): void {
    const unsigned = BigInt.asUintN(64, value);
    if (unsigned < 0x100000000n) {
      this.varint(Number(unsigned));
      return;
    }
    const bytes: number[] = [];
    let rest = unsigned;
    for (; rest >= 0x80n; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
    bytes.push(Number(rest));
    // Room first: making it may replace the buffer.
    const at = this.reserve(bytes.length);
    this.buffer.set(bytes, at);
  }

  private bytes(value: Uint8Array): void {
    const at = this.reserve(value.length);
    this.buffer.set(value, at);
    this.varint(value.length);
  }

  scalar(type: ScalarType, value: unknown): void {
    switch (type) {
      case ScalarType.BOOL:
        this.varint(value === true ? 1 : 0);
        return;
      case ScalarType.UINT32:
        if ((value as number) >>> 0 !== value) throw doesNotFit(value, 'an unsigned number of 32 bits');
        this.varint(value);
        return;
      case ScalarType.INT32:
        if (((value as number) | 0) !== value) throw doesNotFit(value, 'a number of 32 bits');
        if ((value as number) < 0) this.varint64(BigInt(value as number));
        else this.varint(value as number);
        return;
      case ScalarType.INT64:
      case ScalarType.UINT64:
        this.varint64(value as bigint);
        return;
      case ScalarType.FLOAT:
        this.reserve(4);
        this.view.setFloat32(this.start, value as number, true);
        return;
      case ScalarType.DOUBLE:
        this.reserve(8);
        this.view.setFloat64(this.start, value as number, true);
        return;
      case ScalarType.STRING:
        this.bytes(utf8.encode(value as string));
        return;
      default:
        this.bytes(value as Uint8Array);
    }
  }

  finish(): Uint8Array {
    checkBytes(this.buffer.length - this.start, this.limits, this.what);
    return this.buffer.slice(this.start);
  }
}
