import { type ArgumentInfo, commonType, type DataType, isListLike, list, type Value } from '@ballista-ts/core';
import { argumentMismatch } from '../../definition/parameter.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import type { Items } from './items.js';
import { asList } from './list-signature.js';

const depthOf = (type: DataType): number => (isListLike(type) ? 1 + depthOf(type.field.type) : 0);

/** Lists of one depth, or one level shallower: those count as one element. NULL fits any depth. */
function coerce(args: readonly ArgumentInfo[]): readonly DataType[] {
  const fail = () => argumentMismatch('array_concat', args, 'array_concat(list, ...) with lists of like items');
  if (args.length === 0) throw fail();
  const types = args.map((one) => {
    const type = asList(one.type);
    if (type === undefined) throw fail();
    return one.type.kind === 'Null' ? undefined : type;
  });
  const known = types.filter((type) => type !== undefined);
  const depth = Math.max(1, ...known.map(depthOf));
  const common = commonType(known.map((type) => (depthOf(type) === depth - 1 ? list(type) : type)));
  if (known.length === 0) return args.map(() => list({ kind: 'Null' }));
  if (common === undefined || !isListLike(common)) throw fail();
  return types.map((type) => (type !== undefined && depthOf(type) === depth - 1 ? common.field.type : common));
}

/** `array_concat(list, ...)`: the lists one after another; NULL lists are left out. */
export const arrayConcat = defineScalarFunction({
  name: 'array_concat',
  aliases: ['array_cat', 'list_concat', 'list_cat'],
  coerce,
  parameterNames: ['list'],
  nulls: 'custom',
  returns: (args) => ({
    type: args.map((one) => one.type).reduce((deepest, type) => (depthOf(type) > depthOf(deepest) ? type : deepest)),
    nullable: args.every((one) => one.nullable),
  }),
  prepare: ({ args, returnType }) => {
    const depth = depthOf(returnType);
    const isElement = args.map((one) => depthOf(one.type) < depth);
    return (lists) => {
      if (lists.every((one) => one === null)) return null;
      return lists.flatMap(
        (one, index): Items => (one === null ? [] : isElement[index] ? [one as Value] : (one as Items)),
      );
    };
  },
  doc: {
    section: 'Array',
    summary: 'Joins lists; NULL lists are left out.',
    syntax: 'array_concat(list[, ..., list])',
    example: 'array_concat([1], [2, 3]) -- [1, 2, 3]',
  },
});
