import { binarySignature } from '@ballista-ts/core';
import { argumentMismatch } from '../../definition/parameter.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import { operandCast } from '../../evaluator/operand-cast.js';
import { binaryOperation } from '../../evaluator/operators/binary.js';

/** `nullif(a, b)`: NULL when a = b, else a. The comparison finds its common type; the result stays of a's type. */
export const nullif = defineScalarFunction({
  name: 'nullif',
  coerce: (args) => {
    if (args.length !== 2) throw argumentMismatch('nullif', args, 'nullif(a, b)');
    binarySignature(args[0]!.type, 'Eq', args[1]!.type);
    return args.map((one) => one.type);
  },
  parameterNames: ['a', 'b'],
  nulls: 'custom',
  returns: ([a]) => ({ type: a!.type, nullable: true }),
  prepare: ({ args }) => {
    const equals = binaryOperation(args[0]!.type, 'Eq', args[1]!.type);
    const castA = operandCast(args[0]!.type, equals.left) ?? ((value) => value);
    const castB = operandCast(args[1]!.type, equals.right) ?? ((value) => value);
    return ([a, b]) => (equals.apply(castA(a!), castB(b!)) === true ? null : a!);
  },
  doc: {
    section: 'Conditional',
    summary: 'NULL when the two are equal, else the first.',
    syntax: 'nullif(a, b)',
    example: 'nullif(5, 5) -- NULL',
  },
});
