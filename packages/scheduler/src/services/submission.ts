import { randomUUID } from 'node:crypto';
import {
  chooseTargetPartitions,
  InvalidArgumentError,
  NotYetSupportedError,
  operationId,
  type SessionConfig,
  sessionId,
} from '@ballista-ts/core';
import type { ExecuteQueryParams } from '@ballista-ts/core/proto/ballista';
import { decodeLogicalPlan, decodePhysicalPlan, pairsFromProto } from '@ballista-ts/core/serde';
import type { Query } from '../driver/job-planner.js';
import type { Submission } from '../driver/scheduler-driver.js';
import type { ServiceContext } from './context.js';

/**
 * A submission as it came over the wire. What is wrong with the request itself is told to the caller here; what is wrong
 * with the query shows when it is planned, and is the job's failure.
 */
export function readSubmission(params: ExecuteQueryParams, ctx: ServiceContext): Submission {
  const { config, warnings } = ctx
    .sessionConfig()
    .applyWirePairs(pairsFromProto(params.settings), { strict: ctx.strictConfig });
  return {
    operationId: operationId(params.operationId === '' ? randomUUID() : params.operationId),
    sessionId: sessionId(params.sessionId === '' ? randomUUID() : params.sessionId),
    jobName: config.get('ballista.job.name') ?? '',
    config: withTargetPartitions(config, ctx),
    query: readQuery(params, ctx),
    warnings: warnings.map((warning) => warning.message),
  };
}

function readQuery({ query }: ExecuteQueryParams, ctx: ServiceContext): Query {
  const { functions, logicalCodecs, physicalCodecs } = ctx;
  const options = { functions, logicalCodecs, physicalCodecs };
  switch (query.case) {
    case undefined:
      throw new InvalidArgumentError('the request has no query: give a logical or a physical plan');
    case 'logicalPlan':
      return { kind: 'logical', plan: decodeLogicalPlan(query.value, options) };
    case 'physicalPlan':
      return { kind: 'physical', plan: decodePhysicalPlan(query.value, options) };
    case 'substraitPlan':
      throw new NotYetSupportedError('submitting a Substrait plan', 'submit a logical plan');
  }
}

/** The size of the cluster decides, unless the user has. Before any executor is there, the default does. */
function withTargetPartitions(config: SessionConfig, { driver }: ServiceContext): SessionConfig {
  const key = 'datafusion.execution.target_partitions';
  const vcores = driver.core.totalVcores();
  if (vcores === 0 || (config.isSet(key) && config.get(key) > 0)) return config;
  return config.override(key, chooseTargetPartitions(config, vcores));
}
