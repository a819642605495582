import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isUpdating } from './data-driven.js';
import { diffLines } from './slt/compare.js';

/**
 * Compares a text with the approved one in a file, line by line. `<slt:ignore>` in the file stands for anything on its line. With
 * `UPDATE=1` in the environment a file that differs is rewritten, for the diff to be reviewed.
 *
 * @throws Error with the difference, or when the file does not exist
 */
export async function matchApproved(file: URL | string, text: string): Promise<void> {
  const path = file instanceof URL ? fileURLToPath(file) : file;
  const approved = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  });
  const difference = approved === undefined ? 'nothing is approved yet' : diffLines(lines(approved), lines(text));
  if (difference === undefined) return;
  if (!isUpdating()) throw new Error(`${path} (- approved, + got; UPDATE=1 rewrites it):\n${difference}`);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${lines(text).join('\n')}\n`);
}

/** The end of a file is no difference. */
const lines = (text: string): string[] => text.trimEnd().split('\n');
