import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { ConfigError, NotYetSupportedError } from '../errors/errors.js';
import { BallistaConfig } from './ballista-config.js';
import { defineConfig } from './define.js';
import { formatValue } from './entry.js';
import { bool, int, oneOf, text } from './kinds.js';
import { builtinRegistry } from './registry.js';
import { SessionConfig } from './session-config.js';
import { defineSlot } from './slot.js';
import type { WirePair } from './wire.js';

const acme = defineConfig({
  'acme.honoured': int({ default: 1, min: 0, honoured: 'yes', doc: 'Works.' }),
  'acme.name': text({ optional: true, default: null, honoured: 'yes', doc: 'Works too.' }),
  'acme.ignored': int({ default: 1, ballista: 2, doc: 'Does not.' }),
  'acme.partly': oneOf(['a', 'b', 'c'], { default: 'a', honoured: ['a', 'b'], doc: 'Works for a and b.' }),
  'acme.api_key': text({ default: '', honoured: 'yes', doc: 'Secret.' }),
  'acme.here': int({ default: 0, local: true, honoured: 'yes', doc: 'Stays.' }),
  'acme.both': bool({ default: false, honoured: 'yes', alsoSets: ['acme.left', 'acme.right'], doc: 'Sets two.' }),
  'acme.left': bool({ default: false, honoured: 'yes', doc: 'One.' }),
  'acme.right': bool({ default: false, honoured: 'yes', doc: 'Other.' }),
  'acme.all': bool({ default: false, honoured: 'yes', alsoSets: ['acme.dead'], doc: 'Sets one that does not work.' }),
  'acme.dead': bool({ default: false, doc: 'Does not work.' }),
});
const session = SessionConfig.withBallista().withDefinitions(acme);
const roundRobin = 'datafusion.optimizer.enable_round_robin_repartition';

describe('types', () => {
  test('follow from the definitions', () => {
    const config = SessionConfig.withBallista();
    expectTypeOf(config.get('ballista.shuffle.compression.codec')).toEqualTypeOf<'none' | 'lz4' | 'zstd'>();
    expectTypeOf(config.get('ballista.job.name')).toEqualTypeOf<string | null>();
    expectTypeOf(config.get('ballista.client.pull')).toEqualTypeOf<boolean>();
    expectTypeOf(config.get('datafusion.execution.batch_size')).toEqualTypeOf<number>();
    expectTypeOf(config.get('datafusion.execution.parquet.coerce_int96')).toEqualTypeOf<
      's' | 'ms' | 'us' | 'ns' | null
    >();
    expectTypeOf(config.get('datafusion.explain.analyze_categories')).toEqualTypeOf<
      readonly ('rows' | 'bytes' | 'timing' | 'uncategorized')[]
    >();
    expectTypeOf(config.ballistaCoalesceTargetPartitionBytes()).toEqualTypeOf<number>();
    expectTypeOf(config.withBallistaCoalesceTargetPartitionBytes).parameter(0).toEqualTypeOf<number>();
    expectTypeOf(config.ballistaConfig().coalesceTargetPartitionBytes()).toEqualTypeOf<number>();
    expectTypeOf(session.get('acme.partly')).toEqualTypeOf<'a' | 'b' | 'c'>();
    const base: SessionConfig = session;
    expect(base).toBe(session);
  });

  test('refuse keys and values that do not exist', () => {
    const config = SessionConfig.withBallista();
    // @ts-expect-error there is no such key
    expect(() => config.get('ballista.nope')).toThrow(ConfigError);
    // @ts-expect-error nor such a codec
    expect(() => config.set('ballista.shuffle.compression.codec', 'gzip')).toThrow(ConfigError);
    // @ts-expect-error and this is a number
    expect(() => config.set('datafusion.execution.batch_size', true)).toThrow(ConfigError);
    // @ts-expect-error which a job's name is not
    expect(() => SessionConfig.withBallista({ 'ballista.job.name': 1 })).toThrow(ConfigError);
    // @ts-expect-error an embedder's key needs its definitions
    expect(() => config.get('acme.partly')).toThrow(ConfigError);
  });
});

