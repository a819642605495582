import { type ArgumentInfo, type DataType, type DataTypeOf, ExecutionError, type Value } from '@ballista-ts/core';
import { argumentMismatch, plainType } from '../../definition/parameter.js';
import { type GroupKey, groupKey } from '../../values/group-key.js';

export type MapType = DataTypeOf<'Map'>;
export type Entry = readonly [Value, Value];

/** Types of keys and values. */
export function entryTypes(type: MapType): { readonly key: DataType; readonly value: DataType } {
  const fields = type.entries.type.kind === 'Struct' ? type.entries.type.fields : [];
  return { key: fields[0]?.type ?? { kind: 'Null' }, value: fields[1]?.type ?? { kind: 'Null' } };
}

/** @throws ExecutionError for a NULL key or one that occurs twice */
export function checkedEntries(entries: readonly Entry[]): readonly Entry[] {
  const seen = new Set<GroupKey>();
  for (const [key] of entries) {
    if (key === null) throw new ExecutionError('map key cannot be null');
    const unique = groupKey([key]);
    if (seen.has(unique)) throw new ExecutionError(`map key must be unique, duplicate key found: ${key}`);
    seen.add(unique);
  }
  return entries;
}

/** One map, and nothing else unless `others` says how the other arguments are cast. */
export function coerceMap(
  name: string,
  args: readonly ArgumentInfo[],
  others: (map: MapType) => readonly DataType[] = () => [],
): readonly DataType[] {
  const type = args[0] === undefined ? undefined : plainType(args[0].type);
  if (type?.kind !== 'Map') throw argumentMismatch(name, args, `${name}(map${others.length > 0 ? ', key' : ''})`);
  const rest = others(type);
  if (args.length !== rest.length + 1)
    throw argumentMismatch(name, args, `${name}(map${rest.length > 0 ? ', key' : ''})`);
  return [type, ...rest];
}
