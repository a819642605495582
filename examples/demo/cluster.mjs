// One scheduler and some executors as processes of their own, on loopback, with free ports.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

const cli = dirname(createRequire(import.meta.url).resolve('@ballista-ts/cli/package.json'));

/** Starts a command and waits for the line by which it says that it is ready; resolves with what `ready` captures. */
async function startProcess(command, args, ready, signal) {
  const child = spawn(process.execPath, [join(cli, 'bin', `${command}.js`), ...args, '--exit-with-parent'], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const output = [];
  child.stderr.on('data', (chunk) => output.push(String(chunk)));
  const captured = await new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`${command} did not start within 30 s:\n${output.join('')}`)),
      30_000,
    );
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    createInterface(child.stdout).on('line', (line) => {
      output.push(`${line}\n`);
      const match = ready.exec(line);
      if (match !== null) {
        clearTimeout(timer);
        resolve(match[1]);
      }
    });
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`${command} ended with code ${code}:\n${output.join('')}`));
    });
  }).catch((error) => {
    child.kill('SIGKILL');
    throw error;
  });
  return { child, exited, captured };
}

async function stopProcess({ child, exited }, graceMs) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMs);
  await exited;
  clearTimeout(timer);
}

export async function startCluster({ directory, executors, vcores, signal }) {
  const processes = [];
  const stop = async () => {
    // Executors first, so that they can still say goodbye; all at once when somebody waits for the end.
    const [scheduler, ...others] = processes;
    const graceMs = signal.aborted ? 500 : 2_000;
    await Promise.all(others.map((one) => stopProcess(one, graceMs)));
    if (scheduler !== undefined) await stopProcess(scheduler, graceMs);
  };
  try {
    const scheduler = await startProcess(
      'ballista-scheduler',
      ['--bind-host', '127.0.0.1', '--bind-port', '0'],
      /listening on (\S+:\d+)/,
      signal,
    );
    processes.push(scheduler);
    const [host, port] = scheduler.captured.split(':');
    const free = ['--bind-port', '0', '--bind-grpc-port', '0', '--bind-health-port', '0'];
    const starting = Array.from({ length: executors }, (_, index) =>
      startProcess(
        'ballista-executor',
        [
          ...['--bind-host', '127.0.0.1', '--external-host', '127.0.0.1', ...free],
          ...['--scheduler-host', host, '--scheduler-port', port],
          ...['--vcores', String(vcores), '--work-dir', join(directory, `executor-${index + 1}`)],
        ],
        /^executor (\S+) started/,
        signal,
      ),
    );
    // One that fails must not leave the others behind.
    const started = await Promise.allSettled(starting);
    processes.push(...started.filter((one) => one.status === 'fulfilled').map((one) => one.value));
    for (const one of started) if (one.status === 'rejected') throw one.reason;
    const rest = async (path) => {
      const response = await fetch(`http://${scheduler.captured}${path}`, { signal });
      if (!response.ok) throw new Error(`GET ${path} answered ${response.status}: ${await response.text()}`);
      return response.json();
    };
    const registered = await rest('/api/executors');
    return {
      address: `http://${scheduler.captured}`,
      executors: registered.map((one) => one.id),
      stop,
      /** What the scheduler's REST interface says of a finished job. */
      async summarize(jobId) {
        const { stages } = await rest(`/api/job/${jobId}/stages`);
        const tasksPerExecutor = {};
        let remoteBytes = 0;
        for (const stage of stages) {
          for (const task of stage.tasks)
            tasksPerExecutor[task.executor_id] = (tasksPerExecutor[task.executor_id] ?? 0) + 1;
          remoteBytes += stage.remote_bytes ?? 0;
        }
        return { stages: stages.length, tasksPerExecutor, remoteBytes };
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