describe('defaults', () => {
  test('of a Ballista session differ from the plain ones where a cluster needs it', () => {
    const plain = SessionConfig.plain();
    const own = SessionConfig.withBallista();
    const differing = own.entries().filter(([key, value]) => plain.value(key) !== value && !Array.isArray(value));
    expect(Object.fromEntries(differing)).toEqual({
      'datafusion.catalog.information_schema': true,
      'datafusion.execution.target_partitions': 16,
      'datafusion.execution.parquet.schema_force_view_types': false,
      'datafusion.optimizer.enable_round_robin_repartition': false,
      'datafusion.optimizer.enable_topk_dynamic_filter_pushdown': false,
      'datafusion.optimizer.enable_aggregate_dynamic_filter_pushdown': false,
      'datafusion.optimizer.enable_dynamic_filter_pushdown': false,
      'datafusion.optimizer.enable_physical_uncorrelated_scalar_subquery': false,
      'datafusion.optimizer.hash_join_single_partition_threshold': 134_217_728,
      'datafusion.optimizer.hash_join_single_partition_threshold_rows': 1_000_000,
      'datafusion.optimizer.prefer_hash_join': false,
      'datafusion.sql_parser.map_string_types_to_utf8view': false,
    });
    expect(own.get('datafusion.optimizer.enable_join_dynamic_filter_pushdown')).toBe(true);
  });

  test('of an upgraded session are those of Ballista, but for the two that only a new one gets', () => {
    const upgraded = SessionConfig.plain().upgradeForBallista();
    expect(upgraded.get('datafusion.optimizer.prefer_hash_join')).toBe(false);
    expect(upgraded.get('datafusion.execution.target_partitions')).toBe(0);
    expect(upgraded.get('datafusion.catalog.information_schema')).toBe(false);
    expect(upgraded.isBallista).toBe(true);
  });

  test('that were upgraded once are not upgraded again, and what was set survives', () => {
    const set = SessionConfig.plain()
      .override('datafusion.optimizer.prefer_hash_join', true)
      .override(roundRobin, true);
    const upgraded = set.upgradeForBallista();
    expect(upgraded.get('datafusion.optimizer.prefer_hash_join')).toBe(true);
    expect(upgraded.get(roundRobin)).toBe(false);
    expect(upgraded.upgradeForBallista()).toBe(upgraded);
    expect(session.upgradeForBallista()).toBe(session);
  });

  test('of every key may be set in every kind of session', () => {
    for (const config of [
      SessionConfig.withBallista(),
      SessionConfig.plain(),
      SessionConfig.plain().upgradeForBallista(),
    ]) {
      for (const [key, value] of config.entries()) {
        const definition = builtinRegistry.require(key);
        const set = config.setText(key, formatValue(definition, value) ?? null);
        expect(set.value(key), key).toEqual(value);
      }
    }
  });
});

