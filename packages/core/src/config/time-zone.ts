/** Nothing for a time zone (an IANA name or an offset such as +02:00), else why it is none. */
export function timeZoneProblem(value: string): string | undefined {
  const offset = /^[+-](\d{2}):?(\d{2})?$/.exec(value);
  if (offset !== null) return Number(offset[1]) <= 23 && Number(offset[2] ?? 0) <= 59 ? undefined : '';
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return undefined;
  } catch {
    return '';
  }
}
