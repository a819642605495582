import { type ArgumentInfo, commonType, type ReturnInfo } from '@ballista-ts/core';
import { argumentMismatch } from '../../definition/parameter.js';
import { defineScalarFunction } from '../../definition/scalar.js';

/** `coalesce(a, b, ...)`: the first that is not NULL; later ones are not computed once it is found. */
export const coalesce = defineScalarFunction({
  name: 'coalesce',
  coerce: (args) => commonTypeOfAll('coalesce', args),
  parameterNames: ['value'],
  settled: (args) => args[args.length - 1] !== null,
  returns: (args): ReturnInfo => ({ type: args[0]!.type, nullable: args.every((one) => one.nullable) }),
  evaluate: (args) => args.find((one) => one !== null) ?? null,
  doc: {
    section: 'Conditional',
    summary: 'The first argument that is not NULL, NULL when there is none.',
    syntax: 'coalesce(value[, ..., value])',
    example: "coalesce(NULL, 'a', 'b') -- a",
  },
});

/** All arguments as the type that holds all of them. */
export function commonTypeOfAll(name: string, args: readonly ArgumentInfo[]) {
  const common = commonType(args.map((one) => one.type));
  if (args.length === 0 || common === undefined) {
    throw argumentMismatch(name, args, `${name}(value, ...) with values of one common type`);
  }
  return args.map(() => common);
}
