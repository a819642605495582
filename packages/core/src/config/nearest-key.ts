import { editDistance } from './edit-distance.js';

// Nobody mistypes a name of this length; a longer one is not worth the time that comparing it would take.
const longestKey = 200;

/**
 * The known key somebody most likely meant: one that merely lacks its prefix or has other letter case, or else the one with
 * the fewest typing errors, as long as those are at most a third of the key and at most ten. Undefined when none
 * comes near.
 */
export function nearestKey(key: string, known: Iterable<string>): string | undefined {
  if (key.length > longestKey) return undefined;
  const wanted = key.trim().toLowerCase();
  const candidates = [...known];
  const tails = candidates.filter((candidate) => candidate === wanted || candidate.endsWith(`.${wanted}`));
  if (tails.length > 0) return tails.reduce((a, b) => (b.length < a.length ? b : a));
  let nearest: string | undefined;
  let fewest = Math.min(10, Math.max(2, Math.floor(wanted.length / 3))) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(wanted, candidate, fewest - 1);
    if (distance < fewest) {
      nearest = candidate;
      fewest = distance;
    }
  }
  return nearest;
}
