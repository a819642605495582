import { generateTextPool } from './text-pool.js';

let pool: WeakRef<Uint8Array> | undefined;

/**
 * The text pool of this process: generated at first use (about two seconds), then shared by all tables and parts, and freed
 * (300 MB) once nobody holds it any longer. It lies in shared memory, so it can be passed to worker threads as it is.
 *
 * The whole pool, although a comment needs only a few bytes of it: comments begin anywhere, so regenerating pieces from
 * checkpoints would cost every comment half a checkpoint's distance of text.
 */
export function sharedTextPool(): Uint8Array {
  let text = pool?.deref();
  if (text === undefined) {
    text = generateTextPool();
    pool = new WeakRef(text);
  }
  return text;
}
