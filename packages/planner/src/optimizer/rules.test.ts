import { describe, expect, test } from 'vitest';
import { checkRule } from '../testing/rule-cases.js';
import { ruleCatalog } from '../testing/rule-catalog.js';
import { defaultOptimizerRules } from './default-rules.js';

describe('optimizer rules', () => {
  test.each(defaultOptimizerRules.map((rule) => [rule.name, rule] as const))(
    '%s fires and stands aside as its cases say',
    async (name, rule) => {
      await checkRule(rule, new URL(`../testdata/rules/${name}.txt`, import.meta.url), ruleCatalog);
    },
  );

  test('every rule has a name of its own', () => {
    const names = defaultOptimizerRules.map((rule) => rule.name);
    expect(new Set(names).size).toBe(names.length);
  });
});
