/** How many single-character changes turn one word into another, or `limit + 1` when it is more. */
function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let previous = Array.from({ length: b.length + 1 }, (_unused, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const current = [i];
    for (let j = 1; j <= b.length; j += 1) {
      current.push(Math.min(previous[j]! + 1, current[j - 1]! + 1, previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)));
    }
    previous = current;
  }
  return previous[b.length]!;
}

/** The known name that was probably meant: the nearest, when at most a third of it differs. Names of absurd length match nothing. */
export function nearestName(wanted: string, known: readonly string[]): string | undefined {
  if (wanted.length > 100) return undefined;
  const folded = wanted.toLowerCase();
  let best: string | undefined;
  let fewest = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of known.slice(0, 5000)) {
    const changes = distance(folded, candidate.toLowerCase(), fewest - 1);
    if (changes < fewest) {
      best = candidate;
      fewest = changes;
    }
  }
  return best;
}
