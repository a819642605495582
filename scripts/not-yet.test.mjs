import { describe, expect, test } from 'vitest';
import { featuresIn, notYetPage } from './not-yet.mjs';

describe('the features of a file', () => {
  test.each([
    ['a literal', "throw new NotYetSupportedError('SIMILAR TO');", ['SIMILAR TO']],
    [
      'a literal with a hint',
      "throw new NotYetSupportedError('Arrow layout', formatDataType(type));",
      ['Arrow layout'],
    ],
    ['a template', 'throw new NotYetSupportedError(`reading ${format} from ${store}`);', ['reading … from …']],
    ['a choice', "throw new NotYetSupportedError(all ? 'EXCEPT ALL' : 'EXCEPT');", ['EXCEPT ALL', 'EXCEPT']],
    [
      'a helper',
      "const refuse = (feature: string): never => { throw new NotYetSupportedError(feature); };\nrefuse('LATERAL'); refuse(`x ${y}`);",
      ['LATERAL', 'x …'],
    ],
    [
      'a method that helps',
      "class P { private refuse(at: number, feature: string): never { throw new NotYetSupportedError(feature); }\n p() { this.refuse(1, 'PIVOT'); } }",
      ['PIVOT'],
    ],
    ['a comment', "// new NotYetSupportedError('nothing')", []],
    ['a string', 'const s = "new NotYetSupportedError(\'nothing\')";', []],
    [
      'the class',
      'class NotYetSupportedError extends Error { constructor(readonly feature: string) { super(feature); } }',
      [],
    ],
  ])('are read from %s', (_what, text, features) => {
    expect(featuresIn(text, 'a.ts')).toEqual(features);
  });

  test.each([
    ['a variable', '\nthrow new NotYetSupportedError(name);'],
    ['nothing', '\nthrow new NotYetSupportedError();'],
    [
      'a helper whose caller passes a variable',
      'const h = (f: string) => {\n throw new NotYetSupportedError(f); };\nh(name);',
    ],
  ])('cannot be read from %s, which is an error with its place', (_what, text) => {
    expect(() => featuresIn(text, 'a.ts')).toThrow(/^a\.ts:2: the feature/);
  });
});

test('the page lists each feature once, in order, with the packages that name it', () => {
  const page = notYetPage([
    { feature: 'b | c', package: 'planner' },
    { feature: 'A', package: 'engine' },
    { feature: 'A', package: 'datasource' },
    { feature: 'A', package: 'engine' },
  ]);
  expect(page).toContain('| A | datasource, engine |\n| b \\| c | planner |\n');
});
