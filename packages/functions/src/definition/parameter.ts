import {
  type ArgumentInfo,
  Binary,
  Boolean_,
  type DataType,
  Float64,
  formatDataType,
  Int64,
  isBinary,
  isDecimal,
  isFloat,
  isInteger,
  isListLike,
  isNumeric,
  isString,
  isTemporal,
  PlanError,
  Utf8,
} from '@ballista-ts/core';

/** One parameter of a function: what it takes and what the argument is cast to before the call. */
export interface Parameter {
  readonly name: string;
  /** What is accepted, for error messages and docs: `number`, `text`. */
  readonly accepts: string;
  /** The type the argument is cast to, or undefined when it does not fit. */
  readonly coerce: (arg: ArgumentInfo) => DataType | undefined;
  readonly optional?: boolean;
  /** Takes all arguments from here on; at least one unless `optional`. Only the last parameter can. */
  readonly variadic?: boolean;
}

/** Dictionaries and run-end encoded columns compute as their values. */
export function plainType(type: DataType): DataType {
  if (type.kind === 'Dictionary') return plainType(type.value);
  if (type.kind === 'RunEndEncoded') return plainType(type.values.type);
  return type;
}

const parameter = (
  name: string,
  accepts: string,
  coerce: (type: DataType, arg: ArgumentInfo) => DataType | undefined,
): Parameter => ({ name, accepts, coerce: (arg) => coerce(plainType(arg.type), arg) });

export const optional = (of: Parameter): Parameter => ({ ...of, optional: true });
export const variadic = (of: Parameter): Parameter => ({ ...of, variadic: true });

/** Any value as it is. */
export const anyParameter = (name: string): Parameter => ({ name, accepts: 'any', coerce: (arg) => arg.type });
/** Any number, kept in its type; text and NULL become Float64. */
export const numberParameter = (name: string): Parameter =>
  parameter(name, 'number', (type) =>
    isNumeric(type) ? type : type.kind === 'Null' || isString(type) ? Float64 : undefined,
  );
/** Any number, as Float64, except that Float32 stays (the "f" rule). */
export const floatParameter = (name: string): Parameter =>
  parameter(name, 'number', (type) =>
    type.kind === 'Float32' ? type : isNumeric(type) || isString(type) || type.kind === 'Null' ? Float64 : undefined,
  );
/** Any number, as Float64. */
export const doubleParameter = (name: string): Parameter =>
  parameter(name, 'number', (type) =>
    isNumeric(type) || isString(type) || type.kind === 'Null' ? Float64 : undefined,
  );
/** An integer, as Int64. Whole-number literals only: 1.5 does not fit. */
export const integerParameter = (name: string): Parameter =>
  parameter(name, 'integer', (type) => (isInteger(type) || type.kind === 'Null' ? Int64 : undefined));
/** An integer, kept in its own type. */
export const ownIntegerParameter = (name: string): Parameter =>
  parameter(name, 'integer', (type) => (isInteger(type) ? type : type.kind === 'Null' ? Int64 : undefined));
/** Text of any layout, kept. */
export const textParameter = (name: string): Parameter =>
  parameter(name, 'text', (type) => (isString(type) ? type : type.kind === 'Null' ? Utf8 : undefined));
/** Anything with a text form that loses nothing, as text; text keeps its layout. */
export const textLikeParameter = (name: string): Parameter =>
  parameter(name, 'text', (type) =>
    isString(type)
      ? type
      : type.kind === 'Null' || isNumeric(type) || type.kind === 'Boolean' || isTemporal(type)
        ? Utf8
        : undefined,
  );
export const booleanParameter = (name: string): Parameter =>
  parameter(name, 'boolean', (type) => (type.kind === 'Boolean' || type.kind === 'Null' ? Boolean_ : undefined));
export const binaryParameter = (name: string): Parameter =>
  parameter(name, 'binary', (type) =>
    isBinary(type) ? type : isString(type) || type.kind === 'Null' ? Binary : undefined,
  );
export const listParameter = (name: string): Parameter =>
  parameter(name, 'list', (type) => (isListLike(type) || type.kind === 'Null' ? type : undefined));
/** A decimal or float kept, an integer as Float64 (the "float/dec same; int -> Float64" rule). */
export const realParameter = (name: string): Parameter =>
  parameter(name, 'number', (type) =>
    isDecimal(type) || isFloat(type)
      ? type
      : isInteger(type) || isString(type) || type.kind === 'Null'
        ? Float64
        : undefined,
  );

/** Makes the `coerce` of a signature from its parameters. */
export const coerceParameters =
  (functionName: string, parameters: readonly Parameter[]) =>
  (args: readonly ArgumentInfo[]): readonly DataType[] => {
    const last = parameters[parameters.length - 1];
    const required = parameters.filter((one) => one.optional !== true).length;
    const max = last?.variadic === true ? Number.POSITIVE_INFINITY : parameters.length;
    if (args.length < required || args.length > max) throw mismatch(functionName, parameters, args);
    return args.map((arg, index) => {
      const type = (parameters[index] ?? last)?.coerce(arg);
      if (type === undefined) throw mismatch(functionName, parameters, args);
      return type;
    });
  };

/** `name(a: number, [b: text])`, for errors and docs. */
export const formatParameters = (functionName: string, parameters: readonly Parameter[]): string =>
  `${functionName}(${parameters
    .map((one) => {
      const text = `${one.name}: ${one.accepts}${one.variadic === true ? '...' : ''}`;
      return one.optional === true ? `[${text}]` : text;
    })
    .join(', ')})`;

function mismatch(functionName: string, parameters: readonly Parameter[], args: readonly ArgumentInfo[]): PlanError {
  return argumentMismatch(functionName, args, formatParameters(functionName, parameters));
}

/** The error of every `coerce` that declines its arguments. */
export const argumentMismatch = (functionName: string, args: readonly ArgumentInfo[], expected: string): PlanError =>
  new PlanError(
    `function '${functionName}' does not take (${args.map((one) => formatDataType(one.type)).join(', ')}); it is called as ${expected}`,
  );
