import { type ExecutionPlan, Int32, type PhysicalExpr, type Value } from '@ballista-ts/core';
import { expect, test } from 'vitest';
import { columnAt, kv, rowsOfPlan, scanOf } from '../testing/plans.js';

const isNotNull: PhysicalExpr = { kind: 'IsNotNull', expr: columnAt(kv, 0) };
const isOne: PhysicalExpr = {
  kind: 'BinaryExpr',
  left: columnAt(kv, 0),
  op: 'Eq',
  right: { kind: 'Literal', value: { type: Int32, value: 1 } },
};
const assertion = (rows: Value[][], predicate: PhysicalExpr = isNotNull): ExecutionPlan => ({
  kind: 'AssertExec',
  predicate,
  message: 'k must be there',
  input: scanOf(kv, [rows]),
});

test('rows that hold pass unchanged', async () => {
  const rows: Value[][] = [
    [1, 'a'],
    [2, null],
  ];
  expect(await rowsOfPlan(assertion(rows))).toEqual(rows);
  expect(await rowsOfPlan(assertion([]))).toEqual([]);
});

test('the first row that does not hold fails the query with the message of the plan', async () => {
  await expect(
    rowsOfPlan(
      assertion([
        [1, 'a'],
        [null, 'b'],
        [2, 'c'],
      ]),
    ),
  ).rejects.toMatchObject({
    code: 'EXECUTION',
    message: 'k must be there',
  });
});

test('a predicate that is NULL does not hold', async () => {
  await expect(rowsOfPlan(assertion([[1, 'a']], isOne))).resolves.toHaveLength(1);
  await expect(rowsOfPlan(assertion([[null, 'a']], isOne))).rejects.toThrow('k must be there');
});
