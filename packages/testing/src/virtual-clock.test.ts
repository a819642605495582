import { describe, expect, test } from 'vitest';
import { seededRandom } from './seeded-random.js';
import { virtualClock } from './virtual-clock.js';

describe('a virtual clock', () => {
  test('stands still until it is moved', () => {
    const clock = virtualClock(1000);
    expect(clock.now()).toBe(1000);
    expect(clock.advance(50)).toBe(0);
    expect(clock.now()).toBe(1050);
  });

  test('runs timers at their own time, in order of time and then of being set', () => {
    const clock = virtualClock(0);
    const ran: string[] = [];
    for (const [name, delay] of [
      ['late', 30],
      ['first', 10],
      ['second', 10],
      ['never', 31],
    ] as const) {
      clock.setTimeout(() => ran.push(`${name}@${clock.now()}`), delay);
    }
    expect(clock.nextAt).toBe(10);
    expect(clock.advance(30)).toBe(3);
    expect(ran).toEqual(['first@10', 'second@10', 'late@30']);
    expect([clock.now(), clock.pending, clock.nextAt]).toEqual([30, 1, 31]);
  });

  test('runs timers that timers set, when they are due in time', () => {
    const clock = virtualClock(0);
    const ran: number[] = [];
    const again = (): void => {
      ran.push(clock.now());
      clock.setTimeout(again, 10);
    };
    clock.setTimeout(again, 10);
    clock.advance(35);
    expect(ran).toEqual([10, 20, 30]);
  });

  test('forgets cancelled timers, also cancelled twice, too late, or by another timer', () => {
    const clock = virtualClock(0);
    let ran = 0;
    const count = (): void => {
      ran += 1;
    };
    const one = clock.setTimeout(count, 10);
    const two = clock.setTimeout(count, 20);
    clock.setTimeout(() => two.cancel(), 15);
    one.cancel();
    one.cancel();
    expect(clock.pending).toBe(2);
    clock.advance(100);
    two.cancel();
    expect([ran, clock.pending]).toEqual([0, 0]);
  });

  test.each([[-5], [0], [Number.NaN]])('a delay of %s is due at once and never in the past', (delay) => {
    const clock = virtualClock(100);
    let at = 0;
    clock.setTimeout(() => {
      at = clock.now();
    }, delay);
    clock.advance(0);
    expect(at).toBe(100);
  });

  test('lets promises settle between timers', async () => {
    const clock = virtualClock(0);
    const sleep = (ms: number): Promise<void> => new Promise((resolve) => void clock.setTimeout(resolve, ms));
    const seen: number[] = [];
    const work = (async () => {
      for (let round = 0; round < 3; round += 1) {
        await sleep(1000);
        seen.push(clock.now());
      }
    })();
    expect(await clock.advanceAsync(2500)).toBe(2);
    expect(seen).toEqual([1000, 2000]);
    expect(await clock.run()).toBe(1);
    await work;
    expect(seen).toEqual([1000, 2000, 3000]);
    expect(clock.now()).toBe(3000);
  });

  test('stops when told, and complains when timers never end', async () => {
    const clock = virtualClock(0);
    let ticks = 0;
    const tick = (): void => {
      ticks += 1;
      clock.setTimeout(tick, 1);
    };
    tick();
    await clock.run({ until: () => ticks === 5 });
    expect(ticks).toBe(5);
    await expect(clock.run({ maxTimers: 10 })).rejects.toThrow('ran 10 timers and there is always another one');
  });

  test('keeps its order with many timers', () => {
    const clock = virtualClock(0);
    const random = seededRandom(1);
    const ran: number[] = [];
    for (let n = 0; n < 10_000; n += 1) {
      const timer = clock.setTimeout(() => ran.push(clock.now()), Math.floor(random.next() * 1000));
      if (n % 3 === 0) timer.cancel();
    }
    clock.advance(1000);
    expect(ran.length).toBe(6666);
    expect(ran).toEqual(ran.toSorted((a, b) => a - b));
  });
});
