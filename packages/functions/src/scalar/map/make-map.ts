import { commonType, type DataType, map } from '@ballista-ts/core';
import { argumentMismatch } from '../../definition/parameter.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import { checkedEntries, type Entry } from './entries.js';

/** `make_map(key, value, ...)`, also written `MAP {key: value, ...}`: keys of one common type, and values of one. */
export const makeMap = defineScalarFunction({
  name: 'make_map',
  coerce: (args) => {
    const side = (parity: number): DataType | undefined =>
      commonType(args.filter((_, index) => index % 2 === parity).map((one) => one.type));
    const [key, value] = [side(0), side(1)];
    if (key === undefined || value === undefined || args.length === 0 || args.length % 2 !== 0) {
      throw argumentMismatch(
        'make_map',
        args,
        'make_map(key, value, ...) with keys of one type and values of one type',
      );
    }
    return args.map((_, index) => (index % 2 === 0 ? key : value));
  },
  parameterNames: ['key', 'value'],
  nulls: 'custom',
  returns: ([key, value]) => ({ type: map(key!.type, value!.type), nullable: false }),
  evaluate: (args) => {
    const entries: Entry[] = [];
    for (let index = 0; index < args.length; index += 2) entries.push([args[index]!, args[index + 1]!]);
    return checkedEntries(entries);
  },
  doc: {
    section: 'Map',
    summary: 'A map from keys and values in turn.',
    syntax: 'make_map(key, value[, ..., key, value])',
    example: "make_map('a', 1, 'b', 2) -- {a: 1, b: 2}",
  },
});
