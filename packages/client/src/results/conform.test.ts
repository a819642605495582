import {
  batchFromRows,
  batchRows,
  type DataType,
  dictionary,
  Int32,
  Int64,
  type Schema,
  schemaFromArrow,
  struct,
  Utf8,
  type Value,
} from '@ballista-ts/core';
import type { RecordBatch } from 'apache-arrow';
import { describe, expect, test } from 'vitest';
import { conformBatches } from './conform.js';

const of = (type: DataType, name = 'x'): Schema => ({ fields: [{ name, type, nullable: true }] });

async function conformed(batch: RecordBatch, schema: Schema): Promise<RecordBatch[]> {
  async function* one() {
    yield batch;
  }
  const out: RecordBatch[] = [];
  for await (const each of conformBatches(one(), schema)) out.push(each);
  return out;
}

describe('batches of a result', () => {
  test('get the names that the plan promised', async () => {
    const [batch] = await conformed(batchFromRows(of(Int64, 'sum(t.x)@1'), [[1n], [null]]), of(Int64, 'total'));
    expect(schemaFromArrow(batch!.schema)).toEqual(of(Int64, 'total'));
    expect(batchRows(batch!)).toEqual([[1n], [null]]);
  });

  test('are decoded when a column comes as a dictionary', async () => {
    const rows: Value[][] = [['a'], [null], ['a'], ['b']];
    const [batch] = await conformed(batchFromRows(of(dictionary(Int32, Utf8)), rows), of(Utf8));
    expect(schemaFromArrow(batch!.schema)).toEqual(of(Utf8));
    expect(batchRows(batch!)).toEqual(rows);
  });

  test('get the names of inner fields too', async () => {
    const inner = (name: string) => struct([{ name, type: Int32, nullable: true }]);
    const [batch] = await conformed(batchFromRows(of(inner('c0')), [[[1]], [null]]), of(inner('a')));
    expect(schemaFromArrow(batch!.schema)).toEqual(of(inner('a')));
    expect(batchRows(batch!)).toEqual([[[1]], [null]]);
  });

  test('keep their rows when there are no columns', async () => {
    const [batch] = await conformed(batchFromRows({ fields: [] }, [[], [], []]), { fields: [] });
    expect(batch!.numRows).toBe(3);
  });

  test('of another type or number of columns are a bug that names the column', async () => {
    await expect(conformed(batchFromRows(of(Int32), [[1]]), of(Int64, 'total'))).rejects.toThrow(
      'column total of the result is of type Int32, the plan promised Int64',
    );
    await expect(conformed(batchFromRows(of(Int32), [[1]]), { fields: [] })).rejects.toThrow(
      'the result has 1 columns, the plan promised 0',
    );
  });
});
