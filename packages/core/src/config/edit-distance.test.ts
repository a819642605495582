import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editDistance } from './edit-distance.js';

test.each([
  ['', '', 0],
  ['', 'abc', 3],
  ['abc', 'abc', 0],
  ['abc', 'acb', 1],
  ['abc', 'ac', 1],
  ['abc', 'abxc', 1],
  ['kitten', 'sitting', 3],
  ['batch_szie', 'batch_size', 1],
])('%s to %s takes %i steps', (a, b, steps) => {
  expect(editDistance(a, b, 10)).toBe(steps);
  expect(editDistance(b, a, 10)).toBe(steps);
});

test('a limit changes nothing below it and gives one more above it', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });
  fc.assert(
    fc.property(word, word, fc.nat({ max: 8 }), (a, b, limit) => {
      expect(editDistance(a, b, limit)).toBe(Math.min(editDistance(a, b, 100), limit + 1));
    }),
  );
});
