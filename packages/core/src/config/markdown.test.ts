import { expect, test } from 'vitest';
import { defineConfig } from './define.js';
import { bool, bytes, int, oneOf, text } from './kinds.js';
import { configTable } from './markdown.js';

test('a table has a row for each key, sorted, and the default of a machine is told in words', () => {
  const definitions = defineConfig({
    'b.size': bytes({
      optional: true,
      default: null,
      suffixes: true,
      nullText: 'unlimited',
      honoured: 'yes',
      doc: 'Size.',
    }),
    'a.codec': oneOf(['x', 'y'], { default: 'x', honoured: ['x'], doc: 'x | y.' }),
    'a.cores': int({
      default: () => 99,
      defaultText: 'number of CPU cores',
      min: 1,
      max: 10,
      since: '55.1.0',
      doc: 'Cores.',
    }),
    'a.on': bool({ default: true, ballista: false, fixed: 'so it is', doc: 'On.' }),
    'a.text': text({ default: '', doc: 'Text.' }),
  });
  expect(configTable(definitions)).toMatchInlineSnapshot(`
    "| Key | Type | Default | Honoured | Since | Meaning |
    | --- | --- | --- | --- | --- | --- |
    | \`a.codec\` | x, y | \`x\` | only x | 55.0.0 | x \\| y. |
    | \`a.cores\` | integer 1 – 10 | number of CPU cores | not yet | 55.1.0 | Cores. |
    | \`a.on\` | boolean | \`false\` (plain session: \`true\`) | cannot be changed | 55.0.0 | On. |
    | \`a.text\` | text | empty | not yet | 55.0.0 | Text. |
    | \`b.size\` | size | unlimited | yes | 55.0.0 | Size. |
    "
  `);
});

test('nothing gives a header alone', () => {
  expect(configTable({}).split('\n')).toHaveLength(3);
});
