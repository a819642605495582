import type { TimeUnit } from '@ballista-ts/core';

/** Ticks of a unit in a second. */
export const ticksPerSecond: Readonly<Record<TimeUnit, bigint>> = {
  second: 1n,
  millisecond: 1_000n,
  microsecond: 1_000_000n,
  nanosecond: 1_000_000_000n,
};
/** Nanoseconds in a tick of a unit. */
export const nanosPerTick: Readonly<Record<TimeUnit, bigint>> = {
  second: 1_000_000_000n,
  millisecond: 1_000_000n,
  microsecond: 1_000n,
  nanosecond: 1n,
};
export const nanosPerDay = 86_400_000_000_000n;
export const secondsPerDay = 86_400;

export function floorDiv(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient;
}
export const floorMod = (a: bigint, b: bigint): bigint => a - floorDiv(a, b) * b;

/** Splits ticks into whole seconds (rounded down, as a number) and the rest in ticks. */
export function splitSeconds(ticks: bigint, unit: TimeUnit): { readonly seconds: number; readonly rest: bigint } {
  const per = ticksPerSecond[unit];
  const seconds = floorDiv(ticks, per);
  return { seconds: Number(seconds), rest: ticks - seconds * per };
}