describe('set', () => {
  test('of the switch for all dynamic filters turns that of joins off too, which is on by itself', () => {
    const off = SessionConfig.withBallista().set('datafusion.optimizer.enable_dynamic_filter_pushdown', false);
    expect(off.get('datafusion.optimizer.enable_join_dynamic_filter_pushdown')).toBe(false);
  });

  test('leaves the session it was called on as it was', () => {
    const changed = session.set('acme.honoured', 5);
    expect([session.get('acme.honoured'), changed.get('acme.honoured')]).toEqual([1, 5]);
    expect([session.isSet('acme.honoured'), changed.isSet('acme.honoured')]).toEqual([false, true]);
  });

  test('takes text, numbers and bigints for one and the same value', () => {
    expect(session.setText('acme.honoured', ' 7 ').get('acme.honoured')).toBe(7);
    expect(session.set('acme.honoured', 7n as unknown as number).get('acme.honoured')).toBe(7);
    expect(() => session.set('acme.honoured', -1)).toThrow(/invalid value -1 for configuration key acme\.honoured/);
  });

  test('counts a key as set when it is set to its default', () => {
    expect(session.set('acme.honoured', 1).isSet('acme.honoured')).toBe(true);
  });

  test('takes null back to no value', () => {
    const named = session.set('acme.name', 'x');
    expect(named.set('acme.name', null).get('acme.name')).toBeNull();
    expect(named.setText('acme.name', null).get('acme.name')).toBeNull();
    expect(named.setText('acme.name', '').get('acme.name')).toBe('');
  });

  test('of several keys is all or nothing', () => {
    expect(() => session.setAll({ 'acme.honoured': 5, 'acme.ignored': 9 })).toThrow(NotYetSupportedError);
    expect(session.setAll({ 'acme.honoured': 5 }).get('acme.honoured')).toBe(5);
  });

  test('of a switch that stands for others sets them, and a later one of them wins', () => {
    const on = session.set('acme.both', true);
    expect([on.get('acme.left'), on.get('acme.right')]).toEqual([true, true]);
    expect(on.set('acme.left', false).get('acme.right')).toBe(true);
    expect(session.set('acme.left', false).set('acme.both', true).get('acme.left')).toBe(true);
    expect(on.reset('acme.both').isSet('acme.left')).toBe(false);
  });

  test('of a switch enters nothing when one that it stands for does not work', () => {
    expect(() => session.set('acme.all', true)).toThrow(/configuration acme\.dead = true is not supported yet/);
  });

  test('refuses what nothing acts on yet, but for the default', () => {
    expect(() => session.set('acme.ignored', 1)).toThrow(NotYetSupportedError);
    expect(() => session.set('acme.ignored', 1)).toThrow(
      'configuration acme.ignored = 1 is not supported yet: nothing acts on this key so far, so it can only be set to its default 2',
    );
    expect(session.set('acme.ignored', 2).get('acme.ignored')).toBe(2);
    expect(session.override('acme.ignored', 1).get('acme.ignored')).toBe(1);
    expect(() => session.override('acme.honoured', -1)).toThrow(ConfigError);
  });

  test('refuses the values that do not work of a key of which some do', () => {
    expect(session.set('acme.partly', 'b').get('acme.partly')).toBe('b');
    expect(() => session.set('acme.partly', 'c')).toThrow(
      'configuration acme.partly = c is not supported yet: so far it can be a, b',
    );
  });

  test('refuses to turn round-robin repartition on in a Ballista session, whatever is honoured', () => {
    expect(() => session.set(roundRobin, true)).toThrow(/enable_round_robin_repartition = true is not possible/);
    expect(session.set(roundRobin, false).get(roundRobin)).toBe(false);
  });

  test('does not print a secret it refuses', () => {
    const dead = session.withDefinitions(defineConfig({ 'acme.password': text({ default: '', doc: 'Secret.' }) }));
    expect(() => dead.set('acme.password', 'hunter2')).toThrow(
      'configuration acme.password = *** is not supported yet',
    );
  });

  test('of every key that is not honoured refuses every other value with a NotYetSupportedError', () => {
    for (const key of builtinRegistry.keys()) {
      const definition = builtinRegistry.require(key);
      if (definition.honoured !== 'no' || definition.fixed !== undefined) continue;
      const current = session.value(key);
      const other =
        typeof current === 'boolean'
          ? !current
          : typeof current === 'number' && current !== 2
            ? 2
            : current === null
              ? undefined
              : undefined;
      if (other === undefined) continue;
      expect(() => session.setText(key, String(other)), key).toThrow(
        definition.type.read(String(other)).ok ? NotYetSupportedError : ConfigError,
      );
    }
  });
});

describe('reset', () => {
  test('goes back to the default', () => {
    const back = session.set('acme.honoured', 5).reset('acme.honoured');
    expect([back.get('acme.honoured'), back.isSet('acme.honoured')]).toEqual([1, false]);
    expect(() => session.reset('ballista.nope')).toThrow(/`nope` does not exist/);
  });
});

