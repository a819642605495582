import { type ArgumentInfo, type DataType, isBinary, LargeUtf8, Utf8, Utf8View, type Value } from '@ballista-ts/core';
import { plainType } from '../../definition/parameter.js';
import { defineScalarFunction } from '../../definition/scalar.js';

/** The widest text layout among the arguments; everything that is not text is cast to it. */
export function widestText(args: readonly ArgumentInfo[]): DataType {
  const kinds = args.map((one) => plainType(one.type).kind);
  return kinds.includes('Utf8View') ? Utf8View : kinds.includes('LargeUtf8') ? LargeUtf8 : Utf8;
}

/** `concat(a, ...)`: all that is not NULL, joined; only binary arguments give binary. Without any it is empty, not NULL. */
export const concat = defineScalarFunction({
  name: 'concat',
  coerce: (args) => {
    if (args.length > 0 && args.every((one) => isBinary(plainType(one.type))))
      return args.map(() => ({ kind: 'Binary' }));
    const text = widestText(args);
    return args.map(() => text);
  },
  parameterNames: ['value'],
  nulls: 'custom',
  returns: (args) => ({ type: args[0]?.type ?? Utf8, nullable: false }),
  evaluate: (args, { returnType }) => {
    const present = args.filter((one) => one !== null) as readonly Exclude<Value, null>[];
    return returnType.kind === 'Binary' ? Buffer.concat(present as readonly Uint8Array[]) : present.join('');
  },
  doc: {
    section: 'String',
    summary: 'Joins the arguments; NULLs are left out.',
    syntax: 'concat(value[, ..., value])',
    example: "concat('a', NULL, 1) -- a1",
  },
});
