import type { Message } from '@bufbuild/protobuf';
import { toSafeNumber, toUint64 } from '../wire/message.js';

const maxUint32 = 0xffffffff;

/** A row count in a 32-bit field: the largest number stands in for anything larger, which a field of ours then says. */
export const narrow = (value: number): number => Math.min(value, maxUint32);
/** The number for the field of ours, when the narrow one cannot hold it. */
export const wide = (value: number | undefined): bigint | undefined =>
  value === undefined || value <= maxUint32 ? undefined : toUint64(value);
/** The number that was meant. */
export const widened = (value: number, wideValue: bigint | undefined, owner: Message, field: string): number =>
  wideValue === undefined ? value : toSafeNumber(wideValue, owner, field);

/** An optional count that has no narrow form when it is absent. */
export const narrowOptional = (value: number | undefined): number | undefined =>
  value === undefined ? undefined : narrow(value);

/** `{ fetch }`, or nothing when there is no limit. */
export const fetchOf = (value: number | undefined): { readonly fetch?: number } =>
  value === undefined ? {} : { fetch: value };

/** A limit that says "none" by a negative number. */
export const signedFetch = (fetch: number | undefined): bigint => (fetch === undefined ? -1n : toUint64(fetch));
export const signedFetchFrom = (fetch: bigint, owner: Message): { readonly fetch?: number } =>
  fetch < 0n ? {} : { fetch: toSafeNumber(fetch, owner, 'fetch') };
