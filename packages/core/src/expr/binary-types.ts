import { PlanError } from '../errors/errors.js';
import {
  Boolean_,
  type DataType,
  type DecimalType,
  Float16,
  Float32,
  Float64,
  Int8,
  Int16,
  Int32,
  Int64,
  interval,
  type TimeUnit,
  timestamp,
  UInt8,
  UInt16,
  UInt32,
  UInt64,
  Utf8,
} from '../types/data-type.js';
import { dataTypeEquals } from '../types/equality.js';
import { formatDataType } from '../types/format.js';
import {
  isBinary,
  isDecimal,
  isFloat,
  isInteger,
  isListLike,
  isNumeric,
  isSignedInteger,
  isString,
} from '../types/predicates.js';
import { type BinaryOperator, isComparison, operatorSymbol } from './operator.js';

/** What an operator works on and gives: its operands are cast to `left` and `right` before it runs. */
export interface BinarySignature {
  readonly left: DataType;
  readonly right: DataType;
  readonly result: DataType;
}

/**
 * The signature of an operator for operands of the given types, by DataFusion's coercion rules.
 *
 * @throws PlanError when the operator does not take such operands.
 */
export function binarySignature(left: DataType, op: BinaryOperator, right: DataType): BinarySignature {
  const l = plain(left);
  const r = plain(right);
  switch (op) {
    case 'And':
    case 'Or':
      if (isBooleanOrNull(l) && isBooleanOrNull(r)) return { left: Boolean_, right: Boolean_, result: Boolean_ };
      break;
    case 'Plus':
    case 'Minus':
    case 'Multiply':
    case 'Divide':
    case 'Modulo': {
      const signature = temporalSignature(l, op, r) ?? numericSignature(l, op, r);
      if (signature !== undefined) return signature;
      break;
    }
    case 'BitwiseAnd':
    case 'BitwiseOr':
    case 'BitwiseXor':
    case 'BitwiseShiftLeft':
    case 'BitwiseShiftRight': {
      const common = integerCommon(l.kind === 'Null' ? r : l, r.kind === 'Null' ? l : r);
      if (common !== undefined) return { left: common, right: common, result: common };
      break;
    }
    case 'StringConcat': {
      if (isListLike(l) || isListLike(r)) return { left: l, right: r, result: isListLike(l) ? l : r };
      if (isBinary(l) && isBinary(r)) return { left: l, right: r, result: l };
      if (isString(l) || isString(r) || (l.kind === 'Null' && r.kind === 'Null')) {
        const text = stringCommon(isString(l) ? l : Utf8, isString(r) ? r : Utf8);
        return { left: text, right: text, result: text };
      }
      break;
    }
    case 'LikeMatch':
    case 'ILikeMatch':
    case 'NotLikeMatch':
    case 'NotILikeMatch':
    case 'RegexMatch':
    case 'RegexIMatch':
    case 'RegexNotMatch':
    case 'RegexNotIMatch':
      if ((isString(l) || l.kind === 'Null') && (isString(r) || r.kind === 'Null')) {
        const text = stringCommon(isString(l) ? l : Utf8, isString(r) ? r : Utf8);
        return { left: text, right: text, result: Boolean_ };
      }
      break;
    case 'AtArrow':
    case 'ArrowAt':
      if (isListLike(l) && isListLike(r)) return { left: l, right: r, result: Boolean_ };
      break;
    default: {
      const common = isComparison(op) ? comparisonType(left, right) : undefined;
      if (common !== undefined) return { left: common, right: common, result: Boolean_ };
    }
  }
  throw new PlanError(
    `Cannot coerce arithmetic or comparison expression ${formatDataType(left)} ${operatorSymbol(op)} ${formatDataType(right)} to valid types`,
  );
}

/** Dictionaries compute as their values. */
const plain = (type: DataType): DataType =>
  type.kind === 'Dictionary' ? plain(type.value) : type.kind === 'RunEndEncoded' ? plain(type.values.type) : type;
const isBooleanOrNull = (type: DataType): boolean => type.kind === 'Boolean' || type.kind === 'Null';

