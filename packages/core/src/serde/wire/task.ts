/**
 * Recursive mappings written as generators: `yield* call(child)` reads like a call, but the frames live on the heap, so a tree of
 * ten thousand levels does not overflow the stack. `runTask` counts the levels.
 */
export type Task<T> = Generator<Task<unknown>, T, unknown>;

/** Runs a child inside a task and gives its result. */
export function* call<T>(child: Task<T>): Task<T> {
  return (yield child) as T;
}

/** Runs a child for every item, in order. */
export function* callAll<A, T>(items: readonly A[], child: (item: A, index: number) => Task<T>): Task<T[]> {
  const out: T[] = [];
  for (let index = 0; index < items.length; index += 1) out.push((yield child(items[index] as A, index)) as T);
  return out;
}

/** Drives a task to its end. `tooDeep` makes the error for more than `maxDepth` levels. */
export function runTask<T>(task: Task<T>, maxDepth: number, tooDeep: (maxDepth: number) => Error): T {
  const stack: Task<unknown>[] = [task];
  let result: unknown;
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const step = top.next(result);
    if (step.done === true) {
      stack.pop();
      result = step.value;
    } else {
      if (stack.length >= maxDepth) throw tooDeep(maxDepth);
      stack.push(step.value);
      result = undefined;
    }
  }
  return result as T;
}
