/** The same promise for everybody who calls: for what must be done once and waited for by all. */
export function once(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= run();
    return running;
  };
}
