import { InternalError } from '@ballista-ts/core';
import type { ExecutionGraph } from './execution-graph.js';
import { outputLocations } from './outputs.js';
import { inputsComplete, type RunningStage, type Stage, type SuccessfulStage, tasksOf } from './stage.js';

/**
 * What must hold of a graph after every event. Meant for tests, simulation and support: it looks at everything, and says
 * all that is wrong.
 *
 * @throws InternalError with one line for each violation
 */
export function checkInvariants(graph: ExecutionGraph): void {
  const broken: string[] = [];
  const check = (holds: boolean, what: string): void => {
    if (!holds) broken.push(what);
  };
  for (const stage of graph.stages) {
    const name = `stage ${stage.stageId} (${stage.state}, attempt ${stage.attempt})`;
    if (stage.state === 'resolved' || stage.state === 'running') {
      check(inputsComplete(stage), `${name} lacks an input`);
    }
    if (stage.state === 'unresolved') checkWaiting(graph, stage, name, check);
    if (stage.state === 'running' || stage.state === 'successful') checkPartitions(stage, name, check);
    if (stage.state !== 'running') {
      check(!tasksOf(stage).some((task) => task.status.kind === 'running'), `${name} has a running task`);
    }
    if (graph.ended === 'successful') check(stage.state === 'successful', `the job succeeded, ${name} did not`);
    if (graph.ended === 'failed') {
      check(stage.state === 'successful' || stage.state === 'failed', `the job failed, ${name} goes on`);
    } else {
      check(stage.state !== 'failed', `${name} failed, the job goes on`);
    }
  }
  if (graph.ended === undefined) {
    const moving = graph.stages.some((stage) => stage.state === 'resolved' || stage.state === 'running');
    check(moving, 'no stage runs or could run: the job waits for ever');
  }
  if (broken.length > 0) throw new InternalError(`job ${graph.jobId}: ${broken.join('; ')}`);
}

type Check = (holds: boolean, what: string) => void;

function checkWaiting(graph: ExecutionGraph, stage: Stage, name: string, check: Check): void {
  check(!inputsComplete(stage), `${name} has all inputs and waits`);
  for (const [inputId, input] of stage.inputLocations) {
    const source = graph.stage(inputId);
    if (!input.complete) check(source?.state !== 'successful', `${name} was not told of stage ${inputId}`);
    else if (source?.state === 'successful') {
      const same = JSON.stringify(input.locations) === JSON.stringify(outputLocations(source));
      check(same, `${name} knows other pieces of stage ${inputId} than there are`);
    }
  }
}

/** Every partition is exactly one of: waiting, in a running task, done by a successful one. */
function checkPartitions(stage: RunningStage | SuccessfulStage, name: string, check: Check): void {
  const owners = new Map<number, string[]>();
  const own = (partition: number, owner: string): void => {
    owners.set(partition, [...(owners.get(partition) ?? []), owner]);
  };
  if (stage.state === 'running') for (const partition of stage.pending.toArray()) own(partition, 'pending');
  let running = 0;
  for (const task of stage.tasks) {
    if (task.status.kind === 'running') running += 1;
    if (task.status.kind === 'running' || task.status.kind === 'successful') {
      for (const partition of task.partitions) own(partition, `${task.status.kind} task ${task.taskId}`);
    }
    if (stage.state === 'running') {
      check(!(task.outputLost && task.status.kind === 'successful'), `${name} counts on the lost task ${task.taskId}`);
    }
    check(!stage.collapse || task.vcores === 1, `${name} collapses, and task ${task.taskId} has ${task.vcores} vcores`);
  }
  check(running === stage.tasks.running, `${name} counts ${stage.tasks.running} running tasks, there are ${running}`);
  for (let partition = 0; partition < stage.partitionCount; partition += 1) {
    const who = owners.get(partition) ?? [];
    check(who.length === 1, `${name}: partition ${partition} is ${who.join(' and ') || 'nobody’s'}`);
  }
  check(
    [...owners.keys()].every((partition) => partition < stage.partitionCount),
    `${name} has a stray partition`,
  );
  if (stage.state === 'running') {
    const done = stage.pending.length === 0 && stage.tasks.running === 0;
    check(!done, `${name} is done and still running`);
  }
}
