import { resolve } from 'node:path';
import { InvalidArgumentError } from '@ballista-ts/core';
import { expect, test } from 'vitest';
import { formatTableLocation, parseTableLocation } from './table-location.js';

const file = 'file:///';
const here = resolve('.').slice(1);

test.each([
  ['/data/t.parquet', { path: 'data/t.parquet', isDirectory: false }, 'file:///data/t.parquet'],
  ['/data/', { path: 'data', isDirectory: true }, 'file:///data/'],
  ['/data/.', { path: 'data', isDirectory: true }, 'file:///data/'],
  ['/', { path: '', isDirectory: true }, 'file:///'],
  ['/a/../b//c', { path: 'b/c', isDirectory: false }, 'file:///b/c'],
  ['/a b/ü%20.parquet', { path: 'a b/ü%20.parquet', isDirectory: false }, 'file:///a%20b/%C3%BC%2520.parquet'],
  ['/t/year=2024/x', { path: 't/year=2024/x', isDirectory: false }, 'file:///t/year=2024/x'],
  ['/t/*.parquet', { path: 't', glob: '*.parquet', isDirectory: false }, 'file:///t/*.parquet'],
  ['/t/y=*/[ab]?.parquet', { path: 't', glob: 'y=*/[ab]?.parquet', isDirectory: false }, 'file:///t/y=*/[ab]?.parquet'],
  ['/t/**/', { path: 't', glob: '**', isDirectory: true }, 'file:///t/**/'],
  ['/t/ä *', { path: 't', glob: 'ä *', isDirectory: false }, 'file:///t/%C3%A4%20*'],
  ['file:///a%20b/c%2Ad', { path: 'a b/c*d', isDirectory: false }, 'file:///a%20b/c%2Ad'],
  ['file://localhost/a', { path: 'a', isDirectory: false }, 'file:///a'],
  ['FILE:///a/./b/', { path: 'a/b', isDirectory: true }, 'file:///a/b/'],
])('%s is understood, and written as a URL it is understood the same', (text, expected, url) => {
  const location = parseTableLocation(text);
  expect(location).toEqual({ objectStoreUrl: file, ...expected });
  expect(formatTableLocation(location)).toBe(url);
  expect(parseTableLocation(url)).toEqual(location);
});

test('relative paths start at the working directory', () => {
  expect(parseTableLocation('data/x')).toEqual({ objectStoreUrl: file, path: `${here}/data/x`, isDirectory: false });
  expect(parseTableLocation('.')).toEqual({ objectStoreUrl: file, path: here, isDirectory: true });
  expect(parseTableLocation('./')).toEqual(parseTableLocation('.'));
});

test('other stores keep their scheme and authority', () => {
  expect(parseTableLocation('s3://bucket/t/x.parquet')).toEqual({
    objectStoreUrl: 's3://bucket/',
    path: 't/x.parquet',
    isDirectory: false,
  });
  expect(parseTableLocation('s3://bucket')).toEqual({ objectStoreUrl: 's3://bucket/', path: '', isDirectory: true });
});

test('a wildcard that is percent-encoded in a pattern stays a character', () => {
  const location = parseTableLocation('file:///t/a%2Ab*');
  expect(location.glob).toBe('a[*]b*');
});

test.each([
  ['', 'empty'],
  ['/a\0b', 'NUL'],
  ['file://host/a', 'file URLs have no host'],
  ['file:///a%zz', 'not percent-encoded'],
  ['file:///a%ff', 'not percent-encoded'],
  ['file:///a/../b', '".."'],
  ['s3://b/%2e%2e/x', '".."'],
  ['file:///a%2Fb/%2E', '"."'],
])('%j is refused', (text, message) => {
  expect(() => parseTableLocation(text)).toThrow(InvalidArgumentError);
  expect(() => parseTableLocation(text)).toThrow(message);
});
