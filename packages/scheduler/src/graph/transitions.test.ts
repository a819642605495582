import { expect, test } from 'vitest';
import { planned, theJob } from '../../test/support/stages.js';
import { GraphState } from './graph-state.js';
import type { Stage } from './stage.js';
import { checkMove } from './transitions.js';

const states = ['unresolved', 'resolved', 'running', 'successful', 'failed'] as const;
const legal = new Set([
  'unresolved resolved',
  'unresolved failed',
  'resolved running',
  'resolved unresolved',
  'resolved failed',
  'running successful',
  'running unresolved',
  'running failed',
  'successful running',
]);
const pairs = states.flatMap((from) =>
  states.map((to): [(typeof states)[number], (typeof states)[number]] => [from, to]),
);

test.each(pairs)('from %s to %s', (from, to) => {
  const state = new GraphState(theJob, planned([{ scan: 1 }]), { taskMaxFailures: 4, stageMaxFailures: 4 });
  const stage = { ...state.get(1), state: from } as Stage;
  const move = (): void => checkMove(stage, to);
  if (legal.has(`${from} ${to}`)) expect(move).not.toThrow();
  else expect(move).toThrow(`stage 1 (attempt 0) cannot go from ${from} to ${to}`);
});
