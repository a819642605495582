import { Int64, Utf8 } from '@ballista-ts/core';
import type { SeededRandom } from '@ballista-ts/testing';
import type { TestData } from './same-answer.js';

const names = ['t', 'u', 'w', 'z'] as const;
/** Columns of every table: two numbers and a text, all nullable but the first of `w`. */
const columns = ['a', 'b', 's'] as const;

/** Small tables with few different values, so that conditions hit and miss, and with NULLs and repeated rows. */
export function randomData(random: SeededRandom): TestData {
  const value = (most: number): bigint | null => (random.next() < 0.2 ? null : BigInt(random.integer(0, most)));
  const rows = Object.fromEntries(
    names.map((name) => [
      name,
      Array.from({ length: name === 'z' && random.next() < 0.5 ? 0 : random.integer(1, 7) }, () => [
        name === 'w' ? BigInt(random.integer(0, 4)) : value(4),
        value(3),
        random.next() < 0.2 ? null : random.pick(['x', 'y', 'z']),
      ]),
    ]),
  );
  const tables = Object.fromEntries(
    names.map((name) => [
      name,
      {
        rows: random.pick([10, 1000, 100_000]),
        columns: { a: { type: Int64, nullable: name !== 'w' }, b: { type: Int64 }, s: { type: Utf8 } },
      },
    ]),
  );
  return { tables, rows };
}

/** A table (or derived table) in FROM, and the columns it offers. */
interface Relation {
  readonly alias: string;
}

/** Random queries over the tables of `randomData`. What they answer does not depend on the order of rows. */
export class RandomQuery {
  #count = 0;
  constructor(readonly random: SeededRandom) {}

  query(): string {
    const { random } = this;
    if (random.next() < 0.1) {
      const operator = random.pick(['UNION', 'UNION ALL', 'INTERSECT', 'EXCEPT']);
      return `(${this.select([], 1)}) ${operator} (${this.select([], 1)})`;
    }
    return this.select([], 2);
  }

  /** `outer` are relations of enclosing queries; `depth` is how many levels of subqueries may follow. */
  select(outer: readonly Relation[], depth: number): string {
    const { random } = this;
    const { text, relations } = this.from(outer, depth);
    const where = this.where(relations, outer, depth);
    if (random.next() < 0.3) {
      const key = this.number(relations);
      const having = random.next() < 0.4 ? ` HAVING count(*) > ${random.integer(0, 2)}` : '';
      return `SELECT ${key} AS c0, ${this.aggregate(relations)} AS c1 FROM ${text}${where} GROUP BY ${key}${having}`;
    }
    if (random.next() < 0.08) {
      const [k, l] = [this.number(relations), this.column(relations)];
      // The same key twice would make the same set twice, which is not supported.
      const keys =
        k === l ? k : random.pick([`ROLLUP (${k}, ${l})`, `CUBE (${k}, ${l})`, `GROUPING SETS ((${k}), (${l}), ())`]);
      return `SELECT sum(${this.number(relations)}) AS c0, count(*) AS c1 FROM ${text}${where} GROUP BY ${keys}`;
    }
    if (random.next() < 0.1) {
      const over = `PARTITION BY ${this.number(relations)} ORDER BY ${this.number(relations)}`;
      const call = random.pick([
        `sum(${this.number(relations)})`,
        'count(*)',
        'rank()',
        `max(${this.number(relations)})`,
      ]);
      return `SELECT ${this.number(relations)} AS c0, ${call} OVER (${over}) AS c1 FROM ${text}${where}`;
    }
    if (random.next() < 0.1) return `SELECT count(*) AS c0, sum(${this.number(relations)}) AS c1 FROM ${text}${where}`;
    const value =
      depth > 0 && random.next() < 0.25 ? this.scalar([...relations, ...outer], depth - 1) : this.expression(relations);
    const distinct = random.next() < 0.15 ? 'DISTINCT ' : '';
    const limit = random.next() < 0.15 ? ` ORDER BY 1, 2 LIMIT ${random.integer(0, 4)}` : '';
    return `SELECT ${distinct}${this.number(relations)} AS c0, ${value} AS c1 FROM ${text}${where}${limit}`;
  }

  from(outer: readonly Relation[], depth: number): { readonly text: string; readonly relations: Relation[] } {
    const { random } = this;
    const relations: Relation[] = [];
    let text = '';
    const count = random.pick([1, 1, 2, 2, 3, 4]);
    for (let index = 0; index < count; index += 1) {
      const alias = `r${this.#count++}`;
      const derived = depth > 0 && random.next() < 0.12;
      const source = derived ? `${this.derived()} ${alias}` : `${random.pick(names)} ${alias}`;
      const relation = { alias };
      if (index === 0) text = source;
      else {
        const left = this.number(relations);
        const right = `${alias}.${random.pick(['a', 'b'])}`;
        const extra = random.next() < 0.3 ? ` AND ${this.condition([...relations, relation], outer, 0)}` : '';
        const kind = random.pick(['JOIN', 'JOIN', 'LEFT JOIN', 'LEFT JOIN', 'RIGHT JOIN', 'FULL JOIN', ',']);
        text =
          kind === ',' ? `${text} CROSS JOIN ${source}` : `${text} ${kind} ${source} ON ${left} = ${right}${extra}`;
      }
      relations.push(relation);
    }
    return { text, relations };
  }

