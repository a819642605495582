import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { CancelledError, InvalidArgumentError, IoError, NotFoundError, type ObjectStore } from '@ballista-ts/core';
import { type TempDirectory, tempDirectory } from '@ballista-ts/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLocalObjectStore } from './local-object-store.js';

let directory: TempDirectory;
let store: ObjectStore;
let run = 0;
let root: string;

beforeAll(async () => {
  directory = await tempDirectory('object-store');
});
afterAll(async () => await directory.close());
beforeEach(() => {
  run += 1;
  root = directory.join(`run-${run}`, 'root');
  mkdirSync(root, { recursive: true });
  store = createLocalObjectStore({ root });
});

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (of: Uint8Array) => new TextDecoder().decode(of);
const paths = async (prefix: string, of = store, signal?: AbortSignal) => {
  const found: string[] = [];
  for await (const { path } of of.list(prefix, signal === undefined ? {} : { signal })) found.push(path);
  return found;
};

describe('put', () => {
  test('makes directories, writes all chunks, and answers what is there then', async () => {
    const meta = await store.put('a/b/c.txt', [bytes('one '), bytes(''), bytes('two')]);
    expect(meta).toEqual({ path: 'a/b/c.txt', size: 7, lastModifiedMs: expect.any(Number) });
    expect(await store.head('a/b/c.txt')).toEqual(meta);
    expect(text(await store.getRange('a/b/c.txt', 0, 7))).toBe('one two');
  });

  test('replaces a file as a whole', async () => {
    await store.put('x', [bytes('a long text')]);
    await store.put('x', [bytes('short')]);
    expect((await store.head('x')).size).toBe(5);
  });

  test('shows nothing while it is writing, and leaves nothing behind when it fails', async () => {
    const seen: string[][] = [];
    const failing = async function* () {
      yield bytes('half');
      seen.push(await paths('d/'));
      throw new Error('source broke');
    };
    await expect(store.put('d/file.parquet', failing())).rejects.toThrow('source broke');
    // The unfinished file is there under another, hidden name.
    expect(seen[0]).toHaveLength(1);
    expect(seen[0]![0]).toMatch(/^d\/\.[0-9a-f]+\.tmp$/);
    expect(await paths('')).toEqual([]);
    await expect(store.head('d/file.parquet')).rejects.toThrow(NotFoundError);
  });

  test('keeps the old file when the new one fails', async () => {
    await store.put('x', [bytes('old')]);
    const failing = (function* () {
      yield bytes('new');
      throw new Error('no');
    })();
    await expect(store.put('x', failing)).rejects.toThrow('no');
    expect(text(await store.getRange('x', 0, 3))).toBe('old');
  });

  test('stops when it is aborted', async () => {
    const abort = new AbortController();
    const chunks = (function* () {
      yield bytes('a');
      abort.abort();
      yield bytes('b');
    })();
    await expect(store.put('x', chunks, { signal: abort.signal })).rejects.toThrow(CancelledError);
    expect(readdirSync(root)).toEqual([]);
  });
});

describe('getRange', () => {
  test('gives exactly the bytes asked for, none included', async () => {
    await store.put('x', [bytes('0123456789')]);
    expect(text(await store.getRange('x', 3, 6))).toBe('345');
    expect(await store.getRange('x', 10, 10)).toHaveLength(0);
  });

  test('refuses to give less than was asked for', async () => {
    await store.put('x', [bytes('0123456789')]);
    await expect(store.getRange('x', 5, 11)).rejects.toThrow(IoError);
    await expect(store.getRange('x', 5, 11)).rejects.toThrow(/bytes 5\.\.11 of .*x: the file has 10 bytes/);
  });

  test.each([
    [-1, 2],
    [3, 2],
    [0.5, 2],
    [0, Number.NaN],
  ])('refuses the range %d..%d', async (start, end) => {
    await store.put('x', [bytes('0123456789')]);
    await expect(store.getRange('x', start, end)).rejects.toThrow(InvalidArgumentError);
  });

  test('names a file that is not there', async () => {
    await expect(store.getRange('gone/x', 0, 1)).rejects.toThrow(NotFoundError);
    await expect(store.getRange('gone/x', 0, 1)).rejects.toThrow(/gone\/x does not exist/);
  });

  test('does not begin when it is aborted already', async () => {
    await store.put('x', [bytes('0')]);
    await expect(store.getRange('x', 0, 1, { signal: AbortSignal.abort() })).rejects.toThrow(CancelledError);
  });
});