/** Utf8View over LargeUtf8 over Utf8: the widest of two text types. */
const stringCommon = (a: DataType, b: DataType): DataType =>
  a.kind === 'Utf8View' || b.kind === 'Utf8View'
    ? { kind: 'Utf8View' }
    : a.kind === 'LargeUtf8' || b.kind === 'LargeUtf8'
      ? { kind: 'LargeUtf8' }
      : Utf8;

const signed: readonly DataType[] = [Int8, Int16, Int32, Int64];
const unsigned: readonly DataType[] = [UInt8, UInt16, UInt32, UInt64];

/** The integer type that holds both; UInt64 with a signed type has none and computes as Int64. */
function integerCommon(a: DataType, b: DataType): DataType | undefined {
  if (!isInteger(a) || !isInteger(b)) return undefined;
  const rank = (type: DataType): number =>
    isSignedInteger(type)
      ? signed.findIndex((one) => one.kind === type.kind)
      : unsigned.findIndex((one) => one.kind === type.kind);
  if (isSignedInteger(a) === isSignedInteger(b)) return rank(a) >= rank(b) ? a : b;
  const signedRank = isSignedInteger(a) ? rank(a) : rank(b);
  const unsignedRank = isSignedInteger(a) ? rank(b) : rank(a);
  return signed[Math.min(Math.max(signedRank, unsignedRank + 1), 3)];
}

/** Digits an integer type needs as a decimal. */
function integerAsDecimal(type: DataType): DecimalType {
  const digits: Partial<Record<DataType['kind'], number>> = {
    Int8: 3,
    UInt8: 3,
    Int16: 5,
    UInt16: 5,
    Int32: 10,
    UInt32: 10,
    Int64: 20,
    UInt64: 20,
  };
  return { kind: 'Decimal128', precision: digits[type.kind] ?? 20, scale: 0 };
}

const maxPrecision: Readonly<Record<DecimalType['kind'], number>> = {
  Decimal32: 9,
  Decimal64: 18,
  Decimal128: 38,
  Decimal256: 76,
};

/** The numeric type both sides are cast to for comparison, CASE, IN, UNION; undefined when there is none. */
export function numericCommon(a: DataType, b: DataType): DataType | undefined {
  if (!isNumeric(a) || !isNumeric(b)) return undefined;
  if (dataTypeEquals(a, b)) return a;
  if (isDecimal(a) || isDecimal(b)) {
    if (isFloat(a) || isFloat(b)) return Float64;
    const x = isDecimal(a) ? a : integerAsDecimal(a);
    const y = isDecimal(b) ? b : integerAsDecimal(b);
    const scale = Math.max(x.scale, y.scale);
    const whole = Math.max(x.precision - x.scale, y.precision - y.scale);
    return fitDecimal(x, y, whole + scale, scale);
  }
  if (isFloat(a) || isFloat(b)) {
    if (a.kind === 'Float64' || b.kind === 'Float64') return Float64;
    return a.kind === 'Float32' || b.kind === 'Float32' ? Float32 : Float16;
  }
  return integerCommon(a, b);
}

/** A decimal of the wider of two kinds; digits that do not fit are cut from the whole part's allowance, as DataFusion caps. */
function fitDecimal(a: DecimalType, b: DecimalType, precision: number, scale: number): DecimalType {
  const order = ['Decimal32', 'Decimal64', 'Decimal128', 'Decimal256'] as const;
  const start = Math.max(order.indexOf(a.kind), order.indexOf(b.kind));
  const kind = order[start]!;
  const max = maxPrecision[kind];
  return { kind, precision: Math.min(precision, max), scale: Math.min(scale, max) };
}

function numericSignature(l: DataType, op: BinaryOperator, r: DataType): BinarySignature | undefined {
  const a = l.kind === 'Null' ? r : l;
  const b = r.kind === 'Null' ? l : r;
  if (a.kind === 'Null' && b.kind === 'Null') return { left: Int64, right: Int64, result: Int64 };
  // Text next to a number is read as that number.
  if (isString(a) && isNumeric(b)) return numericSignature(b, op, b);
  if (isNumeric(a) && isString(b)) return numericSignature(a, op, a);
  if (!isNumeric(a) || !isNumeric(b)) return undefined;
  if ((isDecimal(a) || isDecimal(b)) && !isFloat(a) && !isFloat(b)) {
    const x = isDecimal(a) ? a : integerAsDecimal(a);
    const y = isDecimal(b) ? b : integerAsDecimal(b);
    return { left: x, right: y, result: decimalResult(x, op, y) };
  }
  const common = numericCommon(a, b);
  return common === undefined ? undefined : { left: common, right: common, result: common };
}

