import { create, type MessageInitShape } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BallistaError } from '../../errors/ballista-error.js';
import { DecodeError } from '../../errors/errors.js';
import * as common from '../../gen/datafusion_common_pb.js';
import { type DataType, dictionary, Int8, Int32, Int64, list, map, struct, Utf8 } from '../../types/data-type.js';
import { field } from '../../types/field.js';
import { scalar, valueEquals } from '../../types/scalar-value.js';
import { anyScalar } from '../testing/arbitrary-types.js';
import { defaultWireLimits } from '../wire/limits.js';
import { readMessage } from '../wire/read-message.js';
import { writeMessage } from '../wire/write-message.js';
import { scalarValueFromProto, scalarValueToProto } from './scalar-value.js';

const encode = (value: Parameters<typeof scalarValueToProto>[0]): Uint8Array =>
  writeMessage(common.ScalarValueSchema, scalarValueToProto(value), defaultWireLimits);
const decode = (bytes: Uint8Array) =>
  scalarValueFromProto(readMessage(common.ScalarValueSchema, bytes, defaultWireLimits));
const fromInit = (value: MessageInitShape<typeof common.ScalarValueSchema>['value']) =>
  scalarValueFromProto(create(common.ScalarValueSchema, { value: value! }));

describe('scalar values on the wire', () => {
  test('every constant comes back with its type and its very bits', () => {
    fc.assert(
      fc.property(anyScalar, (value) => {
        const back = decode(encode(value));
        expect(back.type).toEqual(value.type);
        expect(valueEquals(back.value, value.value)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test.each<[string, DataType]>([
    ['a list', list(Int64)],
    ['a struct', struct([field('a', Int64), field('b', Utf8)])],
    ['a map', map(Utf8, list(Int32))],
    ['a list of dictionary strings', list(dictionary(Int32, Utf8))],
    ['a dictionary string', dictionary(Int8, Utf8)],
    ['a list view, which no value can be sent of', { kind: 'ListView', field: field('item', Int64) }],
    ['a list of string views', list({ kind: 'Utf8View' })],
    ['a union', { kind: 'Union', fields: [field('a', Int64)], typeIds: [5], mode: 'dense' }],
  ])('NULL of %s stays a NULL of that type', (_name, type) => {
    expect(decode(encode(scalar(type, null)))).toEqual({ type, value: null });
  });

  test('dictionaries inside nested values travel beside them, numbered in schema order', () => {
    const type = struct([field('a', dictionary(Int32, Utf8)), field('b', list(dictionary(Int8, Utf8)))]);
    const value = ['x', ['y', 'y', null, 'z']];
    const proto = scalarValueToProto(scalar(type, value));
    expect(proto.value.case === 'structValue' && proto.value.value.dictionaries).toHaveLength(2);
    expect(decode(encode(scalar(type, value)))).toEqual({ type, value });
  });

  test('an empty list, an empty struct and NULL items are kept apart', () => {
    for (const value of [[], [null], [null, []], null]) {
      expect(decode(encode(scalar(list(list(Int64)), value)))).toEqual({ type: list(list(Int64)), value });
    }
    expect(decode(encode(scalar(struct([]), [])))).toEqual({ type: struct([]), value: [] });
  });

  test('a list of three hundred thousand items comes back', () => {
    const value = Array.from({ length: 300_000 }, (_, index) => BigInt(index));
    expect(decode(encode(scalar(list(Int64), value))).value).toEqual(value);
  });

  test('offsets that ask for more values than there are bits are refused', () => {
    const nulls = list({ kind: 'Null' });
    const proto = scalarValueToProto(scalar(nulls, [null, null]));
    if (proto.value.case !== 'listValue') throw new Error('unexpected arm');
    expect(scalarValueFromProto(proto)).toEqual({ type: nulls, value: [null, null] });
    const wide = scalarValueToProto(scalar(nulls, new Array(100_000).fill(null)));
    expect(() => scalarValueFromProto(wide)).toThrow('a nested scalar holds more values than the limit allows');
  });

  test('a nested value holds the IPC message without its frame', () => {
    const proto = scalarValueToProto(scalar(list(Int64), [1n, 2n]));
    if (proto.value.case !== 'listValue') throw new Error('unexpected arm');
    const { ipcMessage, arrowData, schema } = proto.value.value;
    // A continuation mark would be four bytes of 0xff.
    expect([...ipcMessage.subarray(0, 4)]).not.toEqual([255, 255, 255, 255]);
    expect(arrowData.length % 8).toBe(0);
    expect(schema?.columns.map((one) => one.name)).toEqual(['field_name']);
  });

  test('decimals are big-endian and of the width of their type', () => {
    const proto = scalarValueToProto(scalar({ kind: 'Decimal128', precision: 5, scale: 2 }, -2n));
    if (proto.value.case !== 'decimal128Value') throw new Error('unexpected arm');
    expect([...proto.value.value.value]).toEqual([...new Array(15).fill(255), 254]);
    expect(() => fromInit({ case: 'decimal128Value', value: { value: new Uint8Array(15), p: 5n, s: 2n } })).toThrow(
      'datafusion_common.Decimal128.value has 15 bytes instead of 16',
    );
    expect(() => encode(scalar({ kind: 'Decimal32', precision: 9, scale: 0 }, 2n ** 31n))).toThrow(
      '2147483648 does not fit 4 bytes',
    );
  });

  test('a value in the wrong form is refused before it is sent', () => {
    expect(() => encode(scalar(Int64, 5))).toThrow('a Int64 scalar holds a number, expected a bigint of 64 bits');
    expect(() => encode(scalar(Int8, 128))).toThrow('expected a whole number from -128 to 127');
    expect(() => encode(scalar(Utf8, 5))).toThrow('a Utf8 scalar holds a number, expected a string');
    expect(() => encode(scalar(list(Int64), 5n))).toThrow(BallistaError);
    expect(() => encode(scalar(list({ kind: 'Utf8View' }), ['x']))).toThrow('is not supported yet: Utf8View');
  });

  test('what is not a constant is refused by name', () => {
    expect(() => scalarValueFromProto(create(common.ScalarValueSchema))).toThrow(
      'datafusion_common.ScalarValue.value is not set',
    );
    expect(() => fromInit({ case: 'int8Value', value: 200 })).toThrow(
      'datafusion_common.ScalarValue holds 200 as Int8',
    );
    expect(() => fromInit({ case: 'listValue', value: {} })).toThrow(
      'datafusion_common.ScalarNestedValue.schema is missing',
    );
    const proto = scalarValueToProto(scalar(list(Int64), [1n]));
    if (proto.value.case !== 'listValue') throw new Error('unexpected arm');
    expect(() => fromInit({ case: 'structValue', value: proto.value.value as common.ScalarNestedValue })).toThrow(
      'holds a List instead of a Struct',
    );
    const truncated = { ...proto.value.value, arrowData: proto.value.value.arrowData.subarray(0, 8) };
    expect(() => fromInit({ case: 'listValue', value: truncated })).toThrow(
      'a buffer of an Arrow batch lies outside its body',
    );
  });

  test('mutated nested values give a value or a DecodeError, quickly', () => {
    const bytes = encode(
      scalar(struct([field('a', list(Utf8)), field('b', dictionary(Int32, Utf8)), field('c', map(Utf8, Int64))]), [
        ['x', 'yy'],
        'z',
        [['k', 5n]],
      ]),
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }),
        (changes) => {
          const mutated = bytes.slice();
          for (const [at, byte] of changes) mutated[at] = byte;
          try {
            decode(mutated);
          } catch (error) {
            if (!(error instanceof DecodeError) && !(error instanceof BallistaError)) throw error;
          }
        },
      ),
      { numRuns: 3000 },
    );
  });
});
