import { type DataType, type DataTypeOf, isListLike, type Value } from '@ballista-ts/core';
import { type CastKernel, castError } from './cast-kernel.js';

type FindKernel = (from: DataType, to: DataType) => CastKernel | undefined;
type ListType = Extract<DataType, { readonly field: unknown }>;

const nullable =
  (kernel: CastKernel): CastKernel =>
  (value) =>
    value === null ? null : kernel(value);

/** Lists cast item by item; a single value becomes a list of one. A fixed size must be met. */
export function toList(from: DataType, to: ListType, find: FindKernel): CastKernel | undefined {
  const size = to.kind === 'FixedSizeList' ? to.size : undefined;
  const check = (items: readonly Value[], value: Value): readonly Value[] => {
    if (size !== undefined && items.length !== size) throw castError(value, from, to);
    return items;
  };
  const item = find(isListLike(from) ? from.field.type : from, to.field.type);
  if (item === undefined) return undefined;
  const cast = nullable(item);
  return isListLike(from)
    ? (value) => check((value as readonly Value[]).map(cast), value)
    : (value) => check([cast(value)], value);
}

/** Fields are matched by name; those the source lacks are NULL. Without any common name, by position when the counts agree. */
export function toStruct(from: DataType, to: DataTypeOf<'Struct'>, find: FindKernel): CastKernel | undefined {
  if (from.kind !== 'Struct') return undefined;
  const positions = to.fields.map((one) => from.fields.findIndex((other) => other.name === one.name));
  const byPosition = positions.every((position) => position === -1) && from.fields.length === to.fields.length;
  const parts: { readonly position: number; readonly cast: CastKernel }[] = [];
  for (const [index, one] of to.fields.entries()) {
    const position = byPosition ? index : positions[index]!;
    const kernel = position === -1 ? () => null : find(from.fields[position]!.type, one.type);
    if (kernel === undefined) return undefined;
    parts.push({ position, cast: nullable(kernel) });
  }
  return (value) =>
    parts.map(({ position, cast }) => (position === -1 ? null : cast((value as readonly Value[])[position]!)));
}

/** Entry by entry. */
export function toMap(from: DataType, to: DataTypeOf<'Map'>, find: FindKernel): CastKernel | undefined {
  if (from.kind !== 'Map' || from.entries.type.kind !== 'Struct' || to.entries.type.kind !== 'Struct') return undefined;
  const kernels = [0, 1].map((index) => {
    const source = (from.entries.type as DataTypeOf<'Struct'>).fields[index];
    const target = (to.entries.type as DataTypeOf<'Struct'>).fields[index];
    return source === undefined || target === undefined ? undefined : find(source.type, target.type);
  });
  const [key, item] = kernels;
  if (key === undefined || item === undefined) return undefined;
  const castItem = nullable(item);
  return (value) => (value as readonly (readonly Value[])[]).map(([k, v]) => [key(k!), castItem(v!)]);
}
