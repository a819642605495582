import {
  type DataType,
  formatDataType,
  NotYetSupportedError,
  PlanError,
  type ScalarValue,
  scalar,
} from '@ballista-ts/core';

/** The directory name that stands for NULL. */
const HIVE_NULL = '__HIVE_DEFAULT_PARTITION__';

const INTEGER_BITS: Readonly<Partial<Record<DataType['kind'], { readonly bits: number; readonly signed: boolean }>>> = {
  Int8: { bits: 8, signed: true },
  Int16: { bits: 16, signed: true },
  Int32: { bits: 32, signed: true },
  Int64: { bits: 64, signed: true },
  UInt8: { bits: 8, signed: false },
  UInt16: { bits: 16, signed: false },
  UInt32: { bits: 32, signed: false },
  UInt64: { bits: 64, signed: false },
};

/**
 * The value of a partition column from its (decoded) directory name.
 * @throws PlanError when the text is not of the type, naming `where` it stands
 * @throws NotYetSupportedError for types that no directory name can give
 */
export function parsePartitionValue(type: DataType, text: string, where: string): ScalarValue {
  if (text === HIVE_NULL) return scalar(type, null);
  const bad = (): never => {
    throw new PlanError(`${where}: ${JSON.stringify(text)} is not a value of type ${formatDataType(type)}`);
  };
  switch (type.kind) {
    case 'Utf8':
    case 'LargeUtf8':
      return scalar(type, text);
    case 'Dictionary':
      return scalar(type, parsePartitionValue(type.value, text, where).value);
    case 'Boolean':
      return scalar(type, text === 'true' ? true : text === 'false' ? false : bad());
    case 'Float32':
    case 'Float64':
      return scalar(type, /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : bad());
    case 'Date32':
      return scalar(type, parseDate(text) ?? bad());
    case 'Decimal128':
    case 'Decimal256':
      return scalar(type, parseDecimal(text, type.precision, type.scale) ?? bad());
    default: {
      const integer = INTEGER_BITS[type.kind];
      if (integer === undefined) {
        throw new NotYetSupportedError('partition columns of this type', `${where}: ${formatDataType(type)}`);
      }
      if (!/^[+-]?\d{1,20}$/.test(text)) bad();
      const value = BigInt(text);
      const wrapped = integer.signed ? BigInt.asIntN(integer.bits, value) : BigInt.asUintN(integer.bits, value);
      if (wrapped !== value) bad();
      return scalar(type, integer.bits === 64 ? value : Number(value));
    }
  }
}

function parseDate(text: string): number | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null) return undefined;
  const milliseconds = Date.parse(`${text}T00:00:00Z`);
  // `Date.parse` takes February 30th for March 1st.
  if (Number.isNaN(milliseconds) || new Date(milliseconds).toISOString().slice(0, 10) !== text) return undefined;
  return milliseconds / 86_400_000;
}

function parseDecimal(text: string, precision: number, scale: number): bigint | undefined {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text);
  if (match === null) return undefined;
  const [, sign = '', whole = '', fraction = ''] = match;
  if (whole + fraction === '' || fraction.length > Math.max(scale, 0) || whole.length > 100) return undefined;
  const digits = BigInt(whole + fraction.padEnd(Math.max(scale, 0), '0') || '0');
  if (scale < 0 && digits % 10n ** BigInt(-scale) !== 0n) return undefined;
  const unscaled = scale < 0 ? digits / 10n ** BigInt(-scale) : digits;
  if (unscaled >= 10n ** BigInt(precision)) return undefined;
  return sign === '-' ? -unscaled : unscaled;
}
