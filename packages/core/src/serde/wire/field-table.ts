import { type DescField, type DescMessage, ScalarType } from '@bufbuild/protobuf';
import { WireType } from '@bufbuild/protobuf/wire';
import { InternalError } from '../../errors/errors.js';

/** What reader and writer need to know of a field, looked up once per message type. */
export interface WireField {
  readonly number: number;
  /** Property of the message, or of the value of its oneof. */
  readonly name: string;
  /** Property that holds the oneof this field is a member of. */
  readonly oneof: string | undefined;
  readonly shape: 'one' | 'list' | 'map';
  /** Type of the value, the list's items, or the map's values. An enum is its number. */
  readonly scalar: ScalarType | undefined;
  readonly message: DescMessage | undefined;
  readonly packed: boolean;
  /** Whether a zero is written: the field knows absent from zero. */
  readonly explicit: boolean;
  readonly wireType: WireType;
}

const tables = new WeakMap<DescMessage, WireField[]>();

/** The fields of a message type by ascending number. */
export function fieldTable(of: DescMessage): readonly WireField[] {
  let table = tables.get(of);
  if (table === undefined) {
    table = of.fields.map(wireField).sort((a, b) => a.number - b.number);
    tables.set(of, table);
  }
  return table;
}

const numbered = new WeakMap<DescMessage, Map<number, WireField>>();

/** The fields of a message type by number. */
export function fieldsByNumber(of: DescMessage): ReadonlyMap<number, WireField> {
  let map = numbered.get(of);
  if (map === undefined) {
    map = new Map(fieldTable(of).map((one) => [one.number, one]));
    numbered.set(of, map);
  }
  return map;
}

/** A field, or all members of a oneof, of which at most one is there. */
export type WireSlot = WireField | { readonly oneof: string; readonly members: ReadonlyMap<string, WireField> };

const slots = new WeakMap<DescMessage, WireSlot[]>();

/** The fields of a message type in the order a writer goes through them, each oneof once. */
export function slotTable(of: DescMessage): readonly WireSlot[] {
  let table = slots.get(of);
  if (table === undefined) {
    const oneofs = new Map<string, Map<string, WireField>>();
    table = [];
    for (const field of fieldTable(of)) {
      if (field.oneof === undefined) table.push(field);
      else {
        let members = oneofs.get(field.oneof);
        if (members === undefined) {
          members = new Map();
          oneofs.set(field.oneof, members);
          table.push({ oneof: field.oneof, members });
        }
        members.set(field.name, field);
      }
    }
    slots.set(of, table);
  }
  return table;
}

function wireField(field: DescField): WireField {
  const kind =
    field.fieldKind === 'list' ? field.listKind : field.fieldKind === 'map' ? field.mapKind : field.fieldKind;
  const scalar = kind === 'enum' ? ScalarType.INT32 : kind === 'scalar' ? (field.scalar as ScalarType) : undefined;
  if (field.fieldKind === 'map' && field.mapKey !== ScalarType.STRING) {
    throw new InternalError(`${field}: only string keys are written and read`);
  }
  return {
    number: field.number,
    name: field.localName,
    oneof: field.oneof?.localName,
    shape: field.fieldKind === 'list' ? 'list' : field.fieldKind === 'map' ? 'map' : 'one',
    scalar,
    message: kind === 'message' ? (field.message as DescMessage) : undefined,
    packed: field.fieldKind === 'list' && field.packed,
    explicit: field.oneof !== undefined || field.proto.proto3Optional === true,
    wireType: scalar === undefined ? WireType.LengthDelimited : scalarWireType(scalar, field),
  };
}

function scalarWireType(scalar: ScalarType, field: DescField): WireType {
  switch (scalar) {
    case ScalarType.BOOL:
    case ScalarType.INT32:
    case ScalarType.UINT32:
    case ScalarType.INT64:
    case ScalarType.UINT64:
      return WireType.Varint;
    case ScalarType.FLOAT:
      return WireType.Bit32;
    case ScalarType.DOUBLE:
      return WireType.Bit64;
    case ScalarType.STRING:
    case ScalarType.BYTES:
      return WireType.LengthDelimited;
    default:
      throw new InternalError(`${field}: no message of ours uses ${ScalarType[scalar]}`);
  }
}
