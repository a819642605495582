import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { InvalidArgumentError } from '@ballista-ts/core';
import type { RecordBatch, Vector } from 'apache-arrow';
import { describe, expect, test } from 'vitest';
import { type GenerateOptions, generateBatches, generateTbl, tpchRowCount } from './generate.js';
import { type TpchTable, tpchTables } from './scale.js';
import { generateTextPool } from './text/text-pool.js';

interface Checksum {
  readonly scale: number;
  readonly table: TpchTable;
  readonly md5: string;
  readonly bytes: number;
  readonly rows: number;
}

const checksums: readonly Checksum[] = readFileSync(new URL('../testdata/checksums.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('sf='))
  .map((line) => {
    const [scale = '', md5 = '', bytes = '', rows = '', file = ''] = line.split(' ');
    return {
      scale: Number(scale.slice(3)),
      table: file.replace('.tbl', '') as TpchTable,
      md5,
      bytes: Number(bytes),
      rows: Number(rows),
    };
  });

/** A pool of the right kind, but quickly made. Not the official text. */
const smallPool = generateTextPool(1 << 16);

const text = (table: TpchTable, options: GenerateOptions): string =>
  Buffer.concat([...generateTbl(table, options)]).toString();

describe('official dbgen output', () => {
  test.each([0.01, 0.1])('at scale %d is reproduced bit for bit', (scale) => {
    const expected = checksums.filter((one) => one.scale === scale);
    expect(expected).toHaveLength(8);
    const found = expected.map(({ table }): Checksum => {
      const hash = createHash('md5');
      let [bytes, rows] = [0, 0];
      for (const chunk of generateTbl(table, { scale })) {
        hash.update(chunk);
        bytes += chunk.length;
        for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows += 1;
      }
      return { scale, table, md5: hash.digest('hex'), bytes, rows };
    });
    expect(found).toEqual(expected);
  });
});

describe('parts', () => {
  test.each(tpchTables)('of %s, in order, are the whole table', (table) => {
    const options = { scale: 0.002, textPool: smallPool };
    const whole = text(table, options);
    for (const parts of [2, 7, 40]) {
      const joined = Array.from({ length: parts }, (_one, index) =>
        text(table, { ...options, part: index + 1, parts }),
      );
      expect(joined.join('') === whole, `${parts} parts`).toBe(true);
    }
  });

  test('of a wide-key scale continue where the part before them ended', () => {
    // Orders at scale 30,000 are never generated as a whole: two neighbouring thousandths of a thousandth are.
    const options = { scale: 30_000, textPool: smallPool, parts: 45_000_000 };
    const [first, second] = [10_000_001, 10_000_002].map((part) => text('lineitem', { ...options, part }));
    const both = text('lineitem', { ...options, parts: 22_500_000, part: 5_000_001 });
    expect(both).toBe(first! + second!);
    const keys = both
      .split('\n')
      .slice(0, -1)
      .map((line) => Number(line.split('|')[1]));
    expect(Math.max(...keys)).toBeGreaterThan(2 ** 31);
    expect(Math.max(...keys)).toBeLessThanOrEqual(200_000 * 30_000);
  });

  test.each([
    [0, 4, 'part 0 of 4: parts are numbered from 1 to 4'],
    [5, 4, 'part 5 of 4: parts are numbered from 1 to 4'],
    [1, 0, '0 parts: give a whole number from 1 on'],
    [1.5, 4, 'part 1.5 of 4'],
  ])('number %d of %d is refused', (part, parts, message) => {
    expect(() => text('region', { scale: 1, part, parts, textPool: smallPool })).toThrow(message);
  });
});

describe('batches', () => {
  test('hold the same values as the text', () => {
    for (const table of tpchTables) {
      const options = { scale: 0.001, textPool: smallPool };
      const lines = text(table, options).split('\n').slice(0, -1);
      const rows: string[] = [];
      for (const batch of generateBatches(table, options)) {
        for (let row = 0; row < batch.numRows; row += 1) rows.push(rowText(table, batch, row));
      }
      expect(rows, table).toEqual(lines);
    }
  });

  test('have the size that is asked for, and only the last one has fewer rows', () => {
    const sizes = [...generateBatches('lineitem', { scale: 0.001, batchSize: 1000, textPool: smallPool })].map(
      (b) => b.numRows,
    );
    expect(sizes.slice(0, -1)).toEqual(Array(sizes.length - 1).fill(1000));
    expect(sizes.at(-1)).toBeLessThanOrEqual(1000);
    const single = [...generateBatches('nation', { scale: 1, batchSize: 1, textPool: smallPool })];
    expect(single.map((batch) => batch.numRows)).toEqual(Array(25).fill(1));
  });

  test('carry the types and the nullability of the specification', () => {
    const [batch] = generateBatches('lineitem', { scale: 0.001, textPool: smallPool });
    expect(batch!.schema.fields.map((one) => `${one.name} ${one.type}${one.nullable ? ' null' : ''}`)).toEqual([
      'l_orderkey Int64',
      'l_partkey Int64',
      'l_suppkey Int64',
      'l_linenumber Int32',
      'l_quantity Decimal[15e+2]',
      'l_extendedprice Decimal[15e+2]',
      'l_discount Decimal[15e+2]',
      'l_tax Decimal[15e+2]',
      'l_returnflag Utf8',
      'l_linestatus Utf8',
      'l_shipdate Date32<DAY>',
      'l_commitdate Date32<DAY>',
      'l_receiptdate Date32<DAY>',
      'l_shipinstruct Utf8',
      'l_shipmode Utf8',
      'l_comment Utf8',
    ]);
  });
});

describe('scales', () => {
  test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 100_001])('of %d are refused', (scale) => {
    expect(() => text('region', { scale, textPool: smallPool })).toThrow(InvalidArgumentError);
  });

  test('give the row counts of dbgen, and fractions that dbgen would round down are honoured', () => {
    expect(tpchRowCount('part', 0.29)).toBe(58_000);
    expect(tpchRowCount('orders', 1)).toBe(1_500_000);
    expect(tpchRowCount('partsupp', 0.01)).toBe(8000);
    expect(tpchRowCount('customer', 1.5)).toBe(225_000);
    expect(tpchRowCount('supplier', 0.0015)).toBe(15);
    expect(tpchRowCount('supplier', 0.000001)).toBe(1);
    expect(tpchRowCount('nation', 1000)).toBe(25);
  });

  test('so small that tables have one row still give rows that refer to each other', () => {
    const options = { scale: 0.000001, textPool: smallPool };
    expect(text('partsupp', options).split('\n')).toHaveLength(5);
    const suppliers = text('lineitem', options)
      .split('\n')
      .slice(0, -1)
      .map((line) => line.split('|')[2]);
    expect(new Set(suppliers)).toEqual(new Set(['1']));
  });
});