  /** A table of the same columns, made by a query. */
  derived(): string {
    const { random } = this;
    const table = random.pick(names);
    const where = random.next() < 0.5 ? ` WHERE b ${this.comparison()} 1` : '';
    return random.pick([
      `(SELECT a, b, s FROM ${table}${where})`,
      `(SELECT a, count(*) AS b, max(s) AS s FROM ${table}${where} GROUP BY a)`,
      `(SELECT DISTINCT a, b, s FROM ${table}${where})`,
      `(SELECT a, sum(b) OVER (PARTITION BY a) AS b, s FROM ${table}${where})`,
      `(SELECT a, b, s FROM ${table}${where} UNION ALL SELECT b, a, s FROM ${random.pick(names)})`,
      `(SELECT a + 1 AS a, b, s FROM ${table}${where} ORDER BY 1, 2, 3 LIMIT 3)`,
    ]);
  }

  where(relations: readonly Relation[], outer: readonly Relation[], depth: number): string {
    const terms = Array.from({ length: this.random.pick([0, 1, 1, 2, 3]) }, () =>
      this.condition(relations, outer, depth),
    );
    if (outer.length > 0 && this.random.next() < 0.8) {
      terms.push(
        `${this.number(relations)} ${this.random.next() < 0.7 ? '=' : this.comparison()} ${this.number(outer)}`,
      );
    }
    return terms.length === 0 ? '' : ` WHERE ${terms.join(' AND ')}`;
  }

  condition(relations: readonly Relation[], outer: readonly Relation[], depth: number): string {
    const { random } = this;
    const all = random.next() < 0.15 ? [...relations, ...outer] : relations;
    const roll = random.next();
    if (depth > 0 && roll < 0.2) {
      const inner = (): string => this.select([...relations, ...outer], depth - 1);
      const one = (): string => `SELECT c0 FROM (${this.select([], 0)}) q${this.#count++}`;
      const not = random.next() < 0.4 ? 'NOT ' : '';
      return random.pick([
        () => `${not}EXISTS (${inner()})`,
        () => `${this.number(all)} ${not}IN (${one()})`,
        () => `${this.number(all)} ${not}IN (${this.single([...relations, ...outer], depth - 1)})`,
        () =>
          `${this.number(all)} ${this.comparison()} ${random.pick(['ANY', 'ALL'])} (${this.single([...relations, ...outer], depth - 1)})`,
        () => `${this.number(all)} ${this.comparison()} ${this.scalar([...relations, ...outer], depth - 1)}`,
      ])();
    }
    if (roll < 0.3) return `(${this.condition(relations, outer, depth)} OR ${this.condition(relations, outer, depth)})`;
    if (roll < 0.36) return `NOT (${this.condition(relations, outer, depth)})`;
    if (roll < 0.42) return `(${this.condition(relations, outer, 0)} AND ${this.condition(relations, outer, 0)})`;
    return random.pick([
      () => `${this.number(all)} ${this.comparison()} ${random.integer(0, 4)}`,
      () => `${this.number(all)} ${this.comparison()} ${this.number(relations)}`,
      () => `${this.column(all)} IS ${random.next() < 0.5 ? 'NOT ' : ''}NULL`,
      () =>
        `${this.number(all)} ${random.next() < 0.3 ? 'NOT ' : ''}IN (${random.integer(0, 2)}, ${random.pick(['3', 'NULL', '4'])})`,
      () =>
        `${this.number(all)} ${random.next() < 0.3 ? 'NOT ' : ''}BETWEEN ${random.integer(0, 2)} AND ${random.integer(1, 4)}`,
      () =>
        `${random.pick(all).alias}.s ${random.pick(["= 'x'", "<> 'y'", "LIKE 'z'", "NOT LIKE 'x%'", "IN ('x', 'y')"])}`,
      () => `coalesce(${this.number(all)}, 2) ${this.comparison()} ${random.integer(0, 3)}`,
      () => `(CASE WHEN ${this.number(all)} > 1 THEN 1 ELSE 0 END) = ${random.integer(0, 1)}`,
    ])();
  }

  /** A subquery of one column. */
  single(outer: readonly Relation[], depth: number): string {
    const { text, relations } = this.from(outer, depth);
    const where = this.where(relations, outer, depth);
    if (this.random.next() < 0.2) return `SELECT ${this.aggregate(relations)} FROM ${text}${where}`;
    return `SELECT ${this.number(relations)} FROM ${text}${where}`;
  }

  /** A subquery of one value. */
  scalar(outer: readonly Relation[], depth: number): string {
    const { random } = this;
    const { text, relations } = this.from(outer, depth);
    const where = this.where(relations, outer, depth);
    const roll = random.next();
    if (roll < 0.7) return `(SELECT ${this.aggregate(relations)} FROM ${text}${where})`;
    const key = this.number(relations);
    if (roll < 0.9) return `(SELECT ${key} FROM ${text}${where} ORDER BY 1 LIMIT 1)`;
    return `(SELECT ${key} FROM ${text}${where})`;
  }

  aggregate(relations: readonly Relation[]): string {
    const arg = this.number(relations);
    return this.random.pick([
      'count(*)',
      `count(${arg})`,
      `sum(${arg})`,
      `max(${arg})`,
      `count(DISTINCT ${arg})`,
      `coalesce(min(${arg}), -1)`,
    ]);
  }

  expression(relations: readonly Relation[]): string {
    const { random } = this;
    return random.pick([
      () => this.column(relations),
      () => `${this.number(relations)} + ${this.number(relations)}`,
      () => `-${this.number(relations)}`,
      () => `CASE WHEN ${this.number(relations)} > 1 THEN 'big' ELSE ${random.pick(relations).alias}.s END`,
    ])();
  }

  number(relations: readonly Relation[]): string {
    return `${this.random.pick(relations).alias}.${this.random.pick(['a', 'b'])}`;
  }
  column(relations: readonly Relation[]): string {
    return `${this.random.pick(relations).alias}.${this.random.pick(columns)}`;
  }
  comparison(): string {
    return this.random.pick(['=', '=', '<', '>', '<=', '>=', '<>']);
  }
}
