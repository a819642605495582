import { type ArgumentInfo, type DataType, PlanError, Utf8 } from '@ballista-ts/core';
import { castKernel, tryCastKernel } from '../../cast/cast.js';
import { argumentMismatch } from '../../definition/parameter.js';
import { defineScalarFunction, type ScalarFunctionDefinition } from '../../definition/scalar.js';
import { parseDataType } from './parse-data-type.js';

function namedType(name: string, [, target]: readonly ArgumentInfo[]): DataType {
  if (typeof target?.constant !== 'string')
    throw new PlanError(`${name} requires its second argument to be a text literal`);
  return parseDataType(target.constant);
}

/** What `arrow_cast` and `arrow_try_cast` share: the target is named by a text. */
export const namedCastFunctionOf = (name: string, lenient: boolean, summary: string): ScalarFunctionDefinition =>
  castFunction(name, lenient, {
    summary,
    syntax: `${name}(value, type)`,
    example: `${name}(1, 'Float32')`,
    target: (args) => namedType(name, args),
    second: () => Utf8,
  });

/** What `cast_to_type` and `try_cast_to_type` share: the target is the type of another expression. */
export const likeCastFunctionOf = (name: string, lenient: boolean, summary: string): ScalarFunctionDefinition =>
  castFunction(name, lenient, {
    summary,
    syntax: `${name}(value, reference)`,
    example: `${name}('42', NULL::INTEGER) -- 42`,
    target: (args) => args[1]!.type,
    second: (arg) => arg.type,
  });

function castFunction(
  name: string,
  lenient: boolean,
  options: {
    readonly summary: string;
    readonly syntax: string;
    readonly example: string;
    readonly target: (args: readonly ArgumentInfo[]) => DataType;
    readonly second: (arg: ArgumentInfo) => DataType;
  },
): ScalarFunctionDefinition {
  return defineScalarFunction({
    name,
    coerce: (args) => {
      if (args.length !== 2) throw argumentMismatch(name, args, options.syntax);
      return [args[0]!.type, options.second(args[1]!)];
    },
    parameterNames: ['value', 'type'],
    nulls: 'custom',
    returns: (args) => ({ type: options.target(args), nullable: lenient || args[0]!.nullable }),
    prepare: ({ args, returnType }) => {
      const kernel = lenient ? tryCastKernel(args[0]!.type, returnType) : castKernel(args[0]!.type, returnType);
      return ([value]) => (value === null ? null : kernel(value!));
    },
    doc: { section: 'Other', summary: options.summary, syntax: options.syntax, example: options.example },
  });
}
