import { isSimpleText } from './code-points.js';

/** Answers whether a whole text matches a LIKE pattern. */
export type LikeMatcher = (text: string) => boolean;

interface Segment {
  /** The code points to match; -1 stands for `_`. */
  readonly points: readonly number[];
  /** The same as text, when there is no `_` in it. */
  readonly literal: string | undefined;
}

/**
 * Compiles a LIKE pattern: `%` is any run, newlines included, `_` one code point, the escape character makes the next one
 * literal (a trailing escape stands for itself). Everything between two `%` is found leftmost first, which is enough, so the time
 * is at most text length times pattern length, whatever the pattern.
 */
export function compileLike(
  pattern: string,
  options: { caseInsensitive?: boolean; escape?: string } = {},
): LikeMatcher {
  const fold = options.caseInsensitive === true ? foldCase : (text: string) => text;
  const segments = parse(fold(pattern), options.escape ?? '\\');
  const match = segments.every((one) => one.literal !== undefined)
    ? matchLiterals(segments.map((one) => one.literal!))
    : matchPoints(segments);
  return options.caseInsensitive === true ? (text) => match(foldCase(text)) : match;
}

function parse(pattern: string, escape: string): Segment[] {
  const segments: Segment[] = [];
  let points: number[] = [];
  const close = () => {
    segments.push({ points, literal: points.includes(-1) ? undefined : fromPoints(points) });
    points = [];
  };
  const characters = [...pattern];
  for (let index = 0; index < characters.length; index += 1) {
    const character = characters[index]!;
    if (character === escape && index + 1 < characters.length) {
      index += 1;
      points.push(characters[index]!.codePointAt(0)!);
    } else if (character === '%') {
      close();
    } else {
      points.push(character === '_' ? -1 : character.codePointAt(0)!);
    }
  }
  close();
  return segments;
}

const fromPoints = (points: readonly number[]): string => points.map((point) => String.fromCodePoint(point)).join('');

function matchLiterals(parts: readonly string[]): LikeMatcher {
  const first = parts[0]!;
  if (parts.length === 1) return (text) => text === first;
  const last = parts[parts.length - 1]!;
  const middle = parts.slice(1, -1).filter((part) => part !== '');
  return (text) => {
    const end = text.length - last.length;
    if (first.length > end || !text.startsWith(first) || !text.endsWith(last)) return false;
    let at = first.length;
    for (const part of middle) {
      const found = text.indexOf(part, at);
      if (found === -1) return false;
      at = found + part.length;
    }
    return at <= end;
  };
}

function matchPoints(segments: readonly Segment[]): LikeMatcher {
  const parts = segments.map((one) => one.points);
  const first = parts[0]!;
  const last = parts[parts.length - 1]!;
  const middle = parts.slice(1, -1).filter((part) => part.length > 0);
  return (text) => {
    const points = toPoints(text);
    if (parts.length === 1) return points.length === first.length && matchesAt(points, 0, first);
    const end = points.length - last.length;
    if (first.length > end || !matchesAt(points, 0, first) || !matchesAt(points, end, last)) return false;
    let at = first.length;
    for (const part of middle) {
      while (at + part.length <= end && !matchesAt(points, at, part)) at += 1;
      at += part.length;
      if (at > end) return false;
    }
    return true;
  };
}

function toPoints(text: string): number[] {
  const points: number[] = [];
  if (isSimpleText(text)) for (let index = 0; index < text.length; index += 1) points.push(text.charCodeAt(index));
  else for (const character of text) points.push(character.codePointAt(0)!);
  return points;
}

function matchesAt(points: readonly number[], at: number, part: readonly number[]): boolean {
  for (let index = 0; index < part.length; index += 1) {
    if (part[index] !== -1 && part[index] !== points[at + index]) return false;
  }
  return true;
}

/** Simple case folding: code point by code point, so that `_` still counts them; characters that would grow stay. */
export function foldCase(text: string): string {
  const lower = text.toLowerCase();
  // Nothing grew or shrank: each character became one.
  if (lower.length === text.length && isSimpleText(text)) return lower;
  let folded = '';
  for (const character of text) {
    const one = character.toLowerCase();
    folded += [...one].length === 1 ? one : character;
  }
  return folded;
}