describe('wire pairs', () => {
  test('hold what was set, as text, in the order of setting, without what stays here', () => {
    const config = session
      .set('acme.name', 'old')
      .set('acme.honoured', 5)
      .set('acme.here', 3)
      .set('acme.name', null)
      .setText('datafusion.sql_parser.enable_options_value_normalization', 'false')
      .setText('datafusion.runtime.max_temp_directory_size', '100G');
    expect(config.toWirePairs()).toEqual([{ key: 'acme.honoured', value: '5' }, { key: 'acme.name' }]);
    expect(SessionConfig.withBallista().toWirePairs()).toEqual([]);
  });

  test('give the same session on the other side', () => {
    const step = fc.oneof(
      fc.tuple(fc.constant('acme.honoured'), fc.nat().map(String)),
      fc.tuple(fc.constant('acme.name'), fc.option(fc.string())),
      fc.tuple(fc.constantFrom('acme.both', 'acme.left', 'acme.right'), fc.constantFrom('true', 'false')),
      fc.tuple(fc.constant('acme.api_key'), fc.string()),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const sent = steps.reduce((config, [key, value]) => config.setText(key, value), session);
        const { config, warnings } = session.applyWirePairs(sent.toWirePairs());
        expect(warnings).toEqual([]);
        expect(config.entries()).toEqual(sent.entries());
        expect(config.toWirePairs()).toEqual(sent.toWirePairs());
      }),
    );
  });

  test.each<[string, WirePair, string, RegExp]>([
    ['an unknown key', { key: 'ballista.nope', value: '1' }, 'unknownKey', /configuration key `nope` does not exist/],
    ['a wrong value', { key: 'acme.honoured', value: 'x' }, 'invalidValue', /invalid value 'x'/],
    ['a missing value', { key: 'acme.honoured' }, 'invalidValue', /must have a value/],
    ['a value nothing acts on', { key: 'acme.ignored', value: '9' }, 'notHonoured', /is not supported yet/],
    ['a fixed key', { key: roundRobin, value: 'true' }, 'notApplied', /is not possible/],
    [
      'a key of one process',
      { key: 'datafusion.runtime.memory_limit', value: '1G' },
      'notApplied',
      /belongs to one process/,
    ],
  ])('with %s are applied without it, and told; strictly they throw', (_what, pair, kind, message) => {
    const pairs = [{ key: 'acme.name', value: 'a' }, pair, { key: 'acme.honoured', value: '4' }];
    const { config, warnings } = session.applyWirePairs(pairs);
    expect([config.get('acme.name'), config.get('acme.honoured')]).toEqual(['a', 4]);
    expect(config.get(roundRobin)).toBe(false);
    expect(warnings).toEqual([{ kind, key: pair.key, message: expect.stringMatching(message) }]);
    expect(() => session.applyWirePairs(pairs, { strict: true })).toThrow(message);
  });

  test('that a peer of ours has checked need not be honoured', () => {
    const { config, warnings } = session.applyWirePairs([{ key: 'acme.ignored', value: '9' }], { trusted: true });
    expect([config.get('acme.ignored'), warnings]).toEqual([9, []]);
    expect(session.applyWirePairs([{ key: 'acme.ignored', value: 'x' }], { trusted: true }).warnings).toHaveLength(1);
  });

  test('full of nonsense get a short answer, soon', () => {
    const pairs = Array.from({ length: 4096 }, (_unused, n) => ({
      key: `datafusion.execution.batch_sizes_${n}`.repeat(3),
      value: 'x',
    }));
    const { warnings } = session.applyWirePairs([...pairs.slice(0, 4095), { key: 'acme.honoured', value: 'x' }]);
    expect(warnings).toHaveLength(101);
    expect(warnings.at(-1)?.message).toBe('3996 more settings of this request were left out');
    expect(() => session.applyWirePairs([...pairs, ...pairs])).toThrow(/4096 settings/);
    const long = session.applyWirePairs([{ key: 'k'.repeat(1_000_000), value: 'v' }]).warnings[0];
    expect(`${long?.key}${long?.message}`.length).toBeLessThan(1000);
  });
});

describe('what people see', () => {
  test('hides secrets in SHOW, JSON and inspect', () => {
    const config = session
      .set('acme.api_key', 'hunter2')
      .override('s3.secret_access_key', 'hunter2')
      .override('s3.endpoint', 'https://me:hunter2@store.example');
    expect(config.show('acme.api_key').value).toBe('***');
    expect(config.show('s3.endpoint').value).toBe('https://***@store.example');
    expect(config.toJSON()).toEqual({
      'acme.api_key': '***',
      's3.secret_access_key': '***',
      's3.endpoint': 'https://***@store.example',
    });
    for (const shown of [JSON.stringify(config), inspect(config, { depth: 9 }), JSON.stringify(config.showAll())]) {
      expect(shown).not.toContain('hunter2');
    }
    expect(config.toWirePairs()[0]).toEqual({ key: 'acme.api_key', value: 'hunter2' });
  });

  test('lists every key once, sorted, with its value and meaning', () => {
    const rows = session.set('acme.name', 'x').showAll();
    const names = rows.map((row) => row.name);
    expect(names).toEqual([...session.registry.keys()].sort());
    expect(rows).toContainEqual({ name: 'acme.name', value: 'x', description: 'Works too.' });
    expect(session.show('datafusion.runtime.memory_limit').value).toBe('unlimited');
    expect(session.show('ballista.job.name').value).toBeNull();
    expect(session.show('datafusion.explain.analyze_categories').value).toBe('all');
    expect(() => session.show('ballista.nope')).toThrow(ConfigError);
  });
});

