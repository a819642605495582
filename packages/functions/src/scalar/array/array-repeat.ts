import { ExecutionError, list, type Value } from '@ballista-ts/core';
import { defineScalarFunction } from '../../definition/scalar.js';
import { listSignature } from './list-signature.js';
import { maxListLength } from './series.js';

/** `array_repeat(element, count)`: a list of one element many times; empty for counts below 1. */
export const arrayRepeat = defineScalarFunction({
  name: 'array_repeat',
  aliases: ['list_repeat'],
  coerce: listSignature('array_repeat', 'ei', 'array_repeat(element, count)'),
  parameterNames: ['element', 'count'],
  nulls: 'custom',
  returns: ([element, count]) => ({ type: list(element!.type), nullable: count!.nullable }),
  evaluate: ([element, count]) => {
    if (count === null) return null;
    const times = Math.max(Number(count), 0);
    if (times > maxListLength) throw new ExecutionError(`array_repeat of ${times} elements is too large`);
    return new Array<Value>(times).fill(element!);
  },
  doc: {
    section: 'Array',
    summary: 'A list of one element many times; empty for counts below 1.',
    syntax: 'array_repeat(element, count)',
    example: 'array_repeat(1, 3) -- [1, 1, 1]',
  },
});
