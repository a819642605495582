/** Standard output for a result: waits while its reader is slow, and says when there is none any more. */
export function writeOut(): {
  readonly write: (text: string) => Promise<void>;
  /** Aborts when the reader of the pipe has closed it. */
  readonly closed: AbortSignal;
  release(): void;
} {
  const { stdout } = process;
  const closed = new AbortController();
  const onError = (error: NodeJS.ErrnoException): void => {
    closed.abort(error.code === 'EPIPE' ? new Error('nobody reads the output any more') : error);
  };
  stdout.on('error', onError);
  return {
    write: (text) =>
      new Promise((resolve, reject) => {
        if (closed.signal.aborted) reject(closed.signal.reason as Error);
        else stdout.write(text, (error) => (error === null || error === undefined ? resolve() : reject(error)));
      }),
    closed: closed.signal,
    release: () => {
      // What went wrong last may be told after the last write; without a listener it would end the process with a stack trace.
      if (!closed.signal.aborted) setImmediate(() => stdout.off('error', onError));
    },
  };
}
