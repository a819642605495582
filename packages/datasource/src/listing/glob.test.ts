import { InvalidArgumentError } from '@ballista-ts/core';
import { expect, test } from 'vitest';
import { compileGlob } from './glob.js';

test.each([
  ['*.parquet', 'a.parquet', true],
  ['*.parquet', '.parquet', true],
  ['*.parquet', 'aXparquet', false],
  ['*.parquet', 'd/a.parquet', false],
  ['a?c', 'abc', true],
  ['a?c', 'a😀c', true],
  ['a?c', 'a/c', false],
  ['a?c', 'ac', false],
  ['[a-c]x', 'bx', true],
  ['[a-c]x', 'dx', false],
  ['[!a-c]x', 'dx', true],
  ['[!a-c]x', '/x', false],
  ['[]]', ']', true],
  ['[*]', '*', true],
  ['[*]', 'a', false],
  ['[a-]', '-', true],
  ['y=*/m=1?/x', 'y=24/m=10/x', true],
  ['**/x', 'x', true],
  ['**/x', 'a/b/x', true],
  ['**/x', 'a/bx', false],
  ['a/**', 'a/b/c', true],
  ['a/**/b', 'a/b', true],
  ['(a|b)+$^{}\\.-', '(a|b)+$^{}\\.-', true],
])('%s matches %s: %s', (glob, path, expected) => {
  expect(compileGlob(glob).exec(path)?.[0] === path && compileGlob(glob).exec(path)?.[1] === undefined).toBe(expected);
});

test('a pattern also matches directories, and tells what lies below', () => {
  expect(compileGlob('2024-*').exec('2024-01/d/x.parquet')?.[1]).toBe('d/x.parquet');
});

test.each(['[abc', 'a[', '[]', '[!]', '[z-a]'])('%s is refused', (glob) => {
  expect(() => compileGlob(glob)).toThrow(InvalidArgumentError);
});
