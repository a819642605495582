import { ExecutionError, isListLike, map } from '@ballista-ts/core';
import { argumentMismatch, plainType } from '../../definition/parameter.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import type { Items } from '../array/items.js';
import { asList, itemType } from '../array/list-signature.js';
import { checkedEntries, type Entry } from './entries.js';

/** `map(keys, values)` from two lists, or `map(key, value)` of one entry. */
export const mapFunction = defineScalarFunction({
  name: 'map',
  coerce: (args) => {
    const types = args.map((one) => plainType(one.type));
    const [keys, values] = types;
    if (keys === undefined || values === undefined || args.length !== 2) {
      throw argumentMismatch('map', args, 'map(keys: list, values: list) or map(key, value)');
    }
    // NULL next to a list is a missing list.
    const lists = [keys, values].some(isListLike) ? types.map(asList) : types;
    return lists.every((type) => type !== undefined) ? lists : types;
  },
  parameterNames: ['keys', 'values'],
  nulls: 'custom',
  returns: ([keys, values]) => {
    const lists = isListLike(keys!.type) && isListLike(values!.type);
    return {
      type: lists ? map(itemType(keys!.type), itemType(values!.type)) : map(keys!.type, values!.type),
      nullable: lists && (keys!.nullable || values!.nullable),
    };
  },
  prepare: ({ args }) => {
    if (!isListLike(args[0]!.type) || !isListLike(args[1]!.type)) {
      return ([key, value]) => checkedEntries([[key!, value!]]);
    }
    return ([keys, values]) => {
      if (keys === null || values === null) return null;
      const [k, v] = [keys as Items, values as Items];
      if (k.length !== v.length) {
        throw new ExecutionError(`map requires as many keys as values, got ${k.length} keys and ${v.length} values`);
      }
      return checkedEntries(k.map((key, index): Entry => [key, v[index]!]));
    };
  },
  doc: {
    section: 'Map',
    summary: 'A map from a list of keys and a list of values.',
    syntax: 'map(keys, values)',
    example: "map(['a', 'b'], [1, 2]) -- {a: 1, b: 2}",
  },
});
