/** How often the id of the parent is looked at, for systems where its end closes nothing of ours. */
const pollMs = 500;

/**
 * Calls back once when the process that started this one is gone: standard input ends, or the parent's id changes. For executors that a
 * test, a demo or an app starts and that must not outlive it. Returns a way to stop watching.
 */
export function watchParent(onGone: () => void): () => void {
  const parent = process.ppid;
  let done = false;
  const stop = (): void => {
    done = true;
    clearInterval(timer);
    process.stdin.off('end', gone);
    process.stdin.off('close', gone);
    process.stdin.off('error', gone);
    process.stdin.pause();
  };
  const gone = (): void => {
    if (done) return;
    stop();
    onGone();
  };
  const timer = setInterval(() => {
    if (process.ppid !== parent) gone();
  }, pollMs);
  timer.unref();
  process.stdin.on('end', gone);
  process.stdin.on('close', gone);
  process.stdin.on('error', gone);
  process.stdin.resume(); // without a reader, its end is never seen
  return stop;
}
