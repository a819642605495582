import {
  type ArgumentInfo,
  Boolean_,
  type DataType,
  type FunctionSignature,
  field,
  formatDataType,
  schema,
  UInt8,
  UInt64,
  Utf8,
  type Value,
} from '@ballista-ts/core';
import type { InformationSchemaContext, InformationSchemaView } from './view.js';

type Signature = FunctionSignature & { readonly kind: 'scalar' | 'aggregate' | 'window' | 'table' };

/** Every function under each name it can be called by. */
function signatures({
  functions,
}: InformationSchemaContext): { readonly name: string; readonly signature: Signature }[] {
  return [...functions.names()]
    .sort()
    .flatMap((name) =>
      [functions.scalar(name), functions.aggregate(name), functions.window(name), functions.table(name)].flatMap(
        (signature) => (signature === undefined ? [] : [{ name, signature }]),
      ),
    );
}

const unknown: DataType = { kind: 'Null' };

/** The type of a call without knowing its arguments, or undefined: many functions answer in the type they are given. */
function resultType(signature: Signature): DataType | undefined {
  const args = (signature.parameterNames ?? []).map((): ArgumentInfo => ({ type: unknown, nullable: true }));
  try {
    const types = signature.coerce(args);
    const coerced = args.map((arg, index) => ({ ...arg, type: types[index] ?? unknown }));
    if (!('returns' in signature)) return undefined;
    const { type } = (
      signature.returns as (args: readonly ArgumentInfo[], options: { distinct: boolean }) => { type: DataType }
    )(coerced, { distinct: false });
    return type.kind === 'Null' ? undefined : type;
  } catch {
    // It wants to know its arguments; that is an answer too.
    return undefined;
  }
}

export const routinesView: InformationSchemaView = {
  name: 'routines',
  schema: schema([
    field('specific_catalog', Utf8, false),
    field('specific_schema', Utf8, false),
    field('specific_name', Utf8, false),
    field('routine_catalog', Utf8, false),
    field('routine_schema', Utf8, false),
    field('routine_name', Utf8, false),
    field('routine_type', Utf8, false),
    field('is_deterministic', Boolean_),
    field('data_type', Utf8),
    field('function_type', Utf8),
    field('description', Utf8),
    field('syntax_example', Utf8),
  ]),
  rows: async (context) =>
    signatures(context).map(({ name, signature }): Value[] => {
      const type = resultType(signature);
      const { defaultCatalog, defaultSchema } = context.catalog;
      return [
        defaultCatalog,
        defaultSchema,
        name,
        defaultCatalog,
        defaultSchema,
        name,
        'FUNCTION',
        signature.volatility === 'immutable',
        type === undefined ? null : formatDataType(type),
        signature.kind.toUpperCase(),
        signature.doc.summary,
        signature.doc.syntax,
      ];
    }),
};

/** The parameters of every function by name, and its result; `rid` tells functions of one name and several kinds apart. */
export const parametersView: InformationSchemaView = {
  name: 'parameters',
  schema: schema([
    field('specific_catalog', Utf8, false),
    field('specific_schema', Utf8, false),
    field('specific_name', Utf8, false),
    field('ordinal_position', UInt64, false),
    field('parameter_mode', Utf8, false),
    field('parameter_name', Utf8),
    field('data_type', Utf8, false),
    field('parameter_default', Utf8),
    field('is_variadic', Boolean_, false),
    field('rid', UInt8, false),
  ]),
  rows: async (context) => {
    const { defaultCatalog, defaultSchema } = context.catalog;
    const seen = new Map<string, number>();
    return signatures(context).flatMap(({ name, signature }): Value[][] => {
      const rid = seen.get(name) ?? 0;
      seen.set(name, rid + 1);
      const type = resultType(signature);
      const row = (position: number, mode: 'IN' | 'OUT', parameter: string | null, dataType: string): Value[] => [
        defaultCatalog,
        defaultSchema,
        name,
        BigInt(position),
        mode,
        parameter,
        dataType,
        null,
        false,
        rid,
      ];
      return [
        ...(signature.parameterNames ?? []).map((parameter, index) => row(index + 1, 'IN', parameter, 'any')),
        row(1, 'OUT', null, type === undefined ? 'depends on the arguments' : formatDataType(type)),
      ];
    });
  },
};
