import { type ArgumentInfo, type DataTypeOf, PlanError, type Value } from '@ballista-ts/core';
import { argumentMismatch } from '../../definition/parameter.js';
import { defineScalarFunction } from '../../definition/scalar.js';

function variantOf([union, name]: readonly ArgumentInfo[]) {
  const type = union!.type as DataTypeOf<'Union'>;
  const index = type.fields.findIndex((one) => one.name === name?.constant);
  if (index === -1)
    throw new PlanError(
      `field '${name?.constant}' not found on union, whose variants are ${type.fields.map((one) => one.name).join(', ')}`,
    );
  return { type: type.fields[index]!.type, id: type.typeIds[index]! };
}

/** `union_extract(union, name)`: the value where that variant is active, else NULL. */
export const unionExtract = defineScalarFunction({
  name: 'union_extract',
  coerce: (args) => {
    if (args.length !== 2 || args[0]!.type.kind !== 'Union')
      throw argumentMismatch('union_extract', args, 'union_extract(union, name: text literal)');
    return args.map((one) => one.type);
  },
  parameterNames: ['union', 'name'],
  returns: (args) => ({ type: variantOf(args).type, nullable: true }),
  prepare: ({ args }) => {
    const { id } = variantOf(args);
    return ([value]) => {
      const [active, inner] = value as readonly [number, Value];
      return active === id ? inner : null;
    };
  },
  doc: {
    section: 'Union',
    summary: 'The value of a variant of a union where it is active, else NULL.',
    syntax: 'union_extract(union, name)',
    example: "union_extract(u, 'a')",
  },
});