describe('list', () => {
  test('gives files in the order of their whole paths, and only those with the prefix', async () => {
    for (const path of ['a/c', 'a-b', 'a.b', 'ab', 'a/b/z', 'b', 'a/é']) await store.put(path, [bytes('1')]);
    expect(await paths('')).toEqual(['a-b', 'a.b', 'a/b/z', 'a/c', 'a/é', 'ab', 'b']);
    expect(await paths('a/')).toEqual(['a/b/z', 'a/c', 'a/é']);
    expect(await paths('a')).toEqual(['a-b', 'a.b', 'a/b/z', 'a/c', 'a/é', 'ab']);
    expect(await paths('a/b')).toEqual(['a/b/z']);
    expect(await paths('nothing/here')).toEqual([]);
    expect(await paths('b/')).toEqual([]);
  });

  test('follows links, but not in circles and not to nowhere', async () => {
    await store.put('data/x', [bytes('1')]);
    symlinkSync('data', `${root}/alias`);
    symlinkSync('..', `${root}/data/up`);
    symlinkSync('missing', `${root}/dangling`);
    expect(await paths('')).toEqual(['alias/x', 'data/x']);
  });

  test('stops when it is aborted', async () => {
    await store.put('x', [bytes('1')]);
    const abort = new AbortController();
    abort.abort();
    await expect(paths('', store, abort.signal)).rejects.toThrow(CancelledError);
  });
});

describe('delete', () => {
  test('removes a file; that there is none is fine', async () => {
    await store.put('x', [bytes('1')]);
    await store.delete('x');
    await store.delete('x');
    await store.delete('no/such');
    expect(await paths('')).toEqual([]);
  });
});

describe('the root', () => {
  test.each(['../secret', 'a/../../secret', '/etc/passwd', 'a//b', './a', 'a\0b', ''])(
    'is not left by the path %j',
    async (path) => {
      writeFileSync(directory.join(`run-${run}`, 'secret'), 'secret');
      const calls = [store.head(path), store.getRange(path, 0, 1), store.put(path, [bytes('x')]), store.delete(path)];
      for (const result of await Promise.allSettled(calls)) {
        expect(result).toMatchObject({ status: 'rejected', reason: expect.any(InvalidArgumentError) });
      }
    },
  );

  test('is not left through links', async () => {
    mkdirSync(directory.join(`run-${run}`, 'outside'));
    writeFileSync(directory.join(`run-${run}`, 'outside', 'secret'), 'secret');
    symlinkSync('../outside', `${root}/link`);
    symlinkSync('../outside/secret', `${root}/file`);
    await expect(store.getRange('link/secret', 0, 6)).rejects.toThrow(NotFoundError);
    await expect(store.head('file')).rejects.toThrow(NotFoundError);
    await expect(store.put('link/new', [bytes('x')])).rejects.toThrow(InvalidArgumentError);
    await expect(store.put('link/below/new', [bytes('x')])).rejects.toThrow(InvalidArgumentError);
    await expect(store.delete('link/secret')).rejects.toThrow(InvalidArgumentError);
    expect(await paths('')).toEqual([]);
    expect(readdirSync(directory.join(`run-${run}`, 'outside'))).toEqual(['secret']);
  });

  test('is that of the file system unless one is given', async () => {
    await store.put('x', [bytes('0')]);
    const all = createLocalObjectStore();
    const path = `${root}/x`.slice(1);
    expect(await all.head(path)).toMatchObject({ path, size: 1 });
    expect(await paths(`${root.slice(1)}/`, all)).toEqual([path]);
  });
});

test('a directory is no file', async () => {
  await store.put('d/x', [bytes('1')]);
  await expect(store.head('d')).rejects.toThrow(/d is a directory, not a file/);
});
