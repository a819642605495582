import { type ArgumentInfo, comparisonType, type DataType, type ReturnInfo } from '@ballista-ts/core';
import { argumentMismatch } from '../../definition/parameter.js';
import { defineScalarFunction, type ScalarFunctionDefinition } from '../../definition/scalar.js';
import { comparator } from '../../values/compare.js';

/** Text next to a number is compared as that number. */
function coerce(name: string, args: readonly ArgumentInfo[]): readonly DataType[] {
  const common = args.reduce<DataType | undefined>(
    (so, next) => (so === undefined ? undefined : comparisonType(so, next.type)),
    args[0]?.type,
  );
  if (common === undefined) throw argumentMismatch(name, args, `${name}(value, ...) with comparable values`);
  return args.map(() => common);
}

/** Picks among its arguments by their order; NULLs do not take part. */
export const extremeOf = (name: 'greatest' | 'least', summary: string, example: string): ScalarFunctionDefinition =>
  defineScalarFunction({
    name,
    coerce: (args) => coerce(name, args),
    parameterNames: ['value'],
    nulls: 'custom',
    returns: (args): ReturnInfo => ({ type: args[0]!.type, nullable: args.every((one) => one.nullable) }),
    prepare: ({ args }) => {
      const compare = comparator(args[0]!.type);
      const sign = name === 'greatest' ? 1 : -1;
      return (values) =>
        values.reduce((best, next) => {
          if (best === null || next === null) return best ?? next;
          return compare(next, best) * sign > 0 ? next : best;
        }, null);
    },
    doc: { section: 'Conditional', summary, syntax: `${name}(value[, ..., value])`, example },
  });
