import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { markedProcesses } from './marked-processes.js';

/** How a process ended: one of the two is set. */
export interface ProcessExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface SpawnOptions {
  readonly cwd?: string;
  /** Added to the environment of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** What error messages call it. @default the command's last path segment */
  readonly name?: string;
  /** Written to its standard input, which is closed after it. @default nothing: standard input is empty */
  readonly input?: string;
}

export interface WaitOptions {
  /** @default 20_000 */
  readonly timeoutMs?: number;
}

/** The name of the environment variable that every process started here, and whatever it starts, inherits. */
export const processMark = 'BALLISTA_TEST_PROCESS';

/** A real process under test. Disposing it kills it and everything it started, whoever their parent is by then. */
export interface TestProcess extends AsyncDisposable {
  readonly pid: number;
  /** Everything written so far. */
  readonly stdout: string;
  readonly stderr: string;
  /** Settles when the process has ended and its output is complete. Never rejects. */
  readonly exited: Promise<ProcessExit>;
  /**
   * The first line, of either output and including those already written, that matches.
   * @throws Error with all output when the process ends or the time is over first
   */
  waitForLine(pattern: string | RegExp, options?: WaitOptions): Promise<RegExpMatchArray>;
  /** Sends a signal to this process alone. */
  signal(signal: NodeJS.Signals): void;
  /** Ids of the processes still alive that this one started, directly or not, itself included. */
  survivors(): Promise<number[]>;
  /**
   * Waits until this process and everything it started is gone.
   * @throws Error naming what is still alive when the time is over
   */
  assertGone(options?: WaitOptions): Promise<void>;
  /** Name, state and output, for the message of a failing test. */
  describe(): string;
  /** SIGKILL to this process and everything it started. */
  close(): Promise<void>;
}

/** Starts `node script ...args` with the Node that runs the tests. */
export const spawnNode = (script: string, args: readonly string[] = [], options: SpawnOptions = {}): TestProcess =>
  spawnProcess(process.execPath, [script, ...args], { name: script.split(/[\\/]/).at(-1) ?? script, ...options });

/** Starts a process under test. */
export function spawnProcess(command: string, args: readonly string[] = [], options: SpawnOptions = {}): TestProcess {
  const mark = randomUUID();
  const name = options.name ?? command.split(/[\\/]/).at(-1) ?? command;
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: { ...process.env, ...options.env, [processMark]: mark },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const output = collectOutput(child);
  child.stdin.on('error', () => {}); // it may end before it has read everything, which is its own business
  child.stdin.end(options.input ?? '');

  let ended: ProcessExit | undefined;
  let failure: Error | undefined;
  const exited = new Promise<ProcessExit>((resolve) => {
    const settle = (exit: ProcessExit): void => {
      ended = exit;
      output.changed();
      resolve(exit);
    };
    child.once('close', (code, signal) => settle({ code, signal }));
    child.once('error', (error) => {
      failure = error;
      if (child.pid === undefined) settle({ code: null, signal: null });
    });
  });

  const describe = (): string => {
    const state =
      failure !== undefined
        ? `could not be started: ${failure.message}`
        : ended === undefined
          ? 'is running'
          : `ended with ${ended.signal === null ? `code ${ended.code}` : ended.signal}`;
    return `${name} (pid ${child.pid ?? 'none'}) ${state}\n--- stdout\n${output.stdout}\n--- stderr\n${output.stderr}`;
  };
  const survivors = (): Promise<number[]> => markedProcesses(processMark, mark);
  const close = async (): Promise<void> => {
    child.kill('SIGKILL');
    // A child that is just being started shows up late, hence until none is left.
    for (let left = await survivors(); left.length > 0; left = await survivors()) {
      for (const pid of left) killQuietly(pid);
      await sleep(10);
    }
    await exited;
  };

  return {
    pid: child.pid ?? -1,
    get stdout() {
      return output.stdout;
    },
    get stderr() {
      return output.stderr;
    },
    exited,
    async waitForLine(pattern, { timeoutMs = 20_000 } = {}) {
      const deadline = Date.now() + timeoutMs;
      for (;;) {
        const found = findLine(output.stdout, pattern) ?? findLine(output.stderr, pattern);
        if (found !== undefined) return found;
        const left = deadline - Date.now();
        if (ended !== undefined) throw new Error(`no line matches ${pattern}: ${describe()}`);
        if (left <= 0) throw new Error(`no line matched ${pattern} within ${timeoutMs} ms: ${describe()}`);
        await output.next(left);
      }
    },
    signal(signal) {
      child.kill(signal);
    },
    survivors,
    async assertGone({ timeoutMs = 3_000 } = {}) {
      const deadline = Date.now() + timeoutMs;
      for (;;) {
        const left = await survivors();
        if (left.length === 0) return;
        if (Date.now() >= deadline)
          throw new Error(`still alive after ${timeoutMs} ms: pid ${left.join(', ')}. ${describe()}`);
        await sleep(20);
      }
    },
    describe,
    close,
    [Symbol.asyncDispose]: close,
  };
}

interface Output {
  readonly stdout: string;
  readonly stderr: string;
  changed(): void;
  /** Settles with the next piece of output, or when the time is over. */
  next(timeoutMs: number): Promise<void>;
}

function collectOutput(child: ChildProcess): Output {
  const text = { stdout: '', stderr: '' };
  let waiting: (() => void)[] = [];
  const changed = (): void => {
    const woken = waiting;
    waiting = [];
    for (const wake of woken) wake();
  };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream]?.setEncoding('utf8').on('data', (chunk: string) => {
      text[stream] += chunk;
      changed();
    });
  }
  return {
    get stdout() {
      return text.stdout;
    },
    get stderr() {
      return text.stderr;
    },
    changed,
    next: (timeoutMs) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, timeoutMs);
        waiting.push(() => {
          clearTimeout(timer);
          resolve();
        });
      }),
  };
}

/** Whole lines only: half a line might match, and mean something else once it is complete. */
function findLine(text: string, pattern: string | RegExp): RegExpMatchArray | undefined {
  for (const line of text.split('\n').slice(0, -1)) {
    const match = line.match(typeof pattern === 'string' ? escapeRegExp(pattern) : pattern);
    if (match !== null) return match;
  }
  return undefined;
}

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself between the two looks.
  }
}
