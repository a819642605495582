import { ExecutionError } from '@ballista-ts/core';

/** Longest text a function makes: the limit of 32-bit offsets. */
export const maxTextLength = 2 ** 31 - 1;

/** Fills or cuts a text to a number of characters. */
export function padText(text: string, length: bigint, fill: string, side: 'start' | 'end'): string {
  if (length > BigInt(maxTextLength)) throw new ExecutionError(`padding to ${length} characters is too large`);
  if (length <= 0n) return '';
  const target = Number(length);
  const characters = [...text];
  if (characters.length >= target) return characters.slice(0, target).join('');
  const filler = [...fill];
  if (filler.length === 0) return text;
  const missing = target - characters.length;
  const whole = fill.repeat(Math.floor(missing / filler.length));
  const padding = whole + filler.slice(0, missing % filler.length).join('');
  return side === 'start' ? padding + text : text + padding;
}
