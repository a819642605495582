import { expect, test } from 'vitest';
import { isSecretKey, redactPairs, redactValue } from './redact.js';
import { builtinRegistry } from './registry.js';

test('of our own keys only the three of S3 are secret', () => {
  const secret = [...builtinRegistry.keys()].filter((key) => isSecretKey(key, builtinRegistry.entry(key)));
  expect(secret).toEqual(['s3.access_key_id', 's3.secret_access_key', 's3.session_token']);
  // The pattern alone finds them too, where a peer's settings are shown that have no definition here.
  expect([...builtinRegistry.keys()].filter((key) => isSecretKey(key))).toEqual(secret);
});

test.each([
  'acme.password',
  'acme.db-password',
  'x.api_key',
  'azure.account_key',
  'a.credentials',
  'TOKEN',
  'a.client_secret',
])('%s is secret by its name', (key) => {
  expect(isSecretKey(key)).toBe(true);
});

test.each(['acme.tokenizer', 'acme.passwordless', 'acme.key', 'acme.partition_key', 'acme.secretary'])(
  '%s is not',
  (key) => {
    expect(isSecretKey(key)).toBe(false);
  },
);

test('what is absent or empty is shown as it is, so that one sees that a secret is missing', () => {
  expect(redactValue('acme.token', null)).toBeNull();
  expect(redactValue('acme.token', undefined)).toBeUndefined();
  expect(redactValue('acme.token', '')).toBe('');
  expect(redactValue('acme.token', 'x')).toBe('***');
});

test('user and password inside a URL are hidden under any key', () => {
  expect(redactValue('a.url', 'https://me:pw@host/p?q=a@b')).toBe('https://***@host/p?q=a@b');
  expect(redactValue('a.url', 'https://host/me@home')).toBe('https://host/me@home');
});

test('pairs keep their order and everything else', () => {
  const pairs = [{ key: 'a.b', value: '1' }, { key: 's3.session_token', value: 'x' }, { key: 's3.session_token' }];
  expect(redactPairs(pairs)).toEqual([
    { key: 'a.b', value: '1' },
    { key: 's3.session_token', value: '***' },
    { key: 's3.session_token' },
  ]);
});
