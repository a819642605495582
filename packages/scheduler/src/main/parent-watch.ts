/**
 * Calls back when the process that started this one is gone: then this one was adopted by another. Looks twice a second, for
 * want of a signal that says so on every system.
 */
export function onParentExit(callback: () => void): { stop(): void } {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, 500);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