test('a table that does not exist is refused, and the message lists those that do', () => {
  expect(() => text('lineitems' as TpchTable, { scale: 1, textPool: smallPool })).toThrow(
    'TPC-H has no table "lineitems"; its tables are region, nation, supplier, customer, part, partsupp, orders, lineitem',
  );
});

/** A row of a batch as dbgen writes it. */
function rowText(table: TpchTable, batch: RecordBatch, row: number): string {
  return batch.schema.fields
    .map((_field, index) => `${valueText(batch.getChildAt(index)!, row, table === 'lineitem' && index === 4)}|`)
    .join('');
}

function valueText(vector: Vector, row: number, isWhole: boolean): string {
  const type = String(vector.type);
  const { values } = vector.data[0]!;
  if (type.startsWith('Date32')) return new Date(values[row] * 86_400_000).toISOString().slice(0, 10);
  if (!type.startsWith('Decimal')) return String(vector.get(row));
  const words = (values as Uint32Array).subarray(row * 4, row * 4 + 4);
  const unscaled = words.reduceRight((sum, word) => (sum << 32n) | BigInt(word), 0n);
  const hundredths = Number(BigInt.asIntN(128, unscaled));
  return isWhole ? String(hundredths / 100) : (hundredths / 100).toFixed(2);
}
