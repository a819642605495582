import { SchedulerGrpc } from '@ballista-ts/core/proto/ballista';
import { mapServiceErrors } from '@ballista-ts/flight';
import type { ConnectRouter, ServiceImpl } from '@connectrpc/connect';
import { clientMethods } from './client-methods.js';
import type { ServiceContext } from './context.js';
import { executorMethods } from './executor-methods.js';

/** The whole service `SchedulerGrpc`. */
export const schedulerRoutes =
  (ctx: ServiceContext) =>
  (router: ConnectRouter): ConnectRouter => {
    const service: ServiceImpl<typeof SchedulerGrpc> = { ...executorMethods(ctx), ...clientMethods(ctx) };
    return router.service(SchedulerGrpc, service, { interceptors: [mapServiceErrors] });
  };
