import { type Expr, formatExpr, type GroupingSetExpr, PlanError } from '@ballista-ts/core';

/** A GROUP BY taken apart: its different keys, and with grouping sets per set whether each key is NULLed in it. */
export interface GroupingKeys {
  readonly keys: readonly Expr[];
  readonly sets?: readonly (readonly boolean[])[];
}

/** More sets than that are a mistake: CUBE of 12 keys is 4096 sets. */
const maxSets = 4096;

/**
 * `ROLLUP(a, b)` has the keys a, b and the sets (a, b), (a), (); `CUBE(a, b)` also has (b).
 *
 * @throws PlanError when there are more than 4096 sets or 64 keys.
 */
export function groupingKeys(groupBy: readonly Expr[]): GroupingKeys {
  const [first] = groupBy;
  if (groupBy.length !== 1 || first?.kind !== 'GroupingSet') return { keys: groupBy };
  const keys: Expr[] = [];
  const positions = new Map<string, number>();
  const positionOf = (expr: Expr): number => {
    const text = formatExpr(expr);
    const found = positions.get(text);
    if (found !== undefined) return found;
    positions.set(text, keys.length);
    keys.push(expr);
    return keys.length - 1;
  };
  const lists = listedSets(first).map((set) => new Set(set.map(positionOf)));
  if (keys.length > 64) throw new PlanError(`grouping sets over ${keys.length} expressions; 64 are possible`);
  return { keys, sets: lists.map((set) => keys.map((_key, index) => !set.has(index))) };
}

function listedSets({ form, sets }: GroupingSetExpr): readonly (readonly Expr[])[] {
  if (form === 'groupingSets') return checked(sets.length, () => sets);
  const list = sets[0] ?? [];
  if (form === 'rollup') {
    return checked(list.length + 1, () =>
      Array.from({ length: list.length + 1 }, (_, n) => list.slice(0, list.length - n)),
    );
  }
  return checked(2 ** list.length, () =>
    Array.from({ length: 2 ** list.length }, (_, mask) => list.filter((_expr, index) => (mask & (1 << index)) === 0)),
  );
}

function checked<T>(count: number, make: () => T): T {
  if (count > maxSets) throw new PlanError(`a GROUP BY with ${count} grouping sets; ${maxSets} are possible`);
  return make();
}
