import type { Logger } from '@ballista-ts/core';

export interface StandaloneOptions {
  /** Worker threads. @default the number of CPUs */
  readonly vcores?: number;
  /** Where intermediate results are kept. @default a temporary directory, removed on close */
  readonly workDir?: string;
  /** @default silent */
  readonly logger?: Logger;
}
