import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compileLike, foldCase } from './like.js';

/** The definition, read literally; exponential. */
function matches(pattern: readonly string[], text: readonly string[]): boolean {
  const [head, ...rest] = pattern;
  if (head === undefined) return text.length === 0;
  if (head === '%') return matches(rest, text) || (text.length > 0 && matches(pattern, text.slice(1)));
  if (head === '\\' && rest.length > 0) return text[0] === rest[0] && matches(rest.slice(1), text.slice(1));
  return text.length > 0 && (head === '_' || head === text[0]) && matches(rest, text.slice(1));
}

it('matches what the definition matches', () => {
  const texts = fc.array(fc.constantFrom('a', 'b', '%', '\\', '👍', 'é'), { maxLength: 8 });
  const patterns = fc.array(fc.constantFrom('a', 'b', '%', '_', '\\', '👍'), { maxLength: 6 });
  fc.assert(
    fc.property(patterns, texts, (pattern, text) => {
      expect(compileLike(pattern.join(''))(text.join(''))).toBe(matches(pattern, text));
    }),
    { numRuns: 2000 },
  );
});

it('takes another escape character', () => {
  expect(compileLike('50$%', { escape: '$' })('50%')).toBe(true);
  expect(compileLike('50$%', { escape: '$' })('500')).toBe(false);
});

it('a pattern made to be slow is not', () => {
  const match = compileLike(`${'%a'.repeat(30)}%b`);
  const started = performance.now();
  expect(match('a'.repeat(50_000))).toBe(false);
  expect(performance.now() - started).toBeLessThan(1000);
});

it('folds case by code point', () => {
  expect(foldCase('ÀİΣ')).toBe('àİσ');
  expect(compileLike('_', { caseInsensitive: true })('İ')).toBe(true);
});
