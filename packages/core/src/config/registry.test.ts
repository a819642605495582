import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ConfigError } from '../errors/errors.js';
import { builtinDefinitions } from './builtin.js';
import { type ConfigDefinitions, defineConfig } from './define.js';
import { defaultOf, formatValue } from './entry.js';
import { bool, bytes, int, oneOf, text } from './kinds.js';
import { builtinRegistry, ConfigRegistry } from './registry.js';
import type { ConfigValue } from './value-type.js';

const keys = [...builtinRegistry.keys()];
const read = (key: string, input: unknown): ConfigValue => builtinRegistry.read(key, input);
const message = (call: () => unknown): string => {
  try {
    call();
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('nothing was thrown');
};

describe('every key', () => {
  test.each(['engine', 'upgraded', 'ballista'] as const)(
    'takes its default of a %s session as value and as text',
    (kind) => {
      for (const key of keys) {
        const definition = builtinRegistry.require(key);
        const value = defaultOf(definition, kind);
        expect(read(key, value), key).toEqual(value);
        expect(read(key, formatValue(definition, value) ?? null), key).toEqual(value);
      }
    },
  );

  test('refuses a value of another type, naming key, value and what it takes', () => {
    for (const key of keys) {
      const { type } = builtinRegistry.require(key);
      const wrongText = type.anyText === true ? 5 : '\u0000 no value at all';
      for (const wrong of [undefined, {}, Symbol('x'), () => 1, Number.NaN, Number.POSITIVE_INFINITY, [1], wrongText]) {
        const told = message(() => read(key, wrong));
        expect(told).toContain(key);
        if (typeof wrong !== 'string' || type.describeWrong === undefined) expect(told).toContain(type.expected);
      }
    }
  });

  test('takes null only if it may be absent', () => {
    for (const key of keys) {
      if (builtinRegistry.require(key).optional) expect(read(key, null), key).toBeNull();
      else
        expect(message(() => read(key, null))).toBe(
          `configuration key ${key} must have a value: expected ${builtinRegistry.require(key).type.expected}`,
        );
    }
  });

  test('is described in a sentence', () => {
    for (const key of keys) {
      expect(builtinRegistry.require(key).doc, key).toMatch(/^[A-Z].*\.$/);
      expect(builtinRegistry.require(key).since, key).toMatch(/^\d+\.\d+\.\d+$/);
    }
  });
});

test('descriptions are never shared by two keys', () => {
  const docs = keys.map((key) => builtinRegistry.require(key).doc);
  expect(docs.filter((doc, at) => docs.indexOf(doc) !== at && !/^The same in rows/.test(doc))).toEqual([]);
});

test('any text either is refused with a ConfigError or survives the trip to text and back', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.integer().map(String),
    fc.double().map(String),
    fc.bigInt().map(String),
    fc.constantFrom(
      'true',
      'FALSE',
      'null',
      'zstd(3)',
      'all',
      'none',
      'rows,bytes',
      '1.5G',
      '1m30s',
      '90s',
      'UTC',
      ' 7 ',
    ),
  );
  fc.assert(
    fc.property(fc.constantFrom(...keys), anyText, (key, input) => {
      let value: ConfigValue;
      try {
        value = read(key, input);
      } catch (error) {
        expect(error).toBeInstanceOf(ConfigError);
        return;
      }
      const again = formatValue(builtinRegistry.require(key), value) ?? null;
      expect(read(key, again)).toEqual(value);
    }),
    { numRuns: 3000 },
  );
});

test('whole numbers keep to their range, whatever form they come in', () => {
  const key = 'ballista.client.io_retries_times';
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }), (n) => {
      const inside = n >= 0n && n <= 65_535n;
      for (const input of [n, String(n)]) {
        if (inside) expect(read(key, input)).toBe(Number(n));
        else expect(() => read(key, input)).toThrow(/expected a whole number from 0 to 65535/);
      }
    }),
  );
});

