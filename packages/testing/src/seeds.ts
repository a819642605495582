import { type SeededRandom, seededRandom } from './seeded-random.js';

/**
 * Seeds for `test.each(seeds(200))('... (seed %i)', ...)`: the same ones in every run, so that a failure repeats. In the environment,
 * `BALLISTA_SEED=17` runs that seed alone, and `BALLISTA_SEEDS=5000` that many: more for a night, fewer for a quick look.
 *
 * @param count how many in an ordinary run
 * @throws RangeError when the environment asks for something that is no whole number
 */
export function seeds(count: number): number[] {
  const only = fromEnvironment('BALLISTA_SEED');
  if (only !== undefined) return [only];
  return Array.from({ length: fromEnvironment('BALLISTA_SEEDS') ?? count }, (_, index) => index + 1);
}

/**
 * Runs a property once for each seed and stops at the first failure, whose message then begins with the seed and how to run it alone.
 * For properties too quick to be tests of their own.
 */
export async function forEachSeed(
  count: number,
  property: (random: SeededRandom, seed: number) => void | Promise<void>,
): Promise<void> {
  for (const seed of seeds(count)) {
    try {
      await property(seededRandom(seed), seed);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      throw new Error(`seed ${seed} fails (BALLISTA_SEED=${seed} runs it alone): ${message}`, { cause: error });
    }
  }
}

function fromEnvironment(name: string): number | undefined {
  const text = process.env[name];
  if (text === undefined || text === '') return undefined;
  if (!/^\d+$/.test(text)) throw new RangeError(`${name}=${text}: expected a whole number`);
  return Number(text);
}
