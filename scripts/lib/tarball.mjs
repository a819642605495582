import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/**
 * The files of an npm tarball: path below `package/` to content.
 * @param {string} file
 * @returns {Map<string, Buffer>}
 */
export function readTarball(file) {
  const tar = gunzipSync(readFileSync(file));
  const files = new Map();
  let longName;
  for (let at = 0; at + 512 <= tar.length && tar[at] !== 0; ) {
    const text = (/** @type {number} */ from, /** @type {number} */ length) =>
      tar.toString('utf8', at + from, at + from + length).replace(/\0.*$/s, '');
    const size = Number.parseInt(text(124, 12), 8);
    const type = text(156, 1) || '0';
    const content = tar.subarray(at + 512, at + 512 + size);
    const prefix = text(345, 155);
    const name = longName ?? (prefix === '' ? text(0, 100) : `${prefix}/${text(0, 100)}`);
    longName = undefined;
    // Long paths come as a record of their own, in the GNU or in the pax form.
    if (type === 'L') longName = content.toString('utf8').replace(/\0.*$/s, '');
    else if (type === 'x') longName = /\d+ path=([^\n]*)\n/.exec(content.toString('utf8'))?.[1];
    else if (type === '0') files.set(name.replace(/^package\//, ''), content);
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return files;
}
