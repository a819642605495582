import { readFile } from 'node:fs/promises';
import { freemem, totalmem } from 'node:os';
import type { ExecutorMetric } from '@ballista-ts/core';

/** Which measurements heartbeats carry: of the machine, of this process, both, or none. */
export type MetricsChoice = 'sys' | 'proc' | 'all' | 'off';

/** Measures memory at each heartbeat and remembers the peaks. */
export class ProcessMetrics {
  readonly #choice: MetricsChoice;
  #peakPhysical = 0;
  #peakVirtual = 0;

  constructor(choice: MetricsChoice) {
    this.#choice = choice;
  }

  async collect(): Promise<ExecutorMetric[]> {
    const metrics: ExecutorMetric[] = [];
    if (this.#choice === 'sys' || this.#choice === 'all') {
      const [total, free] = [totalmem(), freemem()];
      metrics.push(
        { kind: 'availableMemory', value: free },
        { kind: 'totalMemory', value: total },
        { kind: 'usedMemory', value: total - free },
      );
    }
    if (this.#choice === 'proc' || this.#choice === 'all') {
      const physical = process.memoryUsage.rss();
      const virtual = await virtualMemory();
      this.#peakPhysical = Math.max(this.#peakPhysical, physical);
      this.#peakVirtual = Math.max(this.#peakVirtual, virtual);
      metrics.push(
        { kind: 'procPhysicalMemory', value: physical },
        { kind: 'procVirtualMemory', value: virtual },
        { kind: 'peakPhysicalMemory', value: this.#peakPhysical },
        { kind: 'peakVirtualMemory', value: this.#peakVirtual },
      );
    }
    return metrics;
  }
}

/** Bytes of address space; 0 where the system does not tell. */
async function virtualMemory(): Promise<number> {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '');
  const [, kilobytes] = /^VmSize:\s+(\d+) kB/m.exec(status) ?? [];
  return Number(kilobytes ?? 0) * 1024;
}
