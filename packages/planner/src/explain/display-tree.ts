import { displayNode, type ExecutionPlan, planChildren } from '@ballista-ts/core';

/** Characters of a box, borders included. Odd, so that it has a middle. */
const width = 29;
const inner = width - 2;
const middle = (width - 1) / 2;
/** Lines of details that a box shows at most. */
const maxDetails = 12;

interface Placed {
  readonly node: ExecutionPlan;
  readonly column: number;
  /** Columns of its inputs; the first is right below. */
  readonly children: readonly number[];
}

/** The operators as boxes, inputs below: a drawing for people, who see at a glance where the branches of a plan are. */
export function displayTree(plan: ExecutionPlan): string {
  const levels = layout(plan);
  return levels
    .flatMap((level, depth) => drawLevel(level, depth > 0))
    .map((line) => line.trimEnd())
    .join('\n');
}

/** Nodes by depth; a node stands above its first input, further inputs to the right of everything below that one. */
function layout(plan: ExecutionPlan): Placed[][] {
  const widths = new Map<ExecutionPlan, number>();
  const stack: ExecutionPlan[] = [plan];
  for (let node = stack[stack.length - 1]; node !== undefined; node = stack[stack.length - 1]) {
    const children = planChildren(node);
    const missing = widths.has(node) ? [] : children.filter((child) => !widths.has(child));
    if (missing.length > 0) {
      stack.push(...missing);
      continue;
    }
    widths.set(
      node,
      Math.max(
        children.reduce((sum, child) => sum + widths.get(child)!, 0),
        1,
      ),
    );
    stack.pop();
  }
  const levels: Placed[][] = [];
  let current: { readonly node: ExecutionPlan; readonly column: number }[] = [{ node: plan, column: 0 }];
  while (current.length > 0) {
    const next: typeof current = [];
    const placed = current.map(({ node, column }): Placed => {
      let at = column;
      const children = planChildren(node).map((child) => {
        const here = at;
        next.push({ node: child, column: here });
        at += widths.get(child)!;
        return here;
      });
      return { node, column, children };
    });
    levels.push(placed);
    current = next;
  }
  return levels;
}

function drawLevel(level: readonly Placed[], hasParents: boolean): string[] {
  const boxes = level.map(({ node }) => contents(node));
  const height = Math.max(...boxes.map((box) => box.length)) + 2;
  const columns = Math.max(...level.map((one) => Math.max(one.column, ...one.children))) + 1;
  const canvas = Array.from({ length: height }, () => Array.from({ length: columns * width }, () => ' '));
  const write = (row: number, at: number, text: string): void => {
    [...text].forEach((char, index) => {
      canvas[row]![at + index] = char;
    });
  };
  level.forEach(({ column, children }, index) => {
    const left = column * width;
    const lines = boxes[index]!;
    write(0, left, `┌${border('─', hasParents ? '┴' : '─')}┐`);
    for (let row = 1; row < height - 1; row += 1) write(row, left, `│${centered(lines[row - 1] ?? '')}│`);
    write(height - 1, left, `└${border('─', children.length > 0 ? '┬' : '─')}┘`);
    connect(canvas, left, children.slice(1), Math.floor(height / 2));
  });
  return canvas.map((row) => row.join(''));
}

/** From the right edge of a box over to the inputs that are not right below it, and down. */
function connect(canvas: readonly string[][], left: number, others: readonly number[], row: number): void {
  const last = others.at(-1);
  if (last === undefined) return;
  canvas[row]![left + width - 1] = '├';
  for (let at = left + width; at < last * width + middle; at += 1) canvas[row]![at] = '─';
  for (const column of others) {
    canvas[row]![column * width + middle] = column === last ? '┐' : '┬';
    for (let below = row + 1; below < canvas.length; below += 1) canvas[below]![column * width + middle] = '│';
  }
}

const border = (line: string, joint: string): string => `${line.repeat(middle - 1)}${joint}${line.repeat(middle - 1)}`;

function centered(text: string): string {
  const space = inner - [...text].length;
  const before = Math.ceil(space / 2);
  return `${' '.repeat(before)}${text}${' '.repeat(space - before)}`;
}

/** Name, a rule, and the details in lines that fit. */
function contents(node: ExecutionPlan): string[] {
  const text = displayNode(node);
  const cut = text.indexOf(':');
  const name = cut < 0 ? text : text.slice(0, cut);
  const details = cut < 0 ? '' : text.slice(cut + 1).trim();
  if (details === '') return [name];
  const lines = wrapped(details);
  const shown = lines.length > maxDetails ? [...lines.slice(0, maxDetails), '...'] : lines;
  return [name, '-'.repeat(20), ...shown];
}

/** Breaks at spaces where there are some, else anywhere. */
function wrapped(text: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const joined = line === '' ? word : `${line} ${word}`;
    if ([...joined].length <= inner - 2) {
      line = joined;
      continue;
    }
    if (line !== '') lines.push(line);
    let rest = [...word];
    for (; rest.length > inner - 2; rest = rest.slice(inner - 2)) lines.push(rest.slice(0, inner - 2).join(''));
    line = rest.join('');
  }
  if (line !== '') lines.push(line);
  return lines;
}