describe('slots', () => {
  test('carry what is no text, each its own', () => {
    const one = defineSlot<() => number>('f');
    const other = defineSlot<() => number>('f');
    const config = session.withSlot(one, () => 1).set('acme.honoured', 2);
    expect(config.slot(one)?.()).toBe(1);
    expect([config.slot(other), session.slot(one)]).toEqual([undefined, undefined]);
  });

  test('hold request headers and the connection override', () => {
    const headers = { 'x-tenant': 'a' };
    const config = SessionConfig.withBallista()
      .withBallistaGrpcMetadata(headers)
      .withBallistaOverrideCreateGrpcClientEndpoint((endpoint) => ({ ...endpoint, timeoutMs: 5 }));
    headers['x-tenant'] = 'b';
    expect(config.ballistaGrpcMetadata()).toEqual({ 'x-tenant': 'a' });
    expect(config.ballistaOverrideCreateGrpcClientEndpoint()?.({ url: 'http://h:1' })).toEqual({
      url: 'http://h:1',
      timeoutMs: 5,
    });
    expect(SessionConfig.withBallista().ballistaGrpcMetadata()).toEqual({});
  });
});

describe('methods by name', () => {
  const getters = [
    'ballistaJobName',
    'ballistaStandaloneParallelism',
    'ballistaShuffleReaderForceRemoteRead',
    'ballistaShuffleReaderRemotePreferFlight',
    'ballistaShuffleReaderMaximumConcurrentRequests',
    'ballistaBroadcastJoinThresholdBytes',
    'ballistaBroadcastJoinThresholdRows',
    'ballistaHashJoinMaxBuildPartitionBytes',
    'ballistaGrpcClientMaxMessageSize',
    'ballistaAdaptiveQueryPlannerEnabled',
    'ballistaCoalesceEnabled',
    'ballistaCoalesceTargetPartitionBytes',
    'ballistaCoalesceSmallPartitionFactor',
    'ballistaCoalesceMergedPartitionFactor',
    'ballistaUseTls',
  ] as const;

  test.each(getters)('%s reads what its with method writes', (name) => {
    const config = SessionConfig.withBallista();
    const withName = `with${name.charAt(0).toUpperCase()}${name.slice(1)}` as `with${Capitalize<typeof name>}`;
    const write = config[withName] as (value: unknown) => SessionConfig;
    const value = config[name]();
    expect(write.call(config, value)[name]()).toBe(value);
    expect(Object.values(write.call(config, value).toJSON())).toEqual([value === null ? null : String(value)]);
    expect(() => write.call(config, {})).toThrow(ConfigError);
  });

  test('take and give the coalesce target as a plain number', () => {
    const config = SessionConfig.withBallista().withBallistaCoalesceTargetPartitionBytes(67_108_864);
    expect(config.ballistaCoalesceTargetPartitionBytes()).toBe(67_108_864);
    expect(config.ballistaConfig().coalesceTargetPartitionBytes()).toBe(67_108_864);
    expect(() => config.withBallistaCoalesceTargetPartitionBytes(2 ** 53)).toThrow(/exact only up to/);
  });
});

describe('BallistaConfig', () => {
  test('has a getter for each of the 41 keys, and each reads its own', () => {
    const names = Object.getOwnPropertyNames(BallistaConfig.prototype).filter((name) => name !== 'constructor');
    const asked: string[] = [];
    const spy = new BallistaConfig(((key: string) => asked.push(key)) as never);
    for (const name of names) (spy as unknown as Record<string, () => unknown>)[name]!();
    expect([...asked].sort()).toEqual([...builtinRegistry.keys()].filter((key) => key.startsWith('ballista.')).sort());
    expect(asked).toHaveLength(41);
  });

  test('reads its session, or the defaults without one', () => {
    expect(new BallistaConfig().coalesceTargetPartitionBytes()).toBe(67_108_864);
    expect(new BallistaConfig().shuffleCompressionCodec()).toBe('lz4');
    const config = SessionConfig.withBallista().override('ballista.shuffle.compression.codec', 'zstd');
    expect(config.ballistaConfig().shuffleCompressionCodec()).toBe('zstd');
  });
});
