import { PlanError, type Value } from '@ballista-ts/core';
import type { AggregateCall } from '../definition/aggregate.js';

/**
 * The fraction that a percentile call asks for: its literal argument, turned round when the values are ordered from the largest.
 *
 * @throws PlanError when it is no literal from 0 to 1
 */
export function percentileOf(call: AggregateCall, argument: number, name: string): number {
  const fraction = call.args[argument]?.constant;
  if (typeof fraction !== 'number' || !(fraction >= 0 && fraction <= 1)) {
    throw new PlanError(`the percentile of ${name} must be a number literal between 0.0 and 1.0`);
  }
  return call.orderBy[0]?.asc === false ? 1 - fraction : fraction;
}

/** Linear interpolation between the two values next to the place that the fraction points at. */
export function interpolate(sorted: readonly Value[], fraction: number): number {
  const place = fraction * (sorted.length - 1);
  const low = Math.floor(place);
  const below = sorted[low] as number;
  const above = sorted[Math.ceil(place)] as number;
  return below + (above - below) * (place - low);
}
