import { type ArgumentInfo, PlanError, struct } from '@ballista-ts/core';
import { argumentMismatch } from '../../definition/parameter.js';
import { defineScalarFunction } from '../../definition/scalar.js';

function fieldName(arg: ArgumentInfo): string {
  if (typeof arg.constant !== 'string') throw new PlanError('field names of named_struct must be text literals');
  return arg.constant;
}

/** `named_struct(name, value, ...)`, also written `{name: value, ...}`. */
export const namedStruct = defineScalarFunction({
  name: 'named_struct',
  coerce: (args) => {
    if (args.length === 0 || args.length % 2 !== 0) {
      throw argumentMismatch('named_struct', args, 'named_struct(name, value, ...) with names and values in pairs');
    }
    const names = args.filter((_, index) => index % 2 === 0).map(fieldName);
    const repeated = names.find((name, index) => names.indexOf(name) !== index);
    if (repeated !== undefined) throw new PlanError(`named_struct has two fields called '${repeated}'`);
    return args.map((one) => one.type);
  },
  parameterNames: ['name', 'value'],
  nulls: 'custom',
  returns: (args) => ({
    type: struct(
      args.flatMap((one, index) =>
        index % 2 === 0 ? [{ name: fieldName(one), type: args[index + 1]!.type, nullable: true }] : [],
      ),
    ),
    nullable: false,
  }),
  evaluate: (args) => args.filter((_, index) => index % 2 === 1),
  doc: {
    section: 'Struct',
    summary: 'A struct of fields with names.',
    syntax: 'named_struct(name, value[, ..., name, value])',
    example: "named_struct('a', 1, 'b', 2) -- {a: 1, b: 2}",
  },
});
