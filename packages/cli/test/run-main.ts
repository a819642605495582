import { vi } from 'vitest';
import { main } from '../src/main.js';

/** Runs the command in this process, which is much quicker than a process of its own. */
export async function runMain(...argv: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const out = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((stream) =>
    vi.spyOn(process[stream], 'write').mockImplementation((...args: unknown[]) => {
      out[stream] += String(args[0]);
      const callback = args.at(-1);
      if (typeof callback === 'function') callback();
      return true;
    }),
  );
  try {
    return { code: await main(argv), ...out };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
