import { type Clock, InternalError } from '@ballista-ts/core';

/** A clock that moves only when it is told to, so that an hour of timeouts takes no time and happens in the same order every run. */
export interface VirtualClock extends Clock {
  /** Timers that are waiting. */
  readonly pending: number;
  /** When the next timer is due, in milliseconds since the epoch; undefined without timers. */
  readonly nextAt: number | undefined;
  /** Moves on and runs what becomes due on the way, in order of time, then of being set. Answers how many timers ran. */
  advance(ms: number): number;
  /** As `advance`, and lets promises settle after each timer, so that what a timer starts can set the next one. */
  advanceAsync(ms: number): Promise<number>;
  /**
   * Runs timers, each at its time, promises settling in between, until none is left or `until` says so.
   * @throws InternalError after `maxTimers` (default 1_000_000): something keeps setting timers
   */
  run(options?: { readonly until?: () => boolean; readonly maxTimers?: number }): Promise<number>;
}

interface Timer {
  readonly at: number;
  readonly order: number;
  callback: (() => void) | undefined;
}

/** @param startMs milliseconds since the epoch at which it begins. @default 1_700_000_000_000, a moment in November 2023 */
export function virtualClock(startMs = 1_700_000_000_000): VirtualClock {
  const timers = new TimerHeap();
  let nowMs = startMs;
  let order = 0;
  let waiting = 0;

  /** Runs the next timer if it is due by then; false when none is. */
  const runNext = (untilMs: number): boolean => {
    const timer = timers.takeDue(untilMs);
    if (timer === undefined) return false;
    nowMs = Math.max(nowMs, timer.at);
    waiting -= 1;
    const { callback } = timer;
    timer.callback = undefined;
    callback?.();
    return true;
  };

  return {
    now: () => nowMs,
    setTimeout(callback, delayMs) {
      // As Node does: no delay, a negative one or NaN is the shortest.
      const timer: Timer = { at: nowMs + Math.max(delayMs, 0) || nowMs, order, callback };
      order += 1;
      waiting += 1;
      timers.add(timer);
      return {
        cancel() {
          if (timer.callback === undefined) return;
          timer.callback = undefined;
          waiting -= 1;
        },
      };
    },
    get pending() {
      return waiting;
    },
    get nextAt() {
      return timers.peek()?.at;
    },
    advance(ms) {
      const until = nowMs + ms;
      let ran = 0;
      while (runNext(until)) ran += 1;
      nowMs = until;
      return ran;
    },
    async advanceAsync(ms) {
      const until = nowMs + ms;
      let ran = 0;
      await settle();
      while (runNext(until)) {
        ran += 1;
        await settle();
      }
      nowMs = until;
      return ran;
    },
    async run({ until = () => false, maxTimers = 1_000_000 } = {}) {
      let ran = 0;
      await settle();
      while (!until() && runNext(Number.POSITIVE_INFINITY)) {
        ran += 1;
        if (ran > maxTimers)
          throw new InternalError(`the virtual clock ran ${maxTimers} timers and there is always another one`);
        await settle();
      }
      return ran;
    },
  };
}

/** Everything that promises set off has happened. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A binary heap by time, then by order of being set. Cancelled timers leave it when they come to the top. */
class TimerHeap {
  readonly #heap: Timer[] = [];

  add(timer: Timer): void {
    const heap = this.#heap;
    let hole = heap.push(timer) - 1;
    while (hole > 0) {
      const parent = (hole - 1) >> 1;
      if (!isBefore(timer, heap[parent]!)) break;
      heap[hole] = heap[parent]!;
      hole = parent;
    }
    heap[hole] = timer;
  }

  peek(): Timer | undefined {
    while (this.#heap[0] !== undefined && this.#heap[0].callback === undefined) this.#removeTop();
    return this.#heap[0];
  }

  takeDue(untilMs: number): Timer | undefined {
    const top = this.peek();
    if (top === undefined || top.at > untilMs) return undefined;
    this.#removeTop();
    return top;
  }

  #removeTop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let hole = 0;
    for (;;) {
      let child = hole * 2 + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child += 1;
      if (!isBefore(heap[child]!, last)) break;
      heap[hole] = heap[child]!;
      hole = child;
    }
    heap[hole] = last;
  }
}

const isBefore = (a: Timer, b: Timer): boolean => a.at < b.at || (a.at === b.at && a.order < b.order);
