import {
  type ArgumentInfo,
  type DataType,
  type DecimalType,
  Float64,
  Int64,
  type IntervalMonthDayNano,
  interval,
  isDecimal,
  isFloat,
  isSignedInteger,
  isString,
  isUnsignedInteger,
  UInt64,
  type Value,
} from '@ballista-ts/core';
import { type Accumulator, defineAggregateFunction } from '../definition/aggregate.js';
import { argumentMismatch, plainType } from '../definition/parameter.js';
import { checkPrecision } from '../values/decimals.js';
import { checkInt64, wrapWide } from '../values/integers.js';

const maxDigits: Readonly<Record<DecimalType['kind'], number>> = {
  Decimal32: 9,
  Decimal64: 18,
  Decimal128: 38,
  Decimal256: 76,
};

/** Ten more digits, as far as the width allows: sums of 10^10 values fit. */
export const sumDecimalType = (type: DecimalType): DecimalType => ({
  ...type,
  precision: Math.min(type.precision + 10, maxDigits[type.kind]),
});

function coerceSummand(args: readonly ArgumentInfo[]): DataType {
  const type = args.length === 1 ? plainType(args[0]!.type) : undefined;
  if (type !== undefined) {
    if (isSignedInteger(type) || type.kind === 'Null') return Int64;
    if (isUnsignedInteger(type)) return UInt64;
    if (isFloat(type) || isString(type)) return Float64;
    if (isDecimal(type) || type.kind === 'Duration') return type;
    if (type.kind === 'Interval') return interval('monthDayNano');
  }
  throw argumentMismatch('sum', args, 'sum(number, duration or interval)');
}

const summedType = (type: DataType): DataType => (isDecimal(type) ? sumDecimalType(type) : type);

/** What adding means for a type; `finish` checks what cannot be checked on the way. */
interface Addition<T extends Value> {
  readonly add: (a: T, b: T) => T;
  /** Absent where taking back would not give the same sum (floats). */
  readonly subtract?: (a: T, b: T) => T;
  readonly finish: (sum: T) => T;
}

class SumAccumulator<T extends Value> implements Accumulator {
  #sum: T | null = null;
  #count = 0;
  readonly #addition: Addition<T>;
  readonly retract?: (row: readonly Value[]) => void;
  constructor(addition: Addition<T>) {
    this.#addition = addition;
    const { subtract } = addition;
    if (subtract !== undefined) {
      this.retract = ([value]) => {
        if (value === null) return;
        this.#count -= 1;
        this.#sum = this.#count === 0 ? null : subtract(this.#sum as T, value as T);
      };
    }
  }
  update([value]: readonly Value[]): void {
    if (value === null) return;
    this.#count += 1;
    this.#sum = this.#sum === null ? (value as T) : this.#addition.add(this.#sum, value as T);
  }
  merge(state: readonly Value[]): void {
    this.update(state);
  }
  state(): readonly Value[] {
    return [this.value()];
  }
  value(): Value {
    return this.#sum === null ? null : this.#addition.finish(this.#sum);
  }
}

const floatAddition: Addition<number> = { add: (a, b) => a + b, finish: (total) => total };
const intervalAddition: Addition<IntervalMonthDayNano> = {
  add: (a, b) => ({ months: a.months + b.months, days: a.days + b.days, nanos: a.nanos + b.nanos }),
  subtract: (a, b) => ({ months: a.months - b.months, days: a.days - b.days, nanos: a.nanos - b.nanos }),
  finish: (total) => ({ ...total, nanos: checkInt64(total.nanos, 'sum of intervals') }),
};
const exactAddition = (finish: (total: bigint) => bigint): Addition<bigint> => ({
  add: (a, b) => a + b,
  subtract: (a, b) => a - b,
  finish,
});

function sumAccumulator(type: DataType): Accumulator {
  if (type.kind === 'Int64' || type.kind === 'UInt64') {
    const { kind } = type;
    return new SumAccumulator(exactAddition((total) => wrapWide(kind, total)));
  }
  if (isDecimal(type)) {
    const result = sumDecimalType(type);
    return new SumAccumulator(exactAddition((total) => checkPrecision(total, result)));
  }
  if (type.kind === 'Duration') {
    return new SumAccumulator(exactAddition((total) => checkInt64(total, 'sum of durations')));
  }
  return type.kind === 'Interval' ? new SumAccumulator(intervalAddition) : new SumAccumulator(floatAddition);
}

/** Sum of the values that are not NULL. Integers wrap in 64 bits; a decimal sum with more digits than its type is an error. */
export const sum = defineAggregateFunction({
  name: 'sum',
  coerce: (args) => [coerceSummand(args)],
  parameterNames: ['expression'],
  returns: ([arg]) => summedType(arg!.type),
  stateFields: (_args, type) => [{ name: 'sum', type, nullable: true }],
  createAccumulator: ({ args }) => sumAccumulator(args[0]!.type),
  doc: {
    section: 'General',
    summary: 'Sum of the values that are not NULL; NULL when there are none.',
    syntax: 'sum(expression)',
    example: 'sum(price * quantity)',
  },
});
