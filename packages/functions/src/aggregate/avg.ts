import {
  type DataType,
  type DecimalType,
  Float64,
  isDecimal,
  isNumeric,
  isString,
  UInt64,
  type Value,
} from '@ballista-ts/core';
import { type Accumulator, defineAggregateFunction } from '../definition/aggregate.js';
import { argumentMismatch, plainType } from '../definition/parameter.js';
import { checkPrecision, rescale } from '../values/decimals.js';
import { sumDecimalType } from './sum.js';

const maxDigits: Readonly<Record<DecimalType['kind'], number>> = {
  Decimal32: 9,
  Decimal64: 18,
  Decimal128: 38,
  Decimal256: 76,
};

/** Four more digits after the point, as far as the width allows. */
function averageType(type: DataType): DataType {
  if (!isDecimal(type)) return type;
  const max = maxDigits[type.kind];
  return { ...type, precision: Math.min(type.precision + 4, max), scale: Math.min(type.scale + 4, max) };
}

class FloatAverage implements Accumulator {
  #count = 0;
  #sum = 0;
  update([value]: readonly Value[]): void {
    if (value === null) return;
    this.#count += 1;
    this.#sum += value as number;
  }
  merge([count, sum]: readonly Value[]): void {
    if (sum === null) return;
    this.#count += Number(count);
    this.#sum += sum as number;
  }
  state(): readonly Value[] {
    return [BigInt(this.#count), this.#count === 0 ? null : this.#sum];
  }
  value(): Value {
    return this.#count === 0 ? null : this.#sum / this.#count;
  }
}

/** Sums exactly and divides once; the quotient is cut off after its last digit, as DataFusion does. */
class ExactAverage implements Accumulator {
  #count = 0;
  #sum = 0n;
  readonly #finish: (sum: bigint, count: bigint) => bigint;
  readonly #checkSum: (sum: bigint) => bigint;
  constructor(type: DataType, result: DataType) {
    if (isDecimal(type) && isDecimal(result)) {
      const { scale } = type;
      this.#finish = (sum, count) => checkPrecision(rescale(sum, scale, result.scale) / count, result);
      this.#checkSum = (sum) => checkPrecision(sum, sumDecimalType(type));
    } else {
      this.#finish = (sum, count) => sum / count;
      this.#checkSum = (sum) => sum;
    }
  }
  update([value]: readonly Value[]): void {
    if (value === null) return;
    this.#count += 1;
    this.#sum += value as bigint;
  }
  retract([value]: readonly Value[]): void {
    if (value === null) return;
    this.#count -= 1;
    this.#sum -= value as bigint;
  }
  merge([count, sum]: readonly Value[]): void {
    if (sum === null) return;
    this.#count += Number(count);
    this.#sum += sum as bigint;
  }
  state(): readonly Value[] {
    return [BigInt(this.#count), this.#count === 0 ? null : this.#checkSum(this.#sum)];
  }
  value(): Value {
    return this.#count === 0 ? null : this.#finish(this.#sum, BigInt(this.#count));
  }
}

/** Mean of the values that are not NULL: Float64, for decimals exact with four more digits. */
export const avg = defineAggregateFunction({
  name: 'avg',
  aliases: ['mean'],
  coerce: (args) => {
    const type = args.length === 1 ? plainType(args[0]!.type) : undefined;
    if (type !== undefined) {
      if (isDecimal(type) || type.kind === 'Duration') return [type];
      if (isNumeric(type) || isString(type) || type.kind === 'Null') return [Float64];
    }
    throw argumentMismatch('avg', args, 'avg(number or duration)');
  },
  parameterNames: ['expression'],
  returns: ([arg]) => averageType(arg!.type),
  stateFields: ([arg]) => [
    { name: 'count', type: UInt64, nullable: false },
    { name: 'sum', type: isDecimal(arg!.type) ? sumDecimalType(arg!.type) : arg!.type, nullable: true },
  ],
  createAccumulator: ({ args, returnType }) =>
    args[0]!.type.kind === 'Float64' ? new FloatAverage() : new ExactAverage(args[0]!.type, returnType),
  doc: {
    section: 'General',
    summary: 'Mean of the values that are not NULL; NULL when there are none.',
    syntax: 'avg(expression)',
    example: 'avg(price)',
  },
});
