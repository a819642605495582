import { integerParameter, textParameter } from '../../definition/parameter.js';
import { textResult } from '../../definition/return-types.js';
import { defineScalarFunction } from '../../definition/scalar.js';

/** `substr_index(text, delimiter, count)`: the text before the count-th delimiter; negative: after it, counted from the right. */
export const substrIndex = defineScalarFunction({
  name: 'substr_index',
  aliases: ['substring_index'],
  parameters: [textParameter('text'), textParameter('delimiter'), integerParameter('count')],
  returns: textResult,
  evaluate: ([text, delimiter, count]) => {
    const wanted = Number(count);
    if (wanted === 0 || delimiter === '') return '';
    const parts = (text as string).split(delimiter as string);
    return (wanted > 0 ? parts.slice(0, wanted) : parts.slice(wanted)).join(delimiter as string);
  },
  doc: {
    section: 'String',
    summary: 'The text before the count-th delimiter, or after it from the right for negative counts.',
    syntax: 'substr_index(text, delimiter, count)',
    example: "substr_index('www.apache.org', '.', 2) -- www.apache",
  },
});
