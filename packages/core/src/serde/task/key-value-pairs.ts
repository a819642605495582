import { type KeyValuePair, KeyValuePairSchema } from '../../gen/ballista_pb.js';
import { message } from '../wire/message.js';

/** Settings as messages. A pair without value travels as such; it sets nothing on the other side. */
export const pairsToProto = (pairs: Iterable<{ readonly key: string; readonly value?: string }>): KeyValuePair[] =>
  Array.from(pairs, ({ key, value }) => message(KeyValuePairSchema, { key, value }));

/** The pairs that carry a value. The others cannot unset anything, and are left out. */
export const pairsFromProto = (protos: readonly KeyValuePair[]): { readonly key: string; readonly value: string }[] =>
  protos.flatMap(({ key, value }) => (value === undefined ? [] : [{ key, value }]));
