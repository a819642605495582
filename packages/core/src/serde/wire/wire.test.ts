import { create, type DescMessage, equals, fromBinary, type Message, ScalarType, toBinary } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DecodeError } from '../../errors/errors.js';
import { ballista, datafusion, datafusionCommon } from '../../proto/index.js';
import { fieldTable } from './field-table.js';
import { defaultWireLimits } from './limits.js';
import { toSafeNumber } from './message.js';
import { readMessage } from './read-message.js';
import { call, runTask, type Task } from './task.js';
import { writeMessage } from './write-message.js';

const limits = defaultWireLimits;

/** Random messages of any type, a few levels deep, driven by the descriptors. */
function arbitraryMessage(schema: DescMessage, depth: number): fc.Arbitrary<Message> {
  const scalar = (type: ScalarType): fc.Arbitrary<unknown> => {
    switch (type) {
      case ScalarType.BOOL:
        return fc.boolean();
      case ScalarType.INT32:
        return fc.integer();
      case ScalarType.UINT32:
        return fc.nat(0xffffffff);
      case ScalarType.INT64:
        return fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
      case ScalarType.UINT64:
        return fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
      case ScalarType.FLOAT:
        return fc.float({ noNaN: true }); // `equals` holds NaN for different from itself
      case ScalarType.DOUBLE:
        return fc.double({ noNaN: true });
      case ScalarType.STRING:
        return fc.string({ unit: 'grapheme', maxLength: 5 });
      default:
        return fc.uint8Array({ maxLength: 5 });
    }
  };
  const fields = fieldTable(schema).filter((one) => depth > 0 || one.message === undefined);
  if (fields.length === 0) return fc.constant(create(schema));
  return fc.subarray(fields, { maxLength: Math.min(4, fields.length) }).chain((chosen) => {
    const values: Record<string, fc.Arbitrary<unknown>> = {};
    for (const one of chosen) {
      const value = one.message === undefined ? scalar(one.scalar!) : arbitraryMessage(one.message, depth - 1);
      if (one.shape === 'list') values[one.name] = fc.array(value, { maxLength: 3 });
      else if (one.shape === 'map')
        values[one.name] = fc.dictionary(fc.string({ maxLength: 4 }), value, { maxKeys: 3 });
      else if (one.oneof === undefined) values[one.name] = value;
      else values[one.oneof] = value.map((inner) => ({ case: one.name, value: inner }));
    }
    return fc.record(values).map((init) => create(schema, init as never));
  });
}

const schemas: readonly DescMessage[] = [
  datafusion.LogicalPlanNodeSchema,
  datafusion.PhysicalPlanNodeSchema,
  datafusion.CreateExternalTableNodeSchema,
  datafusionCommon.ScalarValueSchema,
  datafusionCommon.ParquetOptionsSchema,
  datafusionCommon.FieldSchema,
  ballista.TaskStatusSchema,
  ballista.TaskIdSchema,
  ballista.ChaosExecNodeSchema,
];

