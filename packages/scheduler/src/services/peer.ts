import { type ContextKey, createContextKey } from '@connectrpc/connect';

/** Address that a call comes from, for executors that do not say where they are. */
export const peerAddress: ContextKey<string | undefined> = createContextKey<string | undefined>(undefined, {
  description: 'address of the peer',
});

/** IPv4 addresses of dual-stack sockets come as `::ffff:10.0.0.1`. */
export const plainAddress = (address: string | undefined): string | undefined =>
  address?.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/, '');
