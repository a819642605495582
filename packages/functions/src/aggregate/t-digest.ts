/** A weighted group of neighbouring values. */
interface Centroid {
  readonly mean: number;
  readonly weight: number;
}

/**
 * A sketch of a distribution that answers quantiles, finest at both ends (Dunning's merging t-digest). Digests merge. A value's
 * weight may be fractional.
 */
export class TDigest {
  #centroids: Centroid[] = [];
  #buffer: Centroid[] = [];
  #min = Number.POSITIVE_INFINITY;
  #max = Number.NEGATIVE_INFINITY;

  /** @param maxCentroids how many centroids are kept: more are more exact */
  constructor(readonly maxCentroids: number) {}

  add(value: number, weight = 1): void {
    if (!(weight > 0) || Number.isNaN(value)) return;
    this.#min = Math.min(this.#min, value);
    this.#max = Math.max(this.#max, value);
    this.#buffer.push({ mean: value, weight });
    if (this.#buffer.length >= this.maxCentroids * 10) this.#compress();
  }

  /** Smallest value, largest value, then mean and weight of each centroid; empty for no values. */
  toNumbers(): number[] {
    this.#compress();
    if (this.#centroids.length === 0) return [];
    return [this.#min, this.#max, ...this.#centroids.flatMap(({ mean, weight }) => [mean, weight])];
  }

  mergeNumbers(numbers: readonly number[]): void {
    if (numbers.length < 4) return;
    this.#min = Math.min(this.#min, numbers[0]!);
    this.#max = Math.max(this.#max, numbers[1]!);
    for (let index = 2; index + 1 < numbers.length; index += 2) {
      this.#buffer.push({ mean: numbers[index]!, weight: numbers[index + 1]! });
    }
    this.#compress();
  }

  #compress(): void {
    if (this.#buffer.length === 0) return;
    const all = [...this.#centroids, ...this.#buffer].sort((a, b) => a.mean - b.mean);
    this.#buffer = [];
    // Nothing needs to be merged: the digest is exact.
    if (all.length <= this.maxCentroids) {
      this.#centroids = all;
      return;
    }
    const total = all.reduce((sum, { weight }) => sum + weight, 0);
    const merged: Centroid[] = [];
    let step = 1;
    let limit = quantileOfStep(step, this.maxCentroids) * total;
    let current = all[0]!;
    let passed = current.weight;
    for (const next of all.slice(1)) {
      passed += next.weight;
      if (passed <= limit) {
        const weight = current.weight + next.weight;
        current = { mean: current.mean + ((next.mean - current.mean) * next.weight) / weight, weight };
      } else {
        merged.push(current);
        current = next;
        while (passed > limit && step < this.maxCentroids) {
          step += 1;
          limit = quantileOfStep(step, this.maxCentroids) * total;
        }
      }
    }
    merged.push(current);
    this.#centroids = merged;
  }

  /** Undefined for no values. */
  quantile(fraction: number): number | undefined {
    this.#compress();
    const centroids = this.#centroids;
    if (centroids.length === 0) return undefined;
    const total = centroids.reduce((sum, { weight }) => sum + weight, 0);
    const target = fraction * total;
    // Each centroid's mean stands at the middle of its weight; the ends are the extremes.
    let passed = 0;
    let previous: Centroid & { readonly at: number } = { mean: this.#min, weight: 0, at: 0 };
    for (const { mean, weight } of centroids) {
      const at = passed + weight / 2;
      if (target <= at) return between(previous.mean, mean, (target - previous.at) / (at - previous.at));
      previous = { mean, weight, at };
      passed += weight;
    }
    return between(previous.mean, this.#max, (target - previous.at) / (total - previous.at));
  }
}

const between = (a: number, b: number, share: number): number =>
  a === b || !(share > 0) ? a : share >= 1 ? b : a + (b - a) * share;

/** Where the step-th of so many centroids ends: steps are short near 0 and 1. */
function quantileOfStep(step: number, steps: number): number {
  const share = step / steps;
  return share >= 0.5 ? 1 - 2 * (1 - share) ** 2 : 2 * share * share;
}
