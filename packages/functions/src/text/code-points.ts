const surrogate = /[\ud800-\udfff]/;

/** Whether code units and code points are the same thing in a text. */
export const isSimpleText = (text: string): boolean => !surrogate.test(text);

/** Number of code points. */
export function codePointLength(text: string): number {
  if (isSimpleText(text)) return text.length;
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** The code points from `start` to before `end` (counted in code points from 0; both at least 0). */
export const sliceCodePoints = (text: string, start: number, end?: number): string =>
  isSimpleText(text) ? text.slice(start, end) : [...text].slice(start, end).join('');

/** A position in code units as one in code points. */
export const codePointIndex = (text: string, unitIndex: number): number => codePointLength(text.slice(0, unitIndex));

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export const utf8Bytes = (text: string): Uint8Array => encoder.encode(text);
export const utf8Length = (text: string): number => Buffer.byteLength(text, 'utf8');
/** Undefined when the bytes are not UTF-8. */
export function utf8Text(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}
