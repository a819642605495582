import type { PhysicalExtensionCodec, SessionConfig, TaskDefinition } from '@ballista-ts/core';
import type { MultiTaskDefinition } from '@ballista-ts/core/proto/ballista';
import { encodePhysicalPlan, multiTaskDefinitionToProto } from '@ballista-ts/core/serde';
import type { TaskLaunch } from '../core/effects.js';

/** Turns bound tasks into messages. Settings are written once per session, not once per task. */
export function createTaskEncoder(physicalCodecs: readonly PhysicalExtensionCodec[]) {
  const written = new WeakMap<SessionConfig, TaskDefinition['props']>();
  const propsOf = (config: SessionConfig): TaskDefinition['props'] => {
    let props = written.get(config);
    if (props === undefined) {
      props = config.toWirePairs().flatMap(({ key, value }) => (value === undefined ? [] : [{ key, value }]));
      written.set(config, props);
    }
    return props;
  };
  /** @throws NotYetSupportedError for a node that no codec can carry */
  return ({ job, bound }: TaskLaunch, launchTime: number): MultiTaskDefinition =>
    multiTaskDefinitionToProto({
      taskId: bound.task.taskId,
      taskAttemptNum: bound.taskAttempt,
      jobId: job.jobId,
      stageId: bound.stageId,
      stageAttemptNum: bound.stageAttempt,
      plan: encodePhysicalPlan(bound.plan, { physicalCodecs }),
      sessionId: job.sessionId,
      launchTime,
      props: propsOf(job.config),
      globalOutputPartitionIds: bound.globalOutputPartitionIds,
      vcoresConsumed: bound.task.vcores,
    });
}

export type TaskEncoder = ReturnType<typeof createTaskEncoder>;
