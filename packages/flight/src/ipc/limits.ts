/** How much a decoder believes a peer. Every length is compared with these before it is used. */
export interface IpcLimits {
  /** Bytes of one message's metadata. @default 8 MiB */
  readonly maxMetadataBytes: number;
  /** Bytes of one message's body as it travels. @default 1 GiB */
  readonly maxBodyBytes: number;
  /** Bytes of one message's body when it is unpacked: a compressed body is small on the wire. @default 1 GiB */
  readonly maxUncompressedBytes: number;
}

export const defaultIpcLimits: IpcLimits = {
  maxMetadataBytes: 8_388_608,
  maxBodyBytes: 1024 * 1024 * 1024,
  maxUncompressedBytes: 1024 * 1024 * 1024,
};
