import {
  Binary,
  Boolean_,
  type DataType,
  Date32,
  decimal128,
  dictionary,
  Float64,
  Int8,
  Int64,
  NotYetSupportedError,
  PlanError,
  UInt16,
  UInt64,
  Utf8,
  type Value,
} from '@ballista-ts/core';
import { expect, test } from 'vitest';
import { parsePartitionValue } from './partition-value.js';

const parse = (type: DataType, text: string) => parsePartitionValue(type, text, 'column k of t/k=x/f').value;

test.each<[DataType, string, Value]>([
  [Utf8, '', ''],
  [Utf8, 'a/b ü', 'a/b ü'],
  [Utf8, '__HIVE_DEFAULT_PARTITION__', null],
  [Int8, '-128', -128],
  [UInt16, '+65535', 65535],
  [Int64, '-9223372036854775808', -(2n ** 63n)],
  [Int64, '007', 7n],
  [UInt64, '18446744073709551615', 2n ** 64n - 1n],
  [Int64, '__HIVE_DEFAULT_PARTITION__', null],
  [Float64, '-1.5e3', -1500],
  [Boolean_, 'true', true],
  [Date32, '1970-01-02', 1],
  [Date32, '1969-12-31', -1],
  [Date32, '2024-02-29', 19782],
  [decimal128(5, 2), '-1.5', -150n],
  [decimal128(5, 2), '.07', 7n],
  [decimal128(20, 0), '12345678901234567890', 12345678901234567890n],
  [dictionary(UInt16, Utf8), 'x', 'x'],
])('%j reads %s', (type, text, value) => {
  expect(parse(type, text)).toEqual(value);
});

test.each<[DataType, string]>([
  [Int8, '128'],
  [Int8, '1.0'],
  [Int8, ''],
  [Int64, '9223372036854775808'],
  [UInt16, '-1'],
  [Int64, '1'.repeat(100)],
  [Float64, 'abc'],
  [Float64, '.'],
  [Boolean_, 'yes'],
  [Date32, '2023-02-29'],
  [Date32, '2024-2-9'],
  [decimal128(5, 2), '1.234'],
  [decimal128(5, 2), '1000'],
  [decimal128(5, 2), '.'],
])('%j refuses %s and says where it stands', (type, text) => {
  expect(() => parse(type, text)).toThrow(PlanError);
  expect(() => parse(type, text)).toThrow('column k of t/k=x/f');
});

test('types that no directory name can give are named', () => {
  expect(() => parse(Binary, 'x')).toThrow(NotYetSupportedError);
});
