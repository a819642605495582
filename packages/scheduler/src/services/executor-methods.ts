import {
  type ExecutorRegistration,
  executorId,
  FailedPreconditionError,
  InvalidArgumentError,
  UnavailableError,
} from '@ballista-ts/core';
import type {
  ExecutorRegistration as ExecutorRegistrationMessage,
  ExecutorStoppedParams,
  HeartBeatParams,
  PollWorkParams,
  RegisterExecutorParams,
  UpdateTaskStatusParams,
} from '@ballista-ts/core/proto/ballista';
import {
  BALLISTA_PROTOCOL_VERSION,
  executorMetricFromProto,
  executorRegistrationFromProto,
  executorStateFromProto,
  taskStatusFromProto,
} from '@ballista-ts/core/serde';
import type { HandlerContext } from '@connectrpc/connect';
import type { ServiceContext } from './context.js';
import { peerAddress } from './peer.js';

type Registration = ExecutorRegistration & { readonly host: string };

/** A registration whose version is ours and whose numbers make sense. */
function checkedRegistration(
  proto: ExecutorRegistrationMessage,
  call: HandlerContext,
  ctx: ServiceContext,
): Registration {
  if (proto.ballistaProtocolVersion !== BALLISTA_PROTOCOL_VERSION) {
    throw rejected(
      ctx,
      `protocol version mismatch: scheduler=${BALLISTA_PROTOCOL_VERSION}, executor=${proto.ballistaProtocolVersion}`,
      proto.id,
    );
  }
  const registration = executorRegistrationFromProto(proto);
  const { id, port, grpcPort, vcores } = registration;
  for (const [what, value] of Object.entries({ port, grpcPort })) {
    if (value < 1 || value > 65_535) throw new InvalidArgumentError(`executor ${id}: ${what} ${value} is not a port`);
  }
  if (vcores < 1) throw new InvalidArgumentError(`executor ${id} offers no vcores`);
  const host = registration.host ?? call.values.get(peerAddress);
  if (host === undefined) throw new InvalidArgumentError(`executor ${id} does not say its host`);
  return { ...registration, host };
}

/** A call of an executor that speaks another protocol: one log line and one count each. */
function rejected(ctx: ServiceContext, message: string, id: string): FailedPreconditionError {
  ctx.logger.info('an executor was rejected', { executorId: id, reason: message });
  ctx.metrics.recordRejectedByProtocolVersion();
  return new FailedPreconditionError(message);
}

/** An executor that is told so keeps what it has to say, for this scheduler or the next one. */
function checkTaken(ctx: ServiceContext): void {
  if (!ctx.driver.isOpen) throw new UnavailableError('the scheduler takes nothing in: it starts, or is shutting down');
}

const missingMetadata = (): InvalidArgumentError => new InvalidArgumentError('Missing metadata in request');

/** The methods that executors call. */
export const executorMethods = (ctx: ServiceContext) => ({
  async registerExecutor({ metadata }: RegisterExecutorParams, call: HandlerContext) {
    if (metadata === undefined) throw missingMetadata();
    const registration = checkedRegistration(metadata, call, ctx);
    ctx.checkOpen();
    const { id, host, port, grpcPort, vcores } = registration;
    // An executor that cannot be called back could never be given a task.
    await ctx.driver.dialBack({ id, host, port, grpcPort, vcores }, ctx.dialBackTimeoutMs);
    ctx.driver.dispatch({ kind: 'executorRegistered', registration, fresh: true });
    return { success: true };
  },

  heartBeatFromExecutor({ executorId: name, metadata, metrics, status }: HeartBeatParams, call: HandlerContext) {
    if (metadata === undefined) {
      throw rejected(
        ctx,
        'heartbeat missing registration metadata; executors must include ExecutorRegistration (see BALLISTA_PROTOCOL_VERSION)',
        name,
      );
    }
    const registration = checkedRegistration(metadata, call, ctx);
    if (name !== registration.id) {
      throw new InvalidArgumentError(`the heartbeat of executor ${name} carries the metadata of ${registration.id}`);
    }
    const state = executorStateFromProto(status);
    const { driver } = ctx;
    const known = driver.core.executor(registration.id)?.metadata;
    const { id, host, port, grpcPort, vcores } = registration;
    const moved = known !== undefined && (known.port !== port || known.grpcPort !== grpcPort);
    if ((known === undefined && state !== 'terminating') || moved) {
      driver.dispatch({ kind: 'executorRegistered', registration, fresh: false });
      // Opens the connection whose end would tell that the executor is gone.
      driver.suspect({ id, host, port, grpcPort, vcores }, 'it named itself in a heartbeat');
    }
    driver.dispatch({
      kind: 'executorHeartbeat',
      executorId: registration.id,
      state,
      metrics: metrics.map(executorMetricFromProto),
    });
    return { reregister: false };
  },

  updateTaskStatus({ executorId: name, taskStatus }: UpdateTaskStatusParams) {
    checkTaken(ctx);
    const id = executorId(name);
    // What an executor says that was given up is of no use: its tasks run elsewhere.
    if (ctx.driver.core.executor(id) === undefined) return { success: false };
    ctx.driver.dispatch({ kind: 'taskStatuses', executorId: id, statuses: taskStatus.map(taskStatusFromProto) });
    // Its log may have failed on that very event.
    checkTaken(ctx);
    return { success: true };
  },

  executorStopped({ executorId: name, reason }: ExecutorStoppedParams) {
    ctx.driver.dispatch({ kind: 'executorLost', executorId: executorId(name), reason: reason || 'it stopped' });
    return {};
  },

  pollWork({ metadata }: PollWorkParams, call: HandlerContext): never {
    if (metadata === undefined) throw missingMetadata();
    checkedRegistration(metadata, call, ctx);
    throw new FailedPreconditionError('Bad request because poll work is not supported for push-based task scheduling');
  },
});
