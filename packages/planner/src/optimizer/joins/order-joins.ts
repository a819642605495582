import type { GraphTerm, JoinGraph } from './join-graph.js';

/** Rows that joining a set of relations gives; asked once per set. */
export type SetRows = (relations: bigint) => number;

/** A binary tree over relation numbers. */
export type JoinTree =
  | { readonly kind: 'leaf'; readonly relation: number }
  | { readonly kind: 'join'; readonly left: JoinTree; readonly right: JoinTree };

export interface Ordered {
  readonly tree: JoinTree;
  /** Sum of the rows of all intermediate results. */
  readonly cost: number;
  /** Pairs of sets that were looked at. */
  readonly considered: number;
}

/** Up to that many relations every order is looked at. */
export const exhaustiveLimit = 10;

interface Entry {
  readonly tree: JoinTree;
  readonly cost: number;
  readonly set: bigint;
}

/**
 * The cheapest order of joins, measured by the rows of intermediate results (bushy trees included). Relations meet where keys
 * connect them; those that no key connects are compared pair by pair only when there is no other way, fewest rows first. With
 * more than 10 relations the pair that gives the fewest rows is joined again and again instead.
 */
export function orderJoins(graph: JoinGraph, rows: SetRows): Ordered {
  const counter = { considered: 0 };
  const parts = components(graph).map((set) => orderComponent(set, graph, rows, counter));
  const all = greedy(parts, graph, rows, counter);
  return { tree: all.tree, cost: all.cost, considered: counter.considered };
}

const bit = (index: number): bigint => 1n << BigInt(index);
const members = (set: bigint): number[] => {
  const found: number[] = [];
  for (let index = 0; set >> BigInt(index) > 0n; index += 1) if ((set & bit(index)) !== 0n) found.push(index);
  return found;
};

/** Sets of relations that keys connect. */
function components(graph: JoinGraph): bigint[] {
  let sets = graph.relations.map((_one, index) => bit(index));
  for (const { relations, key } of graph.terms) {
    if (key === undefined) continue;
    const touched = sets.filter((set) => (set & relations) !== 0n);
    if (touched.length < 2) continue;
    sets = [...sets.filter((set) => (set & relations) === 0n), touched.reduce((a, b) => a | b)];
  }
  return sets;
}

const joinEntries = (left: Entry, right: Entry, rows: SetRows): Entry => {
  const set = left.set | right.set;
  // The side with fewer rows goes left: that is the side a hash join builds.
  const [a, b] = rows(left.set) <= rows(right.set) ? [left, right] : [right, left];
  return { set, tree: { kind: 'join', left: a.tree, right: b.tree }, cost: left.cost + right.cost + rows(set) };
};

const leaf = (index: number): Entry => ({ set: bit(index), tree: { kind: 'leaf', relation: index }, cost: 0 });

interface Counter {
  considered: number;
}

function orderComponent(set: bigint, graph: JoinGraph, rows: SetRows, counter: Counter): Entry {
  const relations = members(set);
  return relations.length <= exhaustiveLimit
    ? exhaustive(relations, graph, rows, counter)
    : greedy(relations.map(leaf), graph, rows, counter);
}

/** How well two sets fit together: 2 when a key connects them, 1 when another condition can be checked, 0 for neither. */
function connection(a: bigint, b: bigint, graph: JoinGraph): 0 | 1 | 2 {
  let found: 0 | 1 = 0;
  for (const { relations, key } of graph.terms) {
    if ((relations & a) === 0n || (relations & b) === 0n || (relations & ~(a | b)) !== 0n) continue;
    if (key !== undefined && isBetween(key, a, b)) return 2;
    found = 1;
  }
  return found;
}

const isBetween = (key: NonNullable<GraphTerm['key']>, a: bigint, b: bigint): boolean =>
  ((key.leftOf & ~a) === 0n && (key.rightOf & ~b) === 0n) || ((key.leftOf & ~b) === 0n && (key.rightOf & ~a) === 0n);

/** Dynamic programming over subsets, small ones first. */
function exhaustive(relations: readonly number[], graph: JoinGraph, rows: SetRows, counter: Counter): Entry {
  const best = new Map<number, Entry>();
  for (const [index, relation] of relations.entries()) best.set(1 << index, leaf(relation));
  const full = (1 << relations.length) - 1;
  for (let mask = 1; mask <= full; mask += 1) {
    if ((mask & (mask - 1)) === 0) continue;
    let cheapest: Entry | undefined;
    // Each split once: the part that holds the lowest relation is the left one.
    const lowest = mask & -mask;
    for (let part = (mask - 1) & mask; part > 0; part = (part - 1) & mask) {
      if ((part & lowest) === 0) continue;
      const left = best.get(part);
      const right = best.get(mask ^ part);
      if (left === undefined || right === undefined) continue;
      if (connection(left.set, right.set, graph) < 2) continue;
      counter.considered += 1;
      const joined = joinEntries(left, right, rows);
      if (cheapest === undefined || joined.cost < cheapest.cost) cheapest = joined;
    }
    if (cheapest !== undefined) best.set(mask, cheapest);
  }
  // A key over three relations, such as `a.x + b.x = c.x`, connects them without connecting any two.
  return best.get(full) ?? greedy(relations.map(leaf), graph, rows, counter);
}

/** Joins the two sets that fit best, of those the two whose join has the fewest rows, until one is left. */
function greedy(start: readonly Entry[], graph: JoinGraph, rows: SetRows, counter: Counter): Entry {
  let entries = [...start];
  while (entries.length > 1) {
    let pick: readonly [Entry, Entry] | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    let fit = 0;
    for (let i = 0; i < entries.length; i += 1) {
      for (let j = i + 1; j < entries.length; j += 1) {
        const a = entries[i]!;
        const b = entries[j]!;
        const fits = connection(a.set, b.set, graph);
        if (fits < fit) continue;
        counter.considered += 1;
        const size = rows(a.set | b.set);
        if (pick === undefined || fits > fit || size < fewest) {
          pick = [a, b];
          fewest = size;
          fit = fits;
        }
      }
    }
    const [a, b] = pick!;
    entries = [...entries.filter((entry) => entry !== a && entry !== b), joinEntries(a, b, rows)];
  }
  return entries[0]!;
}
