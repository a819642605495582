/** What stays the same for a whole query and functions may ask for. */
export interface QueryContext {
  /** Nanoseconds since the epoch at which the query began: what `now()` says, on every executor. */
  readonly queryTimeNanos: bigint;
  /** Session time zone (`datafusion.execution.time_zone`); absent: none is set. */
  readonly timeZone?: string;
  /** Uniform in [0, 1); feeds `random()` and `uuid()`. */
  readonly random: () => number;
}

export interface QueryContextOptions {
  /** @default the time of the call */
  readonly queryTimeNanos?: bigint;
  /** @default none */
  readonly timeZone?: string;
  /** @default Math.random */
  readonly random?: () => number;
}

/** A context with what is not given filled in. Create it once a query: the time in it is the query's time. */
export const createQueryContext = (options: QueryContextOptions = {}): QueryContext => ({
  queryTimeNanos: options.queryTimeNanos ?? BigInt(Date.now()) * 1_000_000n,
  random: options.random ?? Math.random,
  ...(options.timeZone === undefined ? {} : { timeZone: options.timeZone }),
});
