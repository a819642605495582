import { ExecutionError } from '@ballista-ts/core';
import { textParameter } from '../../definition/parameter.js';
import { lengthResult, lengthValue } from '../../definition/return-types.js';
import { defineScalarFunction } from '../../definition/scalar.js';

/** `levenshtein(a, b)`: the fewest insertions, deletions and replacements of characters that turn a into b. */
export const levenshtein = defineScalarFunction({
  name: 'levenshtein',
  parameters: [textParameter('a'), textParameter('b')],
  returns: lengthResult,
  evaluate: ([a, b], { returnType }) => lengthValue(distance([...(a as string)], [...(b as string)]), returnType),
  doc: {
    section: 'String',
    summary: 'Edit distance between two texts, in characters.',
    syntax: 'levenshtein(a, b)',
    example: "levenshtein('kitten', 'sitting') -- 3",
  },
});

/** The work is the product of the lengths; more than this would hold a worker for seconds. */
const maxCells = 400_000_000;

function distance(a: readonly string[], b: readonly string[]): number {
  if (a.length * b.length > maxCells) {
    throw new ExecutionError(`levenshtein of texts with ${a.length} and ${b.length} characters is too much work`);
  }
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [row, character] of a.entries()) {
    const current = [row + 1];
    for (let column = 1; column <= b.length; column += 1) {
      const replace = previous[column - 1]! + (character === b[column - 1] ? 0 : 1);
      current.push(Math.min(replace, previous[column]! + 1, current[column - 1]! + 1));
    }
    previous = current;
  }
  return previous[b.length]!;
}
