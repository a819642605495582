import type { Value } from '@ballista-ts/core';
import { anyParameter, integerParameter, optional, type Parameter } from '../definition/parameter.js';
import type { WindowFunctionDefinition } from '../definition/window.js';
import { defineWindowFunction } from '../definition/window.js';

const parameters: readonly Parameter[] = [
  anyParameter('expression'),
  optional(integerParameter('offset')),
  optional(anyParameter('default')),
];

/** What `lag` and `lead` share: the value some rows away in the partition, whatever the frame. */
export function shiftedWindowOf(name: 'lag' | 'lead', summary: string): WindowFunctionDefinition {
  const forward = name === 'lead';
  const base = defineWindowFunction({
    name,
    parameters,
    returns: ([value]) => value!.type,
    evaluatePartition: ([values, offsets, defaults], { numRows }, { ignoreNulls }) => {
      const out: Value[] = [];
      for (let row = 0; row < numRows; row += 1) {
        const offset = offsets === undefined ? 1 : offsets[row] === null ? null : Number(offsets[row]);
        const distance = offset === null ? null : forward ? offset : -offset;
        const at = distance === null ? undefined : find(values!, row, distance, ignoreNulls);
        out.push(distance === null ? null : at === undefined ? (defaults?.[row] ?? null) : values![at]!);
      }
      return out;
    },
    doc: {
      section: 'Analytical',
      summary,
      syntax: `${name}(expression[, offset[, default]])`,
      example: `${name}(price, 1, 0)`,
    },
  });
  return {
    ...base,
    // The default has the type of the value.
    coerce: (args) => {
      const types = base.coerce(args);
      return types.map((type, index) => (index === 2 ? types[0]! : type));
    },
  };
}

/** The row at a distance; with `ignoreNulls` only rows with a value are counted. */
function find(values: readonly Value[], row: number, distance: number, ignoreNulls: boolean): number | undefined {
  if (!ignoreNulls || distance === 0) {
    const at = row + distance;
    return at >= 0 && at < values.length ? at : undefined;
  }
  const step = Math.sign(distance);
  let left = Math.abs(distance);
  for (let at = row + step; at >= 0 && at < values.length; at += step) {
    if (values[at] === null) continue;
    left -= 1;
    if (left === 0) return at;
  }
  return undefined;
}
