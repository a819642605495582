import { InvalidArgumentError, NotYetSupportedError } from '@ballista-ts/core';
import { expect, test } from 'vitest';
import { createLocalObjectStore } from './local-object-store.js';
import { createObjectStoreRegistry } from './object-store-registry.js';

test('files are there from the start, however the URL is written', () => {
  const registry = createObjectStoreRegistry();
  const files = registry.get('file:///');
  expect(registry.get('file:///tmp/x')).toBe(files);
  expect(registry.get('FILE://localhost/tmp')).toBe(files);
});

test('a store is found by scheme and authority', () => {
  const mine = createLocalObjectStore({ root: '/nowhere' });
  const registry = createObjectStoreRegistry({ 's3://bucket/': mine });
  expect(registry.get('s3://bucket')).toBe(mine);
  expect(registry.get('S3://bucket/a/b')).toBe(mine);
  expect(() => registry.get('s3://other/')).toThrow(NotYetSupportedError);
  const another = createLocalObjectStore();
  registry.register('s3://bucket/', another);
  expect(registry.get('s3://bucket/')).toBe(another);
});

test.each(['http', 'https', 's3', 'gs', 'hdfs'])('the scheme %s is named as not yet there', (scheme) => {
  expect(() => createObjectStoreRegistry().get(`${scheme}://host/`)).toThrow(
    `object store ${scheme} is not supported yet`,
  );
});

test('what is no URL is refused', () => {
  expect(() => createObjectStoreRegistry().get('/data')).toThrow(InvalidArgumentError);
});
