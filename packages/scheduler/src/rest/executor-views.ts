import type { ExecutorRecord } from '../core/executor-pool.js';

const metricNames = {
  availableMemory: 'available_memory',
  totalMemory: 'total_memory',
  usedMemory: 'used_memory',
  procPhysicalMemory: 'proc_physical_memory',
  procVirtualMemory: 'proc_virtual_memory',
  peakPhysicalMemory: 'peak_physical_memory',
  peakVirtualMemory: 'peak_virtual_memory',
} as const;

/** An executor as the scheduler sees it. */
export const executorView = ({ metadata, os, state, usedVcores, lastSeen, metrics }: ExecutorRecord) => ({
  id: metadata.id,
  host: metadata.host,
  port: metadata.port,
  grpc_port: metadata.grpcPort,
  status: state,
  last_seen: lastSeen,
  specification: { vcores: metadata.vcores },
  used_vcores: usedVcores,
  metrics: metrics.map(({ kind, value }) => ({ type: metricNames[kind], value })),
  ...(os !== undefined && {
    os_info: {
      system_name: os.systemName,
      kernel_ver: os.kernelVersion,
      os_ver: os.osVersion,
      os_ver_long: os.osVersionLong,
      physical_cores: os.physicalCores,
      num_disks: os.numDisks,
      total_disk_space: os.totalDiskSpace,
      total_available_disk_space: os.totalAvailableDiskSpace,
      open_files_limit: os.openFilesLimit,
    },
  }),
});
