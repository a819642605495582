// Notices when any process above this one dies. A signal to the outermost one (npx) need not reach us: there are package
// managers and shells in between, and SIGKILL is passed on by nobody.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The parent of a process, or undefined when the process is gone. */
function parentOf(pid) {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The command's name stands in parentheses and may hold anything; the fields begin after the last one.
      const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return state === 'Z' ? undefined : Number(parent);
    }
    return Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }).trim()) || undefined;
  } catch {
    return undefined;
  }
}

function ancestors() {
  const chain = [];
  for (let pid = process.ppid; pid !== undefined && pid > 1; pid = parentOf(pid)) chain.push(pid);
  return chain;
}

/** Calls back once when a process of the chain above has died. The watch does not keep this process alive. */
export function onAncestorDeath(callback, intervalMs = 200) {
  const before = ancestors().join(' ');
  const timer = setInterval(() => {
    if (ancestors().join(' ') === before) return;
    clearInterval(timer);
    callback();
  }, intervalMs);
  timer.unref();
  return { cancel: () => clearInterval(timer) };
}
