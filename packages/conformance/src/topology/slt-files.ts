import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseSlt, type SltFile } from '@ballista-ts/testing';

const directory = fileURLToPath(new URL('../../slt/', import.meta.url));

/** All suites, by name. They run unchanged on every topology, and on DuckDB where it speaks the same dialect. */
export async function sltFiles(): Promise<readonly SltFile[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.slt')).sort();
  return await Promise.all(names.map(async (name) => parseSlt(await readFile(`${directory}${name}`, 'utf8'), name)));
}
