import { InternalError } from '@ballista-ts/core';
import { decodeLz4Frame, encodeLz4Frame, type Lz4BlockFunctions } from './lz4-frame.js';
import { decodeZstdFrame, encodeZstdFrame, loadZstd } from './zstd.js';

/** How the buffers of an IPC message body are packed. */
export type IpcCompression = 'none' | 'lz4' | 'zstd';

/** Packs and unpacks one buffer. Both directions are synchronous and keep no state between calls. */
export interface IpcCodec {
  readonly name: Exclude<IpcCompression, 'none'>;
  encode(bytes: Uint8Array): Uint8Array;
  /** @throws DecodeError when the result is not exactly `expectedLength` bytes. */
  decode(bytes: Uint8Array, expectedLength: number): Uint8Array;
}

export type IpcCodecs = Readonly<Record<IpcCodec['name'], IpcCodec>>;

let loading: Promise<IpcCodecs> | undefined;
let loaded: IpcCodecs | undefined;

/**
 * Loads the codecs once per thread: they are WebAssembly, and importing a package must not run code. Everything here that
 * encodes or decodes calls it; whoever calls the synchronous parts directly awaits it first.
 *
 * Arrow's own global registry is left alone: our encoder and decoder do not use it.
 */
export function ensureIpcCodecs(): Promise<IpcCodecs> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined; // the next caller may have more luck (file handles, a bundler's path)
    throw error;
  });
  return loading;
}

async function load(): Promise<IpcCodecs> {
  const [lz4Module, zstd] = await Promise.all([import('lz4-wasm-nodejs'), loadZstd()]);
  // A CommonJS module: which names Node finds on the namespace is a heuristic, `default` is always the whole.
  const lz4 = ((lz4Module as { default?: Lz4BlockFunctions }).default ?? lz4Module) as Lz4BlockFunctions;
  loaded = {
    lz4: {
      name: 'lz4',
      encode: (bytes) => encodeLz4Frame(bytes, lz4),
      decode: (bytes, expectedLength) => decodeLz4Frame(bytes, expectedLength, lz4),
    },
    zstd: {
      name: 'zstd',
      encode: (bytes) => encodeZstdFrame(bytes, zstd),
      decode: (bytes, expectedLength) => decodeZstdFrame(bytes, expectedLength, zstd),
    },
  };
  return loaded;
}

/** The codec, for synchronous code. @throws InternalError before {@link ensureIpcCodecs} has resolved. */
export function ipcCodec(name: IpcCodec['name']): IpcCodec {
  if (loaded === undefined) throw new InternalError(`await ensureIpcCodecs() before using the ${name} codec`);
  return loaded[name];
}