/** Precision and scale of decimal arithmetic (the Hive/SQL Server rules that DataFusion follows). */
function decimalResult(a: DecimalType, op: BinaryOperator, b: DecimalType): DecimalType {
  const scale = Math.max(a.scale, b.scale);
  switch (op) {
    case 'Multiply':
      return fitDecimal(a, b, a.precision + b.precision + 1, a.scale + b.scale);
    case 'Divide': {
      const quotientScale = a.scale + 4;
      return fitDecimal(a, b, a.precision + b.scale + 4, quotientScale);
    }
    case 'Modulo':
      return fitDecimal(a, b, Math.min(a.precision - a.scale, b.precision - b.scale) + scale, scale);
    default:
      return fitDecimal(a, b, Math.max(a.precision - a.scale, b.precision - b.scale) + scale + 1, scale);
  }
}

const monthDayNano = interval('monthDayNano');
const unitRank: readonly TimeUnit[] = ['second', 'millisecond', 'microsecond', 'nanosecond'];
const finerUnit = (a: TimeUnit, b: TimeUnit): TimeUnit => (unitRank.indexOf(a) >= unitRank.indexOf(b) ? a : b);

function temporalSignature(l: DataType, op: BinaryOperator, r: DataType): BinarySignature | undefined {
  const isPoint = (type: DataType): boolean =>
    type.kind === 'Date32' || type.kind === 'Date64' || type.kind === 'Timestamp';
  const isSpan = (type: DataType): boolean => type.kind === 'Interval' || type.kind === 'Duration';
  const isTime = (type: DataType): boolean => type.kind === 'Time32' || type.kind === 'Time64';
  if (op === 'Minus') {
    if (l.kind === 'Date32' && r.kind === 'Date32') return { left: l, right: r, result: Int64 };
    if (isPoint(l) && isPoint(r)) {
      const unit =
        l.kind === 'Timestamp' && r.kind === 'Timestamp'
          ? finerUnit(l.unit, r.unit)
          : l.kind === 'Timestamp'
            ? l.unit
            : r.kind === 'Timestamp'
              ? r.unit
              : 'millisecond';
      const zone = l.kind === 'Timestamp' ? l.timezone : r.kind === 'Timestamp' ? r.timezone : undefined;
      const common = timestamp(unit, zone);
      return { left: common, right: common, result: { kind: 'Duration', unit } };
    }
  }
  if (op === 'Plus' || op === 'Minus') {
    if (isPoint(l) && isSpan(r)) return { left: l, right: r.kind === 'Interval' ? monthDayNano : r, result: l };
    if (op === 'Plus' && isSpan(l) && isPoint(r))
      return { left: l.kind === 'Interval' ? monthDayNano : l, right: r, result: r };
    if (isTime(l) && l.kind !== 'Null' && isSpan(r))
      return { left: l, right: r.kind === 'Interval' ? monthDayNano : r, result: l };
    if (op === 'Plus' && isSpan(l) && isTime(r))
      return { left: l.kind === 'Interval' ? monthDayNano : l, right: r, result: r };
    if (l.kind === 'Interval' && r.kind === 'Interval')
      return { left: monthDayNano, right: monthDayNano, result: monthDayNano };
    if (l.kind === 'Duration' && r.kind === 'Duration') {
      const unit = { kind: 'Duration', unit: finerUnit(l.unit, r.unit) } as const;
      return { left: unit, right: unit, result: unit };
    }
    if ((isPoint(l) || isSpan(l)) && r.kind === 'Null')
      return { left: l, right: isSpan(l) ? l : monthDayNano, result: l };
    if (l.kind === 'Null' && (isPoint(r) || isSpan(r)) && op === 'Plus')
      return { left: isSpan(r) ? r : monthDayNano, right: r, result: r };
    // Text next to a date is read as an interval: `d + '1 month'`.
    if (isPoint(l) && isString(r)) return { left: l, right: monthDayNano, result: l };
  }
  if (op === 'Multiply' || op === 'Divide') {
    if (l.kind === 'Interval' && isNumeric(r)) return { left: monthDayNano, right: Int64, result: monthDayNano };
    if (op === 'Multiply' && isNumeric(l) && r.kind === 'Interval')
      return { left: Int64, right: monthDayNano, result: monthDayNano };
    if (l.kind === 'Duration' && isNumeric(r)) return { left: l, right: Int64, result: l };
  }
  return undefined;
}

