import { ExecutionError } from '@ballista-ts/core';
import { integerParameter, textParameter } from '../../definition/parameter.js';
import { textResult } from '../../definition/return-types.js';
import { defineScalarFunction } from '../../definition/scalar.js';

/** `split_part(text, delimiter, position)`: one part of the text, counted from 1, or from the end when negative. */
export const splitPart = defineScalarFunction({
  name: 'split_part',
  parameters: [textParameter('text'), textParameter('delimiter'), integerParameter('position')],
  returns: textResult,
  evaluate: ([text, delimiter, position]) => {
    const place = Number(position);
    if (place === 0) throw new ExecutionError('field position must not be zero');
    // Split by nothing, a text is one part.
    const parts = delimiter === '' ? [text as string] : (text as string).split(delimiter as string);
    return parts[place > 0 ? place - 1 : parts.length + place] ?? '';
  },
  doc: {
    section: 'String',
    summary: 'The part at a position (from 1, negative from the end) between delimiters; empty when there is none.',
    syntax: 'split_part(text, delimiter, position)',
    example: "split_part('a,b,c', ',', 2) -- b",
  },
});
