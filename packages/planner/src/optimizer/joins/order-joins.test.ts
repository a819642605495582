import { binary, column, type Expr, type LogicalPlan } from '@ballista-ts/core';
import { describe, expect, test } from 'vitest';
import type { GraphTerm, JoinGraph } from './join-graph.js';
import { type JoinTree, orderJoins, type SetRows } from './order-joins.js';

const bit = (index: number): bigint => 1n << BigInt(index);
const relation: LogicalPlan = { kind: 'EmptyRelation', produceOneRow: true, schema: { fields: [] } };
const key = (left: number, right: number): GraphTerm => {
  const sides = { left: column(`c${left}`) as Expr, right: column(`c${right}`) as Expr };
  return {
    expr: binary(sides.left, 'Eq', sides.right),
    relations: bit(left) | bit(right),
    key: { ...sides, leftOf: bit(left), rightOf: bit(right) },
  };
};
const chain = (length: number): JoinGraph => ({
  relations: Array.from({ length }, () => relation),
  terms: Array.from({ length: length - 1 }, (_, index) => key(index, index + 1)),
});
const star = (length: number): JoinGraph => ({
  relations: Array.from({ length }, () => relation),
  terms: Array.from({ length: length - 1 }, (_, index) => key(0, index + 1)),
});
/** Each relation has its size, each key keeps one pair in the size of its smaller side. */
function sizes(graph: JoinGraph, rows: readonly number[]): SetRows {
  return (set) => {
    let result = 1;
    rows.forEach((size, index) => {
      if ((set & bit(index)) !== 0n) result *= size;
    });
    for (const { relations } of graph.terms) {
      if ((relations & ~set) !== 0n) continue;
      const ends = rows.filter((_size, index) => (relations & bit(index)) !== 0n);
      result /= Math.min(...ends);
    }
    return Math.max(result, 1);
  };
}
const shown = (tree: JoinTree): string =>
  tree.kind === 'leaf' ? String(tree.relation) : `(${shown(tree.left)} ${shown(tree.right)})`;

describe('the order of joins', () => {
  test('the sides with few rows come first, and go left', () => {
    const graph = chain(4);
    const { tree } = orderJoins(graph, sizes(graph, [1000, 100, 10, 1]));
    expect(shown(tree)).toBe('(((3 2) 1) 0)');
  });

  test('bushy where that makes fewer rows', () => {
    const graph: JoinGraph = { relations: chain(4).relations, terms: [key(0, 1), key(1, 2), key(2, 3)] };
    // Both pairs shrink a lot by themselves; the middle pair explodes.
    const rows: SetRows = (set) => {
      if (set === 3n || set === 12n) return 10;
      if (set === 6n) return 1_000_000;
      return [1, 2, 4, 8].includes(Number(set)) ? 1000 : 5000;
    };
    expect(shown(orderJoins(graph, rows).tree)).toBe('((0 1) (2 3))');
  });

  test('relations that no key connects are multiplied last, small ones first', () => {
    const graph: JoinGraph = { relations: chain(4).relations, terms: [key(0, 1)] };
    const { tree } = orderJoins(graph, sizes(graph, [1000, 100, 7, 3]));
    expect(shown(tree)).toBe('((3 2) (1 0))');
  });

  test('a condition that is no key connects only what is left', () => {
    const loose: GraphTerm = { expr: column('x'), relations: bit(0) | bit(2) };
    const graph: JoinGraph = { relations: chain(3).relations, terms: [key(0, 1), key(1, 2), loose] };
    const rows: SetRows = (set) => (set === 5n ? 1 : 1000);
    // 0 and 2 would be the smallest pair, but have no key.
    expect(shown(orderJoins(graph, rows).tree)).not.toMatch(/\(0 2\)|\(2 0\)/);
  });

  test.each([
    ['chain', 2, 1],
    ['chain', 10, 165],
    ['star', 10, 2304],
    ['chain', 20, 190],
    ['star', 20, 343],
    ['chain', 40, 780],
    ['star', 40, 1483],
  ] as const)('a %s of %i relations looks at %i pairs', (shape, length, considered) => {
    const graph = shape === 'chain' ? chain(length) : star(length);
    const rows = sizes(
      graph,
      Array.from({ length }, (_, index) => 10 + index),
    );
    expect(orderJoins(graph, rows).considered).toBe(considered);
  });
});
