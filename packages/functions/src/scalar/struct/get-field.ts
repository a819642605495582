import { type ArgumentInfo, type DataType, ExecutionError, PlanError, type Value } from '@ballista-ts/core';
import { castValue } from '../../cast/cast.js';
import { argumentMismatch } from '../../definition/parameter.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import { itemEquality } from '../array/items.js';
import { entryTypes } from '../map/entries.js';

/** One step down: into a field of a struct, or to the value of a key of a map. */
interface Step {
  readonly type: DataType;
  readonly read: (value: Value) => Value;
}

function stepInto(type: DataType, name: ArgumentInfo): Step {
  const key = name.constant;
  if (key === undefined || key === null) throw new PlanError('the name in get_field must be a literal');
  if (type.kind === 'Struct') {
    const index = type.fields.findIndex((one) => one.name === key);
    if (index === -1) {
      throw new PlanError(
        `field '${key}' not found in the struct, whose fields are ${type.fields.map((one) => one.name).join(', ')}`,
      );
    }
    return { type: type.fields[index]!.type, read: (value) => (value as readonly Value[])[index]! };
  }
  if (type.kind === 'Map') {
    const types = entryTypes(type);
    const same = itemEquality(types.key);
    const wanted = castKey(key, name.type, types.key);
    return {
      type: types.value,
      read: (value) => (value as readonly (readonly [Value, Value])[]).find(([k]) => same(k, wanted))?.[1] ?? null,
    };
  }
  throw new PlanError(`get_field needs a struct or a map, and '${key}' is asked of a ${type.kind}`);
}

function castKey(key: Value, from: DataType, to: DataType): Value {
  try {
    return castValue(key, from, to);
  } catch (error) {
    if (error instanceof ExecutionError)
      throw new PlanError(`the map has keys of another type than '${key}'`, undefined, { cause: error });
    throw error;
  }
}

const steps = ([base, ...names]: readonly ArgumentInfo[]): readonly Step[] => {
  const out: Step[] = [];
  let { type } = base!;
  for (const name of names) {
    const step = stepInto(type, name);
    out.push(step);
    ({ type } = step);
  }
  return out;
};

/** `get_field(struct or map, name, ...)`, also written `s['name']` or `s.name`; several names go down level by level. */
export const getField = defineScalarFunction({
  name: 'get_field',
  coerce: (args) => {
    if (args.length < 2) throw argumentMismatch('get_field', args, 'get_field(struct or map, name, ...)');
    return args.map((one) => one.type);
  },
  parameterNames: ['value', 'name'],
  returns: (args) => ({ type: steps(args)[args.length - 2]!.type, nullable: true }),
  prepare: ({ args }) => {
    const path = steps(args);
    return ([value]) => path.reduce<Value>((level, step) => (level === null ? null : step.read(level)), value!);
  },
  doc: {
    section: 'Other',
    summary: 'A field of a struct, or the value of a key of a map.',
    syntax: 'get_field(value, name[, ..., name])',
    example: "get_field({a: 1}, 'a') -- 1",
  },
});
