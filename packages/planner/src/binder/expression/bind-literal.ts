import {
  Binary,
  decimal128,
  decimal256,
  type Expr,
  Float64,
  Int64,
  NotYetSupportedError,
  typedLiteral,
  UInt64,
  utf8Literal,
} from '@ballista-ts/core';
import type { BytesLiteral, NumberLiteral, PlaceholderExpr, StringLiteral } from '../../sql/ast/expr.js';
import type { BindContext } from '../bind-context.js';

const maxInt64 = 2n ** 63n - 1n;
const minInt64 = -(2n ** 63n);
const maxUInt64 = 2n ** 64n - 1n;

/** A number: Int64 when it is whole and fits, else UInt64, else Float64 (or a decimal, as the session asks). */
export function bindNumber(literal: NumberLiteral, negative: boolean, context: BindContext): Expr {
  const { text } = literal;
  if (/^\d+$/.test(text)) {
    // A text of a million digits would take seconds as a bigint; no integer type has more than twenty.
    const digits = text.replace(/^0+(?=\d)/, '');
    if (digits.length <= 20) {
      const value = negative ? -BigInt(digits) : BigInt(digits);
      if (value >= minInt64 && value <= maxInt64) return typedLiteral(Int64, value);
      if (value >= 0n && value <= maxUInt64) return typedLiteral(UInt64, value);
    }
  }
  if (context.config.get('datafusion.sql_parser.parse_float_as_decimal')) {
    const decimal = parseDecimal(text, negative);
    if (decimal !== undefined) return decimal;
    throw context.error(`Cannot parse ${text.slice(0, 80)} as a decimal: it has more than 76 digits`, literal.span);
  }
  return typedLiteral(Float64, Number(`${negative ? '-' : ''}${text}`));
}

/** Exactly the digits that were written: 1.50 is a decimal(3, 2). Undefined when 76 digits do not hold it. */
function parseDecimal(text: string, negative: boolean): Expr | undefined {
  const match = /^(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (match === null) return undefined;
  const [, whole = '', fraction = '', exponent = '0'] = match;
  if (whole.length + fraction.length > 200 || exponent.length > 4) return undefined;
  let digits = `${whole}${fraction}`.replace(/^0+(?=\d)/, '');
  let scale = fraction.length - Number(exponent);
  if (scale < 0) {
    if (digits.length - scale > 76) return undefined;
    digits += '0'.repeat(-scale);
    scale = 0;
  }
  const precision = Math.max(digits.length, scale, 1);
  if (precision > 76) return undefined;
  const value = BigInt(digits === '' ? '0' : digits);
  return typedLiteral(
    precision <= 38 ? decimal128(precision, scale) : decimal256(precision, scale),
    negative ? -value : value,
  );
}

export function bindString(literal: StringLiteral): Expr {
  if (literal.style === 'national') throw new NotYetSupportedError("String literal N'...'");
  return utf8Literal(literal.value);
}

/** X'1F' as bytes. */
export function bindBytes(literal: BytesLiteral, context: BindContext): Expr {
  if (literal.base === 'bit') throw new NotYetSupportedError("Bit string literal B'...'");
  if (literal.digits.length % 2 !== 0) {
    throw context.error(
      `Invalid HexStringLiteral '${literal.digits.slice(0, 40)}': the number of digits must be even`,
      literal.span,
    );
  }
  return typedLiteral(Binary, Uint8Array.from(Buffer.from(literal.digits, 'hex')));
}

/** `$1` or `$name`: its value when one was given, else a placeholder with the type that PREPARE declared. */
export function bindPlaceholder(placeholder: PlaceholderExpr, context: BindContext): Expr {
  const { id, span } = placeholder;
  if (id === '?') throw context.error('A placeholder is written $1 or $name, not ?', span);
  if (id === '$0') throw context.error('Invalid placeholder, zero is not a valid index: $0', span);
  const value = context.options.parameters?.get(id);
  if (value !== undefined) return { kind: 'Literal', value };
  const type = /^\$\d+$/.test(id) ? context.parameterTypes[Number(id.slice(1)) - 1] : undefined;
  return { kind: 'Placeholder', id, ...(type !== undefined && { field: { name: id, type, nullable: true } }) };
}
