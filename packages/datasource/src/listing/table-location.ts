import { resolve } from 'node:path';
import { InvalidArgumentError } from '@ballista-ts/core';
import { checkObjectPath } from '../object-store/object-path.js';

/** Where a table's files are. */
export interface TableLocation {
  /** Scheme and authority, e.g. `file:///`. */
  readonly objectStoreUrl: string;
  /** File or directory, relative to the store; of a glob, the directory above its first wildcard. Empty for the whole store. */
  readonly path: string;
  /** The rest of a glob, segments separated by `/`. */
  readonly glob?: string;
  /** The location ends with `/`: it is a directory whatever is there. */
  readonly isDirectory: boolean;
}

const WILDCARD = /[*?[\]]/;
// A scheme has two letters at least, so that `C:\data` is a path.
const URL_PARTS = /^([a-z][a-z0-9+.-]+):\/\/([^/]*)(.*)$/is;

/**
 * Understands `data/`, `/data/t.parquet`, `data/*.parquet`, `file:///data/a%20b.parquet`, `s3://bucket/t/`. In URLs segments are
 * percent-encoded, which also takes the meaning from `*`, `?` and `[`; in plain paths these three are always wildcards.
 * @throws InvalidArgumentError
 */
export function parseTableLocation(text: string): TableLocation {
  if (text === '') throw new InvalidArgumentError('the location of a table is empty');
  if (text.includes('\0')) throw new InvalidArgumentError(`location ${JSON.stringify(text)} contains a NUL character`);
  const url = URL_PARTS.exec(text);
  if (url === null) return localPath(text);
  const [, scheme = '', authority = '', path = ''] = url;
  const lower = scheme.toLowerCase();
  if (lower === 'file' && authority !== '' && authority !== 'localhost') {
    throw new InvalidArgumentError(`location ${text}: file URLs have no host; write file:///${authority}${path}`);
  }
  return location(`${lower}://${lower === 'file' ? '' : authority}/`, path.split('/'), text, decodeSegment);
}

/** The location as a URL; `parseTableLocation` gives the same location back. */
export function formatTableLocation({ objectStoreUrl, path, glob, isDirectory }: TableLocation): string {
  const encoded = path === '' ? [] : path.split('/').map(encodeSegment);
  const pattern = glob === undefined ? [] : glob.split('/').map(encodePattern);
  const segments = [...encoded, ...pattern];
  return objectStoreUrl + segments.join('/') + (isDirectory && segments.length > 0 ? '/' : '');
}

function localPath(text: string): TableLocation {
  const slashes = (path: string) => (process.platform === 'win32' ? path.replaceAll('\\', '/') : path);
  const portable = slashes(text);
  const segments = slashes(resolve(portable)).split('/');
  if (/(^|\/)\.{0,2}$/.test(portable) && segments.at(-1) !== '') segments.push('');
  return location('file:///', segments, text, (segment) => segment);
}

function location(
  objectStoreUrl: string,
  rawSegments: readonly string[],
  text: string,
  decode: (segment: string, text: string, isPattern: boolean) => string,
): TableLocation {
  const isDirectory = rawSegments.length === 0 || rawSegments.at(-1) === '' || rawSegments.at(-1) === '.';
  const segments = rawSegments.filter((segment) => segment !== '' && segment !== '.');
  if (segments.includes('..')) throw new InvalidArgumentError(`location ${text} has a segment ".."`);
  const wild = segments.findIndex((segment) => WILDCARD.test(segment));
  const plain = wild < 0 ? segments : segments.slice(0, wild);
  const path = plain.map((segment) => decode(segment, text, false)).join('/');
  if (path !== '') checkObjectPath(path);
  if (wild < 0) return { objectStoreUrl, path, isDirectory };
  const glob = segments
    .slice(wild)
    .map((segment) => decode(segment, text, true))
    .join('/');
  return { objectStoreUrl, path, glob, isDirectory };
}

function decodeSegment(segment: string, text: string, isPattern: boolean): string {
  try {
    // An encoded wildcard is meant literally, which a pattern writes as a set of one.
    const prepared = isPattern ? segment.replace(/%(2A|3F|5B|5D)/gi, (code) => `[${code}]`) : segment;
    return decodeURIComponent(prepared);
  } catch (error) {
    throw new InvalidArgumentError(`location ${text}: ${JSON.stringify(segment)} is not percent-encoded UTF-8`, {
      cause: error,
    });
  }
}

/** `=` and `,` stay readable: they are everywhere in hive paths and mean nothing in a path. */
const encodeSegment = (segment: string): string =>
  encodeURIComponent(segment).replace(/[*]/g, '%2A').replace(/%3D/g, '=').replace(/%2C/g, ',');
const encodePattern = (segment: string): string => segment.replace(/[^*?[\]!^-]+/g, (text) => encodeSegment(text));
