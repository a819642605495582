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
    [
      'a constant',
      "const feature = all ? 'UNION ALL' : 'UNION';\nthrow new NotYetSupportedError(feature);",
      ['UNION ALL', 'UNION'],
    ],
    [
      'a helper of a helper that calls itself',
      "function a(feature: string) { if (b) a(feature); throw new NotYetSupportedError(feature); }\nfunction c(f: string) { a(f); }\nc('X');",
      ['X'],
    ],
    ['a list', "for (const f of ['A', 'B']) throw new NotYetSupportedError(f);", ['A', 'B']],
    [
      'a list of pairs',
      "const flags: [string, string][] = [['--a', 'A'], ['--b', `B ${c}`]];\nfor (const [flag, f] of flags) throw new NotYetSupportedError(f);",
      ['A', 'B …'],
    ],
    [
      'a list of objects',
      "const flags = [{ flag: '--a', feature: 'A' }] as const;\nfor (const { feature } of flags) throw new NotYetSupportedError(feature);",
      ['A'],
    ],
    ['a comment', "// new NotYetSupportedError('nothing')", []],
    ['a string', 'const s = "new NotYetSupportedError(\'nothing\')";', []],
    [
      'the class',
      'class NotYetSupportedError extends Error { constructor(readonly feature: string) { super(feature); } }',
      [],
    ],
  ])('are read from %s', (_what, text, features) => {
    expect(featuresIn([{ name: 'a.ts', text }])).toEqual(features);
  });

  test.each([
    ['a variable', '\nthrow new NotYetSupportedError(name);'],
    ['nothing', '\nthrow new NotYetSupportedError();'],
    [
      'a helper whose caller passes a variable',
      'const h = (f: string) => {\n throw new NotYetSupportedError(f); };\nh(name);',
    ],
  ])('cannot be read from %s, which is an error with its place', (_what, text) => {
    expect(() => featuresIn([{ name: 'a.ts', text }])).toThrow(/^a\.ts:[23]: the feature/);
  });
});

test('features are read from callers in other files of the package', () => {
  const files = [
    { name: 'a.ts', text: 'class P { notYet(feature: string): never { throw new NotYetSupportedError(feature); } }' },
    { name: 'b.ts', text: "p.notYet('PIVOT');" },
    { name: 'c.ts', text: 'p.notYet(`SET ${word}`);' },
  ];
  expect(featuresIn(files)).toEqual(['PIVOT', 'SET …']);
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
