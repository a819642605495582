/** Removes characters of a set (code points; a space when absent) from the ends of a text. */
export function trimText(text: string, set: string | undefined, ends: 'both' | 'start' | 'end'): string {
  const unwanted = new Set(set === undefined ? [' '] : set);
  const characters = [...text];
  let start = 0;
  let end = characters.length;
  if (ends !== 'end') while (start < end && unwanted.has(characters[start]!)) start += 1;
  if (ends !== 'start') while (end > start && unwanted.has(characters[end - 1]!)) end -= 1;
  return start === 0 && end === characters.length ? text : characters.slice(start, end).join('');
}
