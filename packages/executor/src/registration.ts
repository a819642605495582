import { readFile, statfs } from 'node:fs/promises';
import { cpus, release, type as systemType, version } from 'node:os';
import {
  type ExecutorId,
  type ExecutorRegistration,
  InvalidArgumentError,
  type OperatingSystem,
} from '@ballista-ts/core';
import { BALLISTA_PROTOCOL_VERSION } from '@ballista-ts/core/serde';

export interface RegistrationInput {
  readonly id: ExecutorId;
  /** Undefined: the address that the scheduler sees our connection come from. */
  readonly host: string | undefined;
  readonly port: number;
  readonly grpcPort: number;
  readonly vcores: number;
  readonly workDir: string;
}

/** What this executor tells every scheduler about itself. */
export async function describeExecutor(input: RegistrationInput): Promise<ExecutorRegistration> {
  const { id, host, port, grpcPort, vcores, workDir } = input;
  return {
    id,
    ...(host === undefined ? {} : { host }),
    port,
    grpcPort,
    vcores,
    os: await operatingSystem(workDir),
    protocolVersion: BALLISTA_PROTOCOL_VERSION,
  };
}

async function operatingSystem(workDir: string): Promise<OperatingSystem> {
  const disk = await statfs(workDir).catch(() => undefined);
  return {
    systemName: systemType(),
    kernelVersion: release(),
    osVersion: release(),
    osVersionLong: version(),
    physicalCores: cpus().length,
    numDisks: disk === undefined ? 0 : 1,
    totalDiskSpace: disk === undefined ? 0 : disk.blocks * disk.bsize,
    totalAvailableDiskSpace: disk === undefined ? 0 : disk.bavail * disk.bsize,
    openFilesLimit: await openFilesLimit(),
  };
}

/** 0 where the system does not tell. */
async function openFilesLimit(): Promise<number> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const [, soft] = /^Max open files\s+(\d+)/m.exec(limits) ?? [];
  return Number(soft ?? 0);
}

/** A host to announce for a listener bound there: a wildcard is no address that anybody could dial. */
export function announcedHost(bindHost: string, externalHost: string | undefined): string | undefined {
  if (externalHost !== undefined) {
    if (externalHost === '') throw new InvalidArgumentError('the external host is empty');
    return externalHost;
  }
  return bindHost === '0.0.0.0' || bindHost === '::' ? undefined : bindHost;
}
