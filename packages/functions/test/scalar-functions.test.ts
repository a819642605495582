import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createDefaultFunctions } from '../src/default-functions.js';
import { answer, fixedContext } from './expression-language.js';

const folder = new URL('../testdata/scalar/', import.meta.url);
// Tables of functions, and of operators and casts beside them.
const files = readdirSync(folder).filter((name) => name.endsWith('.txt'));
const update = process.env['UPDATE'] === '1';

/** `call -> answer` a line; `#` starts a comment line. UPDATE=1 writes the answers; review the difference. */
describe('functions, operators and casts answer as the tables say', () => {
  it.each(files)('%s', (file) => {
    const context = fixedContext(file.includes('zoned') ? 'America/Denver' : undefined);
    const lines = readFileSync(new URL(file, folder), 'utf8').split('\n');
    const answered = lines.map((line) => {
      if (line.trim() === '' || line.startsWith('#')) return line;
      const call = line.split(' -> ')[0]!.trimEnd();
      return `${call} -> ${answer(call, context)}`;
    });
    if (update) writeFileSync(new URL(file, folder), answered.join('\n'));
    else expect(answered).toEqual(lines);
  });

  it('and no function is missing from them', () => {
    const text = files.map((file) => readFileSync(new URL(file, folder), 'utf8')).join('\n');
    const missing = createDefaultFunctions()
      .filter((one) => one.kind === 'scalar')
      .flatMap((one) => [one.name, ...one.aliases])
      .filter((name) => !new RegExp(`\\b${name}\\(`).test(text));
    expect(missing).toEqual([]);
  });
});
