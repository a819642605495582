import { type DataType, type Field, Float64, UInt64, type Value } from '@ballista-ts/core';
import {
  type Accumulator,
  type AggregateFunctionDefinition,
  defineAggregateFunction,
} from '../definition/aggregate.js';
import { doubleParameter } from '../definition/parameter.js';

/** Counts, means and sums of products of the distances from them, of pairs without NULL. */
export interface PairMoments {
  readonly count: number;
  readonly meanY: number;
  readonly meanX: number;
  readonly yy: number;
  readonly xx: number;
  readonly xy: number;
}

class PairAccumulator implements Accumulator {
  #moments: PairMoments = { count: 0, meanY: 0, meanX: 0, yy: 0, xx: 0, xy: 0 };
  readonly #finish: (moments: PairMoments) => Value;
  constructor(finish: (moments: PairMoments) => Value) {
    this.#finish = finish;
  }
  update([y, x]: readonly Value[]): void {
    if (y === null || x === null) return;
    this.#add({ count: 1, meanY: y as number, meanX: x as number, yy: 0, xx: 0, xy: 0 });
  }
  merge([count, meanY, meanX, yy, xx, xy]: readonly Value[]): void {
    this.#add({
      count: Number(count),
      meanY: meanY as number,
      meanX: meanX as number,
      yy: yy as number,
      xx: xx as number,
      xy: xy as number,
    });
  }
  #add(other: PairMoments): void {
    if (other.count === 0) return;
    const own = this.#moments;
    const count = own.count + other.count;
    const dy = other.meanY - own.meanY;
    const dx = other.meanX - own.meanX;
    const weight = (own.count * other.count) / count;
    this.#moments = {
      count,
      meanY: own.meanY + (dy * other.count) / count,
      meanX: own.meanX + (dx * other.count) / count,
      yy: own.yy + other.yy + dy * dy * weight,
      xx: own.xx + other.xx + dx * dx * weight,
      xy: own.xy + other.xy + dx * dy * weight,
    };
  }
  state(): readonly Value[] {
    const { count, meanY, meanX, yy, xx, xy } = this.#moments;
    return [BigInt(count), meanY, meanX, yy, xx, xy];
  }
  value(): Value {
    return this.#finish(this.#moments);
  }
}

const stateFields: readonly Field[] = [
  { name: 'count', type: UInt64, nullable: false },
  ...['mean_y', 'mean_x', 'm2_y', 'm2_x', 'c'].map((name) => ({ name, type: Float64, nullable: false })),
];

/** What the functions of pairs share. Arguments are called y and x: the dependent variable comes first. */
export const pairAggregateOf = (options: {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly summary: string;
  /** @default Float64 */
  readonly returns?: DataType;
  readonly finish: (moments: PairMoments) => Value;
}): AggregateFunctionDefinition =>
  defineAggregateFunction({
    name: options.name,
    aliases: options.aliases ?? [],
    parameters: [doubleParameter('y'), doubleParameter('x')],
    returns: options.returns ?? Float64,
    stateFields: () => stateFields,
    createAccumulator: () => new PairAccumulator(options.finish),
    doc: {
      section: 'Statistical',
      summary: options.summary,
      syntax: `${options.name}(y, x)`,
      example: `${options.name}(weight, height)`,
    },
  });
