import { expect, test } from 'vitest';
import { readPromises } from './lib/readme.mjs';

const readme = (...blocks) =>
  `# A package\n\n${blocks.map(([language, code]) => `\`\`\`${language}\n${code}\n\`\`\`\n`).join('\nText.\n\n')}`;

test('a README promises what its install line, first example and output say', () => {
  const text = readme(
    ['sh', 'npm install --save-dev @x/a b'],
    ['ts', "import 'a';"],
    ['text', 'out'],
    ['ts', 'second'],
  );
  expect(readPromises(text)).toEqual({
    install: ['@x/a', 'b'],
    setup: [],
    moreCode: ['second\n'],
    example: { language: 'ts', code: "import 'a';\n" },
    output: 'out\n',
  });
});

test('output counts only right after the example', () => {
  expect(readPromises(readme(['ts', 'a'], ['ts', 'b'], ['text', 'out'])).output).toBeUndefined();
  expect(readPromises('```ts\na\n```\n\n## Layout\n\n```text\nout\n```\n').output).toBeUndefined();
});

test('a command is an example when there is no code, and installing is not', () => {
  expect(readPromises(readme(['sh', 'npm install a'], ['sh', 'npx --no a'])).example).toEqual({
    language: 'sh',
    code: 'npx --no a\n',
  });
  expect(readPromises(readme(['sh', 'npm install a'])).example).toBeUndefined();
});

test('commands between installing and the code prepare it; others do not', () => {
  const text = readme(
    ['sh', 'make demo'],
    ['sh', 'npm install a'],
    ['sh', 'a generate'],
    ['ts', 'code'],
    ['sh', 'a serve'],
  );
  expect(readPromises(text)).toMatchObject({ install: ['a'], setup: ['a generate\n'], example: { language: 'ts' } });
});
