import { ExecutionError } from '@ballista-ts/core';
import { integerParameter, optional, textParameter } from '../../definition/parameter.js';
import { textResult } from '../../definition/return-types.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import { codePointLength } from '../../text/code-points.js';

/** `overlay(text, part, position[, count])`: `count` characters from `position` (from 1) replaced by the part. */
export const overlay = defineScalarFunction({
  name: 'overlay',
  parameters: [
    textParameter('text'),
    textParameter('part'),
    integerParameter('position'),
    optional(integerParameter('count')),
  ],
  returns: textResult,
  evaluate: ([text, part, position, count]) => {
    const characters = [...(text as string)];
    const start = Number(position) - 1;
    const removed = count === undefined ? codePointLength(part as string) : Number(count);
    if (start < 0) throw new ExecutionError(`overlay position must be at least 1, got ${position}`);
    const head = characters.slice(0, start).join('');
    return `${head}${part}${characters.slice(Math.max(start + removed, 0)).join('')}`;
  },
  doc: {
    section: 'String',
    summary: 'Replaces characters of the text from a position, as many as the part has by default.',
    syntax: 'overlay(text, part, position[, count])',
    example: "overlay('abcdef', 'XY', 3) -- abXYef",
  },
});
