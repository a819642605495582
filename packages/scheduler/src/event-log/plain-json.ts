import { InternalError } from '@ballista-ts/core';

/**
 * Values of our nouns as JSON. What JSON lacks is written as an object with one key that begins with `$`: bytes, big
 * integers, and the numbers that are none or minus zero. Anything else that is not plain data is refused, so that nothing is
 * lost in silence.
 */
export function toPlainJson(value: unknown, path = 'record'): unknown {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0) ? value : { $n: Object.is(value, -0) ? '-0' : `${value}` };
    case 'bigint':
      return { $i: `${value}` };
    case 'object':
      break;
    default:
      throw new InternalError(`${path} is a ${typeof value}, which the event log cannot hold`);
  }
  if (value === null) return null;
  if (value instanceof Uint8Array)
    return { $b: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64') };
  if (Array.isArray(value)) return value.map((item, index) => toPlainJson(item, `${path}[${index}]`));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    throw new InternalError(`${path} is a ${value.constructor.name}, which the event log cannot hold`);
  }
  const entries: [string, unknown][] = [];
  for (const [key, item] of Object.entries(value)) {
    if (key.startsWith('$')) throw new InternalError(`${path} has a key ${key}, which the event log cannot hold`);
    if (item !== undefined) entries.push([key, toPlainJson(item, `${path}.${key}`)]);
  }
  return Object.fromEntries(entries);
}

/** The value of what {@link toPlainJson} made. */
export function fromPlainJson(json: unknown): unknown {
  if (typeof json !== 'object' || json === null) return json;
  if (Array.isArray(json)) return json.map(fromPlainJson);
  const tagged = json as { readonly $n?: string; readonly $i?: string; readonly $b?: string };
  if (tagged.$b !== undefined) return new Uint8Array(Buffer.from(tagged.$b, 'base64'));
  if (tagged.$i !== undefined) return BigInt(tagged.$i);
  if (tagged.$n !== undefined) return Number(tagged.$n);
  return Object.fromEntries(Object.entries(json).map(([key, item]) => [key, fromPlainJson(item)]));
}
