import {
  InvalidArgumentError,
  NotYetSupportedError,
  type ObjectStore,
  type ObjectStoreRegistry,
} from '@ballista-ts/core';
import { createLocalObjectStore } from './local-object-store.js';

/** Stores by URL. `file:///` is there from the start. */
export interface MutableObjectStoreRegistry extends ObjectStoreRegistry {
  /** Makes a store known for a scheme and authority such as `s3://bucket/`, replacing what was there. */
  register(objectStoreUrl: string, store: ObjectStore): void;
}

/** A registry that knows local files and whatever is registered with it. */
export function createObjectStoreRegistry(
  stores: Readonly<Record<string, ObjectStore>> = {},
): MutableObjectStoreRegistry {
  const registry = new Registry();
  registry.register('file:///', createLocalObjectStore());
  for (const [url, store] of Object.entries(stores)) registry.register(url, store);
  return registry;
}

class Registry implements MutableObjectStoreRegistry {
  readonly #stores = new Map<string, ObjectStore>();

  register(objectStoreUrl: string, store: ObjectStore): void {
    this.#stores.set(storeKey(objectStoreUrl), store);
  }

  get(objectStoreUrl: string): ObjectStore {
    const key = storeKey(objectStoreUrl);
    const store = this.#stores.get(key);
    if (store !== undefined) return store;
    const scheme = key.slice(0, key.indexOf(':'));
    throw new NotYetSupportedError(
      `object store ${scheme}`,
      `${objectStoreUrl}; register a store for ${key} to use it`,
    );
  }
}

/** Scheme and authority: `s3://bucket/a/b` and `S3://bucket` are the same store. */
function storeKey(url: string): string {
  const match = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i.exec(url);
  if (match === null) {
    throw new InvalidArgumentError(
      `${JSON.stringify(url)} is not an object store URL such as file:/// or s3://bucket/`,
    );
  }
  const [, scheme = '', authority = ''] = match;
  const host = scheme.toLowerCase() === 'file' && authority === 'localhost' ? '' : authority;
  return `${scheme.toLowerCase()}://${host}/`;
}