test.each([
  ['ballista.standalone.parallelism', '0', /from 1 to 65535/],
  ['ballista.standalone.parallelism', '65536', /from 1 to 65535/],
  ['datafusion.execution.batch_size', '0', /at least 1/],
  ['datafusion.execution.batch_size', '-1', /at least 1/],
  ['datafusion.execution.batch_size', '8192.5', /whole number/],
  ['datafusion.execution.batch_size', '8e3', /whole number/],
  ['datafusion.execution.batch_size', '', /whole number/],
  ['datafusion.execution.batch_size', '0x10', /whole number/],
  ['datafusion.execution.batch_size', '9007199254740992', /exact only up to 9007199254740991/],
  ['datafusion.execution.batch_size', 2n ** 64n - 1n, /exact only up to 9007199254740991/],
  ['datafusion.execution.batch_size', true, /whole number/],
  ['datafusion.execution.max_buffered_batches_per_output_file', '1', /at least 2/],
  ['datafusion.optimizer.default_filter_selectivity', '101', /from 0 to 100/],
  ['datafusion.execution.parquet.content_defined_chunking.norm_level', '-4', /from -3 to 3/],
  ['ballista.testing.chaos_execution.probability', '1.01', /from 0 to 1/],
  ['ballista.testing.chaos_execution.probability', 'NaN', /from 0 to 1/],
  ['ballista.testing.chaos_execution.probability', '1e999', /from 0 to 1/],
  ['ballista.testing.chaos_execution.fault_type', 'delay:', /delay:<milliseconds>/],
  ['ballista.planner.coalesce.target_partition_bytes', '64M', /no size suffix/],
  ['ballista.client.pull', '1', /true or false/],
  ['ballista.client.pull', 0, /true or false/],
  ['datafusion.sql_parser.dialect', 'oracle', /one of generic, mysql/],
  ['datafusion.execution.time_zone', 'Mars/Olympus', /time zone/],
  ['datafusion.execution.time_zone', '+25:00', /time zone/],
  ['datafusion.execution.parquet.compression', 'zstd(23)', /levels of zstd go from 1 to 22/],
  ['datafusion.execution.parquet.compression', 'zstd', /zstd\(1-22\)/],
  ['datafusion.explain.analyze_categories', 'rows,all', /all, none, or some of/],
  ['datafusion.runtime.memory_limit', '1X', /a size such as/],
  ['datafusion.runtime.memory_limit', '-1', /a size such as/],
  ['datafusion.runtime.memory_limit', '99999999G', /it exceeds/],
  ['datafusion.runtime.list_files_cache_ttl', '0s', /longer than nothing/],
  ['datafusion.runtime.list_files_cache_ttl', '', /longer than nothing/],
  ['datafusion.runtime.list_files_cache_ttl', '10', /longer than nothing/],
  ['s3.endpoint', 'ftp://here', /http or https/],
  ['ballista.job.name', 'x'.repeat(65_537), /longer than 65536/],
])('%s refuses %s', (key, input, told) => {
  expect(message(() => read(key, input))).toMatch(told);
});

test.each([
  ['ballista.client.pull', ' TRUE ', true],
  ['ballista.shuffle.compression.codec', 'ZSTD', 'zstd'],
  ['datafusion.format.duration_format', 'iso8601', 'ISO8601'],
  ['datafusion.execution.batch_size', '+512', 512],
  ['datafusion.execution.batch_size', 512n, 512],
  ['ballista.optimizer.broadcast_join_threshold_bytes', -0, 0],
  ['ballista.optimizer.broadcast_join_threshold_bytes', '-0', 0],
  ['ballista.planner.coalesce.small_partition_factor', '.5', 0.5],
  ['ballista.planner.coalesce.small_partition_factor', '2e-1', 0.2],
  ['datafusion.execution.parquet.compression', 'gzip(0)', 'gzip(0)'],
  ['datafusion.execution.parquet.coerce_int96', 'null', null],
  ['datafusion.execution.parquet.metadata_size_hint', 'NULL', null],
  ['datafusion.execution.time_zone', '+02:00', '+02:00'],
  ['datafusion.explain.analyze_categories', 'none', []],
  ['datafusion.explain.analyze_categories', 'bytes, ROWS, bytes', ['rows', 'bytes']],
  ['datafusion.runtime.memory_limit', 'unlimited', null],
  ['datafusion.runtime.memory_limit', '1.5g', 1_610_612_736],
  ['datafusion.runtime.memory_limit', '2048', 2048],
  ['datafusion.runtime.list_files_cache_ttl', '1m30s', 90],
  ['ballista.job.name', 'null', 'null'],
])('%s reads %s', (key, input, value) => {
  // Object.is tells 0 from -0, which toEqual does as well.
  expect(read(key, input)).toEqual(value);
});

test('sizes and durations are shown in the largest unit that is exact', () => {
  const show = (key: string, value: number): string | undefined => formatValue(builtinRegistry.require(key), value);
  expect(show('datafusion.runtime.memory_limit', 1_610_612_736)).toBe('1536M');
  expect(show('datafusion.runtime.memory_limit', 107_374_182_400)).toBe('100G');
  expect(show('datafusion.runtime.memory_limit', 1025)).toBe('1025');
  expect(show('datafusion.runtime.list_files_cache_ttl', 120)).toBe('2m');
  expect(show('datafusion.runtime.list_files_cache_ttl', 61)).toBe('1m1s');
  expect(show('datafusion.runtime.list_files_cache_ttl', 59)).toBe('59s');
});

