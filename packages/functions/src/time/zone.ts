import { ExecutionError, zoneOffsetSeconds } from '@ballista-ts/core';
import { BoundedCache } from '../text/bounded-cache.js';

/** Offsets of a zone, remembered by quarter of an hour: transitions only happen at those. */
class ZoneOffsets {
  readonly #known = new Map<number, number>();
  constructor(readonly zone: string) {}
  at(epochSeconds: number): number {
    const slot = Math.floor(epochSeconds / 900);
    let offset = this.#known.get(slot);
    if (offset === undefined) {
      try {
        offset = zoneOffsetSeconds(slot * 900, this.zone);
      } catch (error) {
        throw new ExecutionError(`unknown time zone '${this.zone}'`, { cause: error });
      }
      if (this.#known.size > 50_000) this.#known.clear();
      this.#known.set(slot, offset);
    }
    return offset;
  }
}

const zones = new BoundedCache<ZoneOffsets>(64, (zone) => new ZoneOffsets(zone));

/** Seconds east of UTC that a zone shows at an instant. @throws ExecutionError for an unknown zone. */
export const offsetAt = (epochSeconds: number, zone: string): number =>
  zone === 'UTC' || zone === 'Z' || zone === '+00:00' ? 0 : zones.get(zone).at(epochSeconds);

/** Wall-clock seconds at an instant. */
export const localSeconds = (epochSeconds: number, zone: string): number => epochSeconds + offsetAt(epochSeconds, zone);

/**
 * The instant at which a zone's clocks show a wall-clock time (both in seconds). A time that clocks skip moves forward by the gap
 * (02:30 becomes 03:30); of a time they show twice, the second one (standard time) is meant. PostgreSQL reads both this way.
 */
export function instantOfLocal(local: number, zone: string): number {
  // No zone is further than a day from UTC, and none changes twice in two days.
  const before = offsetAt(local - 86_400, zone);
  const after = offsetAt(local + 86_400, zone);
  if (before === after) {
    return local - before;
  }
  const first = local - before;
  const second = local - after;
  const firstHolds = offsetAt(first, zone) === before;
  const secondHolds = offsetAt(second, zone) === after;
  if (secondHolds) return second;
  // In a gap the old offset gives a time after the change: 02:30 with the winter offset is 03:30 in summer.
  return firstHolds ? first : local - before;
}
