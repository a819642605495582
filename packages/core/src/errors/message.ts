/** The message of anything that was thrown, causes included, for people: `outer: inner: root`. Bounded in depth. */
export function describeError(error: unknown): string {
  const parts: string[] = [];
  let current: unknown = error;
  for (let depth = 0; depth < 16 && current !== undefined && current !== null; depth += 1) {
    const text = current instanceof Error ? current.message || current.name : String(current);
    // Wrappers often repeat the text of what they wrap; saying it twice helps nobody.
    if (!parts.some((part) => part.includes(text))) parts.push(text);
    current = current instanceof Error ? current.cause : undefined;
  }
  return parts.join(': ');
}

/** Thrown values that are not errors become errors; errors stay what they are. */
export const toError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));
