import { type Expr, exprChildren, exprShape, foldTree } from '@ballista-ts/core';

/** Hashes of expressions seen before; expressions are immutable, so they never go stale. */
const hashes = new WeakMap<Expr, number>();

const mix = (hash: number, value: number): number => Math.imul(hash ^ value, 0x01000193) >>> 0;
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = mix(hash, text.charCodeAt(index));
  return hash;
}

/** A hash of what the node itself says, its operands aside. It may leave things out: equality decides. */
function ownHash(expr: Expr): number {
  const name = 'name' in expr ? expr.name : 'op' in expr ? expr.op : 'id' in expr ? expr.id : '';
  const literal = expr.kind === 'Literal' && typeof expr.value.value !== 'object' ? String(expr.value.value) : '';
  return hashText(`${expr.kind}|${name}|${literal}`);
}

/** Equal expressions have equal hashes. Costs one pass over what was not hashed before, without recursion. */
export function hashExpr(expr: Expr): number {
  const known = hashes.get(expr);
  if (known !== undefined) return known;
  return foldTree<Expr, number>(
    { children: (part) => (hashes.has(part) ? [] : exprShape.children(part)) },
    expr,
    (part, operands) => {
      const cached = hashes.get(part);
      if (cached !== undefined) return cached;
      const hash = operands.reduce(mix, ownHash(part));
      hashes.set(part, hash);
      return hash;
    },
  );
}

/**
 * Whether two expressions say the same. Subqueries are the same only when they are the same object: nobody compares
 * queries. Walks with a stack of its own.
 */
export function exprEquals(a: Expr, b: Expr): boolean {
  if (a === b) return true;
  if (hashExpr(a) !== hashExpr(b)) return false;
  const pending: [unknown, unknown][] = [[a, b]];
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    const [x, y] = pair;
    if (Object.is(x, y)) continue;
    if (typeof x !== 'object' || typeof y !== 'object' || x === null || y === null) return false;
    if (x instanceof Uint8Array || y instanceof Uint8Array) {
      if (!(x instanceof Uint8Array && y instanceof Uint8Array) || Buffer.compare(x, y) !== 0) return false;
      continue;
    }
    if (x instanceof Map || y instanceof Map) {
      // Field metadata is the only map inside an expression.
      if (!(x instanceof Map && y instanceof Map) || x.size !== y.size) return false;
      for (const [key, value] of x) pending.push([value, y.get(key)]);
      continue;
    }
    const left = x as Record<string, unknown>;
    const right = y as Record<string, unknown>;
    // A subquery holds a plan: identity, which `Object.is` above has just denied.
    if ('plan' in left && 'outerReferences' in left) return false;
    const keys = Object.keys(left);
    if (keys.length !== Object.keys(right).length) return false;
    for (const key of keys) {
      if (!Object.hasOwn(right, key)) return false;
      pending.push([left[key], right[key]]);
    }
  }
  return true;
}

/** A map keyed by what expressions say. Keeps the order of insertion. */
export class ExprMap<V> {
  private readonly buckets = new Map<number, { readonly expr: Expr; readonly value: V }[]>();
  private readonly ordered: { readonly expr: Expr; readonly value: V }[] = [];

  get size(): number {
    return this.ordered.length;
  }
  get(expr: Expr): V | undefined {
    if (this.ordered.length === 0) return undefined;
    return this.buckets.get(hashExpr(expr))?.find((entry) => exprEquals(entry.expr, expr))?.value;
  }
  has(expr: Expr): boolean {
    return this.get(expr) !== undefined;
  }
  /** Keeps the first value of equal expressions. */
  add(expr: Expr, value: V): void {
    if (this.has(expr)) return;
    const entry = { expr, value };
    const hash = hashExpr(expr);
    const bucket = this.buckets.get(hash);
    if (bucket === undefined) this.buckets.set(hash, [entry]);
    else bucket.push(entry);
    this.ordered.push(entry);
  }
  exprs(): Expr[] {
    return this.ordered.map((entry) => entry.expr);
  }
}

/** The parts of an expression for which `test` holds, outermost only, equal ones once. Subqueries are not entered. */
export function collectExprs(exprs: readonly Expr[], test: (expr: Expr) => boolean): Expr[] {
  const found = new ExprMap<true>();
  const pending = [...exprs].reverse();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (test(next)) found.add(next, true);
    else {
      const children = exprChildren(next);
      for (let index = children.length - 1; index >= 0; index -= 1) pending.push(children[index]!);
    }
  }
  return found.exprs();
}
