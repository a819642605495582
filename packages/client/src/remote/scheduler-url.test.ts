import { describe, expect, test } from 'vitest';
import { schedulerUrl } from './scheduler-url.js';

describe('the address of a scheduler', () => {
  test.each([
    ['df://localhost:50050', 'http://localhost:50050'],
    ['df://', 'http://localhost:50050'],
    ['df://example.org', 'http://example.org:50050'],
    ['http://example.org:80', 'http://example.org:80'],
    ['https://example.org/', 'https://example.org:50050'],
    ['df://[::1]:4000', 'http://[::1]:4000'],
  ])('%s is %s', (text, baseUrl) => {
    expect(schedulerUrl(text).baseUrl).toBe(baseUrl);
  });

  test('a bare IPv6 address is what sockets connect to', () => {
    expect(schedulerUrl('https://[::1]:4000')).toMatchObject({ host: '::1', port: 4000, secure: true });
  });

  test.each(['localhost:50050', 'ftp://x', 'df://a b', 'df://host:port', 'df://x/path', ''])('%j is none', (text) => {
    expect(() => schedulerUrl(text)).toThrow(/is not the address of a scheduler/);
  });
});