describe('reader and writer', () => {
  test.each(schemas.map((one) => [one.typeName, one] as const))(
    '%s is written and read as protobuf-es does it',
    (_name, schema) => {
      fc.assert(
        fc.property(arbitraryMessage(schema, 3), (message) => {
          const ours = writeMessage(schema, message, limits);
          expect(equals(schema, fromBinary(schema, ours), message)).toBe(true);
          expect(equals(schema, readMessage(schema, toBinary(schema, message), limits), message)).toBe(true);
        }),
        { numRuns: 60 },
      );
    },
  );

  test('fields of a later version are skipped', () => {
    const bytes = toBinary(
      ballista.ExecutorRegistrationSchema,
      create(ballista.ExecutorRegistrationSchema, { id: 'e', port: 7 }),
    );
    // Number 99: a string, a 64-bit value, a varint, a group with content.
    const later = [
      0x9a, 0x06, 1, 0x78, 0x99, 0x06, 0, 0, 0, 0, 0, 0, 0, 0, 0x98, 0x06, 5, 0x9b, 0x06, 0x08, 1, 0x9c, 0x06,
    ];
    const read = readMessage(ballista.ExecutorRegistrationSchema, Uint8Array.from([...later, ...bytes]), limits);
    expect(read.id).toBe('e');
    expect(read.port).toBe(7);
  });

  test('messages larger than any buffer the writer starts with come out whole', () => {
    const columns = Array.from({ length: 3000 }, (_, index) => ({
      name: `column ${index}`,
      nullable: index % 2 === 0,
    }));
    const stats = { minValue: { value: { case: 'float64Value' as const, value: 0.1 } } };
    const schema = create(datafusionCommon.SchemaSchema, { columns });
    expect(
      equals(
        datafusionCommon.SchemaSchema,
        fromBinary(datafusionCommon.SchemaSchema, writeMessage(datafusionCommon.SchemaSchema, schema, limits)),
        schema,
      ),
    ).toBe(true);
    const partition = create(ballista.PartitionStatsSchema, {
      numRows: -1n,
      columnStats: Array.from({ length: 3000 }, () => stats),
    });
    expect(
      equals(
        ballista.PartitionStatsSchema,
        fromBinary(ballista.PartitionStatsSchema, writeMessage(ballista.PartitionStatsSchema, partition, limits)),
        partition,
      ),
    ).toBe(true);
  });

  test('an empty message is no bytes', () => {
    expect(writeMessage(ballista.PartitionIdSchema, create(ballista.PartitionIdSchema), limits)).toHaveLength(0);
    expect(readMessage(ballista.PartitionIdSchema, new Uint8Array(0), limits).jobId).toBe('');
  });

  test('a map key cannot reach the prototype', () => {
    const message = create(datafusionCommon.SchemaSchema);
    Object.defineProperty(message.metadata, '__proto__', {
      value: 'x',
      enumerable: true,
      configurable: true,
      writable: true,
    });
    const read = readMessage(
      datafusionCommon.SchemaSchema,
      writeMessage(datafusionCommon.SchemaSchema, message, limits),
      limits,
    );
    expect(Object.entries(read.metadata)).toEqual([['__proto__', 'x']]);
  });

  test('messages nested twenty thousand deep are written and read', () => {
    let node = create(datafusion.LogicalExprNodeSchema, { ExprType: { case: 'wildcard', value: {} } });
    for (let level = 0; level < 20_000; level += 1) {
      node = create(datafusion.LogicalExprNodeSchema, { ExprType: { case: 'notExpr', value: { expr: node } } });
    }
    const bytes = writeMessage(datafusion.LogicalExprNodeSchema, node, limits);
    let depth = 0;
    let read = readMessage(datafusion.LogicalExprNodeSchema, bytes, limits);
    for (; read.ExprType.case === 'notExpr'; depth += 1) read = read.ExprType.value.expr!;
    expect(depth).toBe(20_000);
    expect(() => readMessage(datafusion.LogicalExprNodeSchema, bytes, { ...limits, maxDepth: 100 })).toThrow(
      'plan is nested deeper than 100 levels',
    );
  });

  test('a few bytes cannot ask for much memory', () => {
    const manyEmpty = new Uint8Array(2_000_000);
    for (let at = 0; at < manyEmpty.length; at += 2) manyEmpty[at] = 0x0a;
    expect(() => readMessage(datafusion.UnionNodeSchema, manyEmpty, { ...limits, maxListLength: 1000 })).toThrow(
      'holds a list of more than 1000 entries',
    );
    expect(() => readMessage(datafusion.UnionNodeSchema, manyEmpty, { ...limits, maxElements: 1000 })).toThrow(
      'holds more than 1000 messages and list entries',
    );
    expect(() => readMessage(datafusion.UnionNodeSchema, manyEmpty, { ...limits, maxBytes: 1000 })).toThrow(
      'datafusion.UnionNode takes 2000000 bytes, and the limit is 1000 bytes',
    );
    // A length of 4 GiB in a message of five bytes.
    expect(() =>
      readMessage(datafusion.UnionNodeSchema, Uint8Array.from([0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f]), limits),
    ).toThrow(DecodeError);
  });

  test('the writer refuses what no reader would take', () => {
    const message = create(datafusionCommon.SchemaSchema, { columns: [{ name: 'x'.repeat(5000) }] });
    expect(() => writeMessage(datafusionCommon.SchemaSchema, message, { ...limits, maxBytes: 1000 })).toThrow(
      'limit is 1000 bytes',
    );
  });

  test('any bytes give a message or a DecodeError', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.constantFrom(...schemas), (bytes, schema) => {
        try {
          readMessage(schema, bytes, limits);
        } catch (error) {
          expect(error).toBeInstanceOf(DecodeError);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('helpers', () => {
  test('a number beyond 53 bits is refused by name', () => {
    const owner = create(ballista.PartitionStatsSchema);
    expect(toSafeNumber(9007199254740991n, owner, 'num_rows')).toBe(9007199254740991);
    expect(() => toSafeNumber(9007199254740992n, owner, 'num_rows')).toThrow(
      'ballista.protobuf.PartitionStats.num_rows is 9007199254740992, beyond the exact range of a number',
    );
  });

  test('tasks nest on the heap and are stopped at the limit', () => {
    function* count(levels: number): Task<number> {
      return levels === 0 ? 0 : 1 + (yield* call(count(levels - 1)));
    }
    expect(runTask(count(50_000), 60_000, () => new Error('deep'))).toBe(50_000);
    expect(() => runTask(count(50_000), 1000, (max) => new Error(`deeper than ${max}`))).toThrow('deeper than 1000');
  });
});