/**
 * The type two values are compared, matched in a list, or united as; undefined when they cannot be. Text next to a number,
 * date or boolean is read as that type.
 */
export function comparisonType(left: DataType, right: DataType): DataType | undefined {
  const l = plain(left);
  const r = plain(right);
  if (l.kind === 'Null') return r;
  if (r.kind === 'Null') return l;
  if (dataTypeEquals(l, r)) return l;
  if (isNumeric(l) && isNumeric(r)) return numericCommon(l, r);
  if (isString(l) && isString(r)) return stringCommon(l, r);
  if (isString(l) && (isNumeric(r) || isTemporalPoint(r) || r.kind === 'Boolean' || r.kind === 'Interval')) return r;
  if (isString(r) && (isNumeric(l) || isTemporalPoint(l) || l.kind === 'Boolean' || l.kind === 'Interval')) return l;
  if (isBinary(l) && isBinary(r))
    return l.kind === 'LargeBinary' || r.kind === 'LargeBinary' ? { kind: 'LargeBinary' } : { kind: 'Binary' };
  if ((isBinary(l) && isString(r)) || (isString(l) && isBinary(r))) return { kind: 'Binary' };
  if (l.kind === 'Timestamp' && r.kind === 'Timestamp')
    return timestamp(finerUnit(l.unit, r.unit), l.timezone ?? r.timezone);
  if (l.kind === 'Timestamp' && (r.kind === 'Date32' || r.kind === 'Date64')) return l;
  if (r.kind === 'Timestamp' && (l.kind === 'Date32' || l.kind === 'Date64')) return r;
  if ((l.kind === 'Date32' && r.kind === 'Date64') || (l.kind === 'Date64' && r.kind === 'Date32'))
    return { kind: 'Date64' };
  if (isTimeOfDay(l) && isTimeOfDay(r)) return { kind: 'Time64', unit: 'nanosecond' };
  if (l.kind === 'Interval' && r.kind === 'Interval') return monthDayNano;
  if (l.kind === 'Duration' && r.kind === 'Duration') return { kind: 'Duration', unit: finerUnit(l.unit, r.unit) };
  if (isListLike(l) && isListLike(r)) {
    const item = comparisonType(l.field.type, r.field.type);
    return item === undefined
      ? undefined
      : {
          kind: l.kind === 'LargeList' || r.kind === 'LargeList' ? 'LargeList' : 'List',
          field: { name: 'item', type: item, nullable: true },
        };
  }
  if (l.kind === 'Struct' && r.kind === 'Struct' && l.fields.length === r.fields.length) {
    const fields = l.fields.map((one) => {
      const other = r.fields.find((candidate) => candidate.name === one.name);
      const type = other === undefined ? undefined : comparisonType(one.type, other.type);
      return type === undefined ? undefined : { ...one, type, nullable: true };
    });
    return fields.every((one) => one !== undefined) ? { kind: 'Struct', fields } : undefined;
  }
  return undefined;
}

const isTimeOfDay = (type: DataType): boolean => type.kind === 'Time32' || type.kind === 'Time64';
const isTemporalPoint = (type: DataType): boolean =>
  type.kind === 'Date32' || type.kind === 'Date64' || type.kind === 'Timestamp' || isTimeOfDay(type);

/** The type of a column that holds values of all given types (CASE branches, UNION columns, VALUES); undefined: none. */
export function commonType(types: readonly DataType[]): DataType | undefined {
  return types.reduce<DataType | undefined>((common, next) => {
    if (common === undefined) return undefined;
    if (dataTypeEquals(common, next)) return common;
    // In a result column text wins over numbers and dates, which all have a text form; in a comparison it is the reverse.
    if (isString(plain(common)) && !isString(plain(next)) && next.kind !== 'Null') return common;
    if (isString(plain(next)) && !isString(plain(common)) && common.kind !== 'Null') return next;
    return comparisonType(common, next);
  }, types[0] ?? { kind: 'Null' });
}
