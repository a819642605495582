import type { Logger } from '@ballista-ts/core';

export interface StandaloneOptions {
  /** Tasks that run at once, each on a thread of its own. @default `ballista.standalone.parallelism`, the number of CPUs */
  readonly vcores?: number;
  /** Where intermediate results are kept. @default a temporary directory, removed on close */
  readonly workDir?: string;
  /**
   * Absolute URL of a module whose default export is an `ExecutorExtensions` of `@ballista-ts/executor`: the functions, operators and
   * codecs that the workers need besides the built-in ones. @default none
   */
  readonly extensions?: string;
  /** @default silent */
  readonly logger?: Logger;
}