describe('a key that does not exist', () => {
  test('of Ballista is named without its prefix, and the nearest one is suggested', () => {
    expect(message(() => read('ballista.shuffle.compresion.codec', 'lz4'))).toBe(
      'configuration key `shuffle.compresion.codec` does not exist; did you mean ballista.shuffle.compression.codec?',
    );
    expect(message(() => read('ballista.nope', '1'))).toContain('configuration key `nope` does not exist');
  });

  test('of somebody else is named whole', () => {
    expect(message(() => read('datafusion.execution.batchsize', '1'))).toBe(
      'configuration key `datafusion.execution.batchsize` does not exist; did you mean datafusion.execution.batch_size?',
    );
  });

  test('that lacks its prefix or has other letter case is recognised', () => {
    expect(message(() => read('planner.coalesce.enabled', 'true'))).toMatch(
      /did you mean ballista\.planner\.coalesce\.enabled\?$/,
    );
    expect(message(() => read('Ballista.Client.Pull', 'true'))).toMatch(/did you mean ballista\.client\.pull\?$/);
  });

  test('that 55.0.0 removed says what became of it', () => {
    const told = message(() => read('ballista.optimizer.broadcast_sort_merge_join_enabled', 'false'));
    expect(told).toContain('configuration key `optimizer.broadcast_sort_merge_join_enabled` does not exist');
    expect(told).toContain('datafusion.optimizer.prefer_hash_join = true');
  });

  test.each([
    '',
    '.',
    '__proto__',
    'constructor',
    'ballista.',
    'ballista.toString',
    'ballista.__proto__',
    'x'.repeat(100_000),
  ])('is refused in few words: %#', (key) => {
    const told = message(() => read(key, '1'));
    expect(told).toContain('does not exist');
    expect(told.length).toBeLessThan(400);
  });

  test('one typing error away from a key suggests that key', () => {
    fc.assert(
      fc.property(fc.constantFrom(...keys), fc.nat(), fc.constantFrom('drop', 'double', 'swap'), (key, seed, error) => {
        const at = 1 + (seed % (key.length - 2));
        const wrong =
          error === 'drop'
            ? key.slice(0, at) + key.slice(at + 1)
            : error === 'double'
              ? key.slice(0, at) + key[at] + key.slice(at)
              : key.slice(0, at) + key[at + 1] + key[at] + key.slice(at + 2);
        fc.pre(builtinRegistry.entry(wrong) === undefined);
        const suggestion = /did you mean (\S+)\?$/.exec(message(() => read(wrong, '1')))?.[1];
        expect(suggestion).toBe(key);
      }),
      { numRuns: 300 },
    );
  });
});

test('a wrong codec is told in the words that other programs look for', () => {
  expect(message(() => read('ballista.shuffle.compression.codec', 'gzip'))).toContain(
    'Got an invalid compression codec gzip: Valid options are: lz4, zstd and none',
  );
});

test('a wrong value of a secret key is not repeated', () => {
  const registry = builtinRegistry.extend(
    defineConfig({ 'acme.api_key': int({ default: 0, doc: 'A secret number.' }) }),
  );
  expect(message(() => registry.read('acme.api_key', 'hunter2'))).not.toContain('hunter2');
  expect(message(() => read('s3.secret_access_key', 5))).not.toContain('5');
});

describe('an embedder', () => {
  test('adds keys under a prefix of its own', () => {
    const registry = builtinRegistry.extend(
      defineConfig({ 'acme.mode': oneOf(['fast', 'safe'], { default: 'safe', doc: 'Mode.' }) }),
    );
    expect(registry.read('acme.mode', 'FAST')).toBe('fast');
    expect(builtinRegistry.entry('acme.mode')).toBeUndefined();
  });

  test.each(['ballista.acme', 'datafusion.execution.acme', 's3.acme'])('cannot add %s', (key) => {
    expect(() => builtinRegistry.extend({ [key]: bool({ default: true, doc: 'No.' }) })).toThrow(
      /belongs to this library/,
    );
  });

  test('cannot define a key twice', () => {
    const own: ConfigDefinitions = { 'acme.a': bool({ default: true, doc: 'A.' }) };
    expect(() => builtinRegistry.extend(own).extend(own)).toThrow(/defined twice/);
  });

  test.each(['acme', 'acme.', '.a', 'Acme.a', 'acme.a b', 'acme..a'])('cannot call a key %s', (key) => {
    expect(() => defineConfig({ [key]: bool({ default: true, doc: 'No.' }) })).toThrow(/cannot be a configuration key/);
  });

  test('cannot give a default that the key would refuse', () => {
    expect(() => defineConfig({ 'acme.n': int({ default: 0, min: 1, doc: 'N.' }) })).toThrow(
      /the default of acme\.n is 0/,
    );
    expect(() => defineConfig({ 'acme.b': bytes({ default: 1, ballista: -1, doc: 'B.' }) })).toThrow(/is -1/);
    expect(() => defineConfig({ 'acme.t': text({ default: 'x', check: () => 'no', doc: 'T.' }) })).toThrow(/acme\.t/);
  });

  test('cannot let a key set one that does not exist', () => {
    const own = { 'acme.all': bool({ default: true, alsoSets: ['acme.none'], doc: 'All.' }) };
    expect(() => new ConfigRegistry({ ...builtinDefinitions, ...own })).toThrow(/also sets acme\.none/);
  });
});
