import { batchFromRows, decimal128, Float64, field, Int64, list, schema, Utf8, type Value } from '@ballista-ts/core';
import { describe, expect, test } from 'vitest';
import { parseFormatName } from './format-names.js';
import { formatters } from './formats.js';

const columns = schema([
  field('id', Int64),
  field('price', decimal128(15, 2)),
  field('note', Utf8),
  field('x', Float64),
  field('tags', list(Utf8)),
]);
const rows: Value[][] = [
  [9007199254740993n, 1050n, 'plain', 0.5, ['a', null]],
  [-1n, -1n, 'with "quotes", comma', Number.NaN, []],
  [null, null, '', -0, null],
  [9223372036854775807n, 0n, 'two\nlines', 1e300, ['é👍']],
];

async function text(
  name: keyof typeof formatters,
  of: readonly Value[][] = rows,
): Promise<{ text: string; rows: number }> {
  let out = '';
  async function* batches() {
    yield batchFromRows(columns, of.slice(0, 1));
    yield batchFromRows(columns, of.slice(1));
  }
  const count = await formatters[name]({ schema: columns, batches: batches() }, async (part) => {
    out += part;
  });
  return { text: out, rows: count };
}

describe('output formats', () => {
  test('JSON keeps every digit of integers and decimals', async () => {
    const out = await text('json');
    expect(out.rows).toBe(4);
    expect(out.text).toContain('"id":9007199254740993,"price":"10.50"');
    expect(out.text).toContain('"id":9223372036854775807');
    expect(out.text).toContain('"price":"-0.01"');
    expect(out.text).toContain('"x":"NaN"');
    expect(out.text).toContain('"tags":["a",null]');
    expect(JSON.parse(out.text)).toHaveLength(4);
  });

  test('ndjson is one object a line', async () => {
    const { text: out } = await text('ndjson');
    expect(
      out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toHaveLength(4);
  });

  test('CSV tells NULL from empty text and quotes what needs it', async () => {
    const { text: out } = await text('csv');
    expect(out).toBe(
      'id,price,note,x,tags\n9007199254740993,10.50,plain,0.5,"[a, NULL]"\n-1,-0.01,"with ""quotes"", comma",NaN,[]\n,,"",-0.0,\n9223372036854775807,0.00,"two\nlines",1e300,[é👍]\n',
    );
  });

  test('TSV uses tabs', async () => {
    expect((await text('tsv')).text.split('\n')[0]).toBe('id\tprice\tnote\tx\ttags');
  });

  test('a table is framed, and lines up wide characters', async () => {
    const { text: out } = await text('table');
    const lines = out.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^\+-+(\+-+)*\+$/);
    expect(lines.at(-1)).toBe(lines[0]);
    expect(out).toContain('| 9007199254740993    | 10.50 |');
  });

  test('a table shows control characters in place of obeying them', async () => {
    let out = '';
    const one = schema([field('x', Utf8)]);
    async function* batches() {
      yield batchFromRows(one, [['\u001b[31mred\u0007\tbell']]);
    }
    await formatters.table({ schema: one, batches: batches() }, async (part) => {
      out += part;
    });
    expect(out).toContain('| \\u001b[31mred\\u0007\\tbell |');
  });

  test('no rows still give a header', async () => {
    expect((await text('csv', [])).text).toBe('id,price,note,x,tags\n');
    expect((await text('json', [])).text).toBe('[]\n');
    expect((await text('table', [])).text.split('\n')).toHaveLength(5);
  });

  test("upstream's spelling nd-json is accepted, others are not", () => {
    expect(parseFormatName('ND-JSON')).toBe('ndjson');
    expect(parseFormatName('xml')).toBeUndefined();
  });
});
