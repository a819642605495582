import { CancelledError } from '@ballista-ts/core';

/** @throws CancelledError when the signal is aborted. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new CancelledError('reading was cancelled', { cause: signal.reason });
}
