import type { ExecutorId } from '../ids.js';

/** What an executor tells a scheduler about itself, with every registration, heartbeat and poll. */
export interface ExecutorRegistration {
  readonly id: ExecutorId;
  /** Absent: the address the connection comes from. */
  readonly host?: string;
  /** Port of the Flight service. */
  readonly port: number;
  /** Port of the control service. */
  readonly grpcPort: number;
  readonly vcores: number;
  readonly os?: OperatingSystem;
  /** Must equal the scheduler's own; 0 never does. */
  readonly protocolVersion: number;
}

export interface OperatingSystem {
  readonly systemName: string;
  readonly kernelVersion: string;
  readonly osVersion: string;
  readonly osVersionLong: string;
  readonly physicalCores: number;
  readonly numDisks: number;
  readonly totalDiskSpace: number;
  readonly totalAvailableDiskSpace: number;
  readonly openFilesLimit: number;
}

export type ExecutorState = 'active' | 'dead' | 'unknown' | 'terminating';

/** Bytes, as measured. */
export interface ExecutorMetric {
  readonly kind:
    | 'availableMemory'
    | 'totalMemory'
    | 'usedMemory'
    | 'procPhysicalMemory'
    | 'procVirtualMemory'
    | 'peakPhysicalMemory'
    | 'peakVirtualMemory';
  readonly value: number;
}
