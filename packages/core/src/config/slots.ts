import { defineSlot } from './slot.js';

/** Certificates of one connection; texts in PEM form. */
export interface TlsOptions {
  /** Authorities to trust in place of those of the platform. */
  readonly ca?: string | readonly string[];
  /** Our own certificate and its key, where the peer asks for one. */
  readonly cert?: string;
  readonly key?: string;
  /** Name that the peer's certificate must carry, where it differs from the host. */
  readonly serverName?: string;
}

/** How to reach a scheduler or an executor. */
export interface GrpcEndpoint {
  /** `http://` or `https://`, host and port. */
  readonly url: string;
  readonly tls?: TlsOptions;
  readonly headers?: Readonly<Record<string, string>>;
  readonly connectTimeoutMs?: number;
  readonly timeoutMs?: number;
}

/** Changes an endpoint before a connection is made: other certificates, headers, another address. */
export type GrpcEndpointOverride = (endpoint: GrpcEndpoint) => GrpcEndpoint | Promise<GrpcEndpoint>;

/** Headers of every request from the client to the scheduler. */
export const grpcMetadataSlot = defineSlot<Readonly<Record<string, string>>>('grpc metadata');
/** Asked before each connection to a scheduler or an executor. */
export const grpcEndpointOverrideSlot = defineSlot<GrpcEndpointOverride>('grpc endpoint override');
