import type {
  FunctionCatalog,
  Logger,
  LogicalExtensionCodec,
  PhysicalExtensionCodec,
  SessionConfig,
} from '@ballista-ts/core';
import type { SchedulerDriver } from '../driver/scheduler-driver.js';
import type { SchedulerMetricsCollector } from '../metrics/collector.js';

/** What the methods of the service work with. */
export interface ServiceContext {
  readonly driver: SchedulerDriver;
  readonly logger: Logger;
  readonly metrics: SchedulerMetricsCollector;
  readonly functions: FunctionCatalog;
  readonly logicalCodecs: readonly LogicalExtensionCodec[];
  readonly physicalCodecs: readonly PhysicalExtensionCodec[];
  /** Settings that every session begins with. */
  readonly sessionConfig: () => SessionConfig;
  /** Refuse settings instead of answering a warning. */
  readonly strictConfig: boolean;
  readonly dialBackTimeoutMs: number;
  /** @throws UnavailableError while nothing new is taken in: before the start, and when shutting down */
  readonly checkOpen: () => void;
}
