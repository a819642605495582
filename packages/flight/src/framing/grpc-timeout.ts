const unitMs: Readonly<Record<string, number>> = { H: 3_600_000, M: 60_000, S: 1000, m: 1, u: 1e-3, n: 1e-6 };

/** The value of a `grpc-timeout` header in milliseconds, rounded up; undefined when it is absent or not of that form. */
export function parseGrpcTimeout(header: string | string[] | undefined): number | undefined {
  const [, digits, unit] = /^(\d{1,8})([HMSmun])$/.exec(typeof header === 'string' ? header : '') ?? [];
  if (digits === undefined || unit === undefined) return undefined;
  return Math.ceil(Number(digits) * unitMs[unit]!);
}

/** A timeout as a `grpc-timeout` header, which has eight digits. */
export function formatGrpcTimeout(timeoutMs: number): string {
  const ms = Math.max(1, Math.ceil(timeoutMs));
  return ms < 100_000_000 ? `${ms}m` : `${Math.min(99_999_999, Math.ceil(ms / 1000))}S`;
}
