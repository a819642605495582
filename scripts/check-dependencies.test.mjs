import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { checkDependencies } from './check-dependencies.mjs';

/** @type {string[]} */
const made = [];
afterEach(() => {
  for (const dir of made.splice(0)) rmSync(dir, { recursive: true, force: true });
});

/** A workspace on disk: what stands in `packages` overrides a correct base. */
function workspace(packages, files = {}) {
  const root = mkdtempSync(join(tmpdir(), 'check-dependencies-'));
  made.push(root);
  const write = (path, content) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
  };
  write('package.json', { version: '1.0.0', devDependencies: { vitest: 'catalog:' } });
  for (const [name, manifest] of Object.entries({ core: {}, ...packages })) {
    write(`packages/${name}/package.json`, {
      name: `@ballista-ts/${name}`,
      version: '1.0.0',
      exports: { '.': './dist/index.js', './proto/*': './dist/proto/*.js' },
      ...manifest,
    });
    // Everything declared is used, here: what is not is a case of its own.
    const uses = Object.keys(manifest.dependencies ?? {}).map((one) => `import '${one}';`);
    write(`packages/${name}/src/uses.ts`, uses.join('\n'));
    const references = Object.keys(manifest.dependencies ?? {}).map((one) => ({ path: `../${one.split('/')[1]}` }));
    write(`packages/${name}/tsconfig.json`, {
      compilerOptions: { composite: true },
      include: ['src'],
      exclude: ['src/**/*.test.ts', 'src/testing'],
      references,
    });
  }
  for (const [path, content] of Object.entries(files)) write(path, content);
  return root;
}
const on = (...names) => ({
  dependencies: Object.fromEntries(names.map((name) => [`@ballista-ts/${name}`, 'workspace:*'])),
});
const dev = (...names) => ({
  devDependencies: Object.fromEntries(names.map((name) => [`@ballista-ts/${name}`, 'workspace:*'])),
});

describe('a workspace in order', () => {
  test('has no problems', () => {
    const root = workspace(
      { functions: on('core'), testing: on('core'), planner: { ...on('core', 'functions'), ...dev('testing') } },
      {
        'packages/planner/src/index.ts':
          "import { a } from '@ballista-ts/core';\nexport * from './inner/x.js';\nimport 'node:fs';\nimport '@ballista-ts/core/proto/x';",
        'packages/planner/src/inner/x.test.ts':
          "import { test } from 'vitest';\nimport '@ballista-ts/testing';\nimport '@ballista-ts/planner';\nimport '../index.js';",
      },
    );
    expect(checkDependencies(root)).toEqual([]);
  });

  test('is ours', () => {
    expect(checkDependencies(join(dirname(fileURLToPath(import.meta.url)), '..'))).toEqual([]);
  });
});

describe('a manifest is refused', () => {
  test.each([
    [
      'an edge the design does not have',
      { engine: {}, planner: on('engine') },
      'dependencies has @ballista-ts/engine: planner may depend on core, functions only',
    ],
    [
      'an engine in the scheduler',
      { engine: {}, scheduler: on('engine') },
      'dependencies has @ballista-ts/engine: scheduler may depend on',
    ],
    [
      'such an edge for tests',
      { engine: {}, planner: dev('engine') },
      'devDependencies has @ballista-ts/engine: planner may',
    ],
    [
      'any dependency of core',
      { functions: {}, core: on('functions') },
      'core may depend on none of our packages only',
    ],
    ['test helpers at run time', { testing: {}, planner: on('testing') }, 'testing may only be a devDependency'],
    ['test helpers in core', { testing: {}, core: dev('testing') }, 'testing stands on core'],
    [
      'a private dependency',
      { conformance: { private: true }, cli: on('conformance') },
      'conformance is private and nobody',
    ],
    ['a private package that is not marked', { benchmarks: {} }, 'benchmarks must be private'],
    ['a new package nobody decided about', { extra: {} }, 'package extra is not in scripts/lib/edges.mjs'],
    ['another version', { functions: { version: '1.0.1' } }, "version 1.0.1 is not the workspace's 1.0.0"],
    [
      'a version outside the catalog',
      { functions: { dependencies: { lodash: '^4.0.0' } } },
      'lodash is "^4.0.0"; versions stand in the catalog',
    ],
    [
      'a copy of ours from the registry',
      { functions: { dependencies: { '@ballista-ts/core': '^1.0.0' } } },
      'expected "workspace:*"',
    ],
    [
      'a peer that is passed over',
      { core: { peerDependencies: { arrow: 'catalog:peers' } }, functions: on('core') },
      'whose peer arrow it neither brings nor asks for',
    ],
  ])('%s', (_what, packages, problem) => {
    expect(checkDependencies(workspace(packages))).toEqual(expect.arrayContaining([expect.stringContaining(problem)]));
  });

  test('when users would install what nothing needs', () => {
    const root = workspace(
      { functions: on('core') },
      { 'packages/functions/src/uses.ts': '', 'packages/functions/src/a.test.ts': "import '@ballista-ts/core';" },
    );
    expect(checkDependencies(root)).toEqual([
      'packages/functions/package.json: depends on @ballista-ts/core, which no published file imports',
    ]);
  });

  test('but not for bringing a peer of what it depends on', () => {
    const cli = { dependencies: { arrow: 'catalog:peers', '@ballista-ts/core': 'workspace:*' } };
    const root = workspace(
      { core: { peerDependencies: { arrow: 'catalog:peers' } }, cli },
      { 'packages/cli/src/uses.ts': "import '@ballista-ts/core';" },
    );
    expect(checkDependencies(root).filter((problem) => problem.includes('no published file'))).toEqual([]);
  });

  test('without a project reference for what it depends on', () => {
    const root = workspace(
      { functions: on('core') },
      { 'packages/functions/tsconfig.json': { compilerOptions: { composite: true } } },
    );
    expect(checkDependencies(root)).toEqual([
      'packages/functions/tsconfig.json: references lack { "path": "../core" }',
    ]);
  });
});

describe('an import is refused', () => {
  const base = {
    functions: on('core'),
    engine: on('core'),
    testing: on('core'),
    planner: {
      ...on('core', 'functions'),
      devDependencies: { 'fast-check': 'catalog:', '@ballista-ts/testing': 'workspace:*' },
    },
  };
  test.each([
    [
      'of a package that is not declared',
      'src/a.ts',
      "\nimport x from 'lodash/fp';",
      'packages/planner/src/a.ts:2: imports "lodash/fp": lodash is not declared',
    ],
    [
      'of a package outside the edges',
      'src/a.ts',
      "import '@ballista-ts/engine';",
      'planner may depend on core, functions only',
    ],
    [
      'of that in a test',
      'src/a.test.ts',
      "import '@ballista-ts/engine';",
      'planner may depend on core, functions only',
    ],
    [
      'of that as a type',
      'src/a.ts',
      "import type { A } from '@ballista-ts/engine';",
      'planner may depend on core, functions only',
    ],
    [
      'of that in a type expression',
      'src/a.ts',
      "export type A = import('@ballista-ts/engine').A;",
      'planner may depend on core, functions only',
    ],
    [
      'of that when it is loaded late',
      'src/a.ts',
      "export const f = () => import('@ballista-ts/engine');",
      'planner may depend on core, functions only',
    ],
    [
      'of that passed on',
      'src/a.ts',
      "export { a } from '@ballista-ts/engine';",
      'planner may depend on core, functions only',
    ],
    [
      "of another package's source",
      'src/a.ts',
      "import '@ballista-ts/core/src/ids.js';",
      '@ballista-ts/core has no entry ./src/ids.js in its exports',
    ],
    [
      "of another package's build",
      'src/a.test.ts',
      "import '@ballista-ts/core/dist/ids.js';",
      'has no entry ./dist/ids.js',
    ],
    [
      'that leaves the package',
      'src/a.ts',
      "import '../../core/src/ids.js';",
      'a relative path must stay in its package',
    ],
    [
      'that leaves the package in a test',
      'test/a.test.ts',
      "import '../../core/src/ids.js';",
      'a relative path must stay in its package',
    ],
    [
      'that addresses a file of another package',
      'src/a.ts',
      "const w = new URL('../../engine/dist/worker.js', import.meta.url);",
      'a relative path must stay',
    ],
    [
      'that addresses it in a test',
      'src/a.test.ts',
      "const w = new URL('../../engine/dist/worker.js', import.meta.url);",
      'a relative path must stay',
    ],
    [
      'that addresses a file of the repository in published code',
      'src/a.ts',
      "const w = new URL('../../../docs/wire.md', import.meta.url);",
      'a relative path must stay',
    ],
    [
      'that addresses a file outside the repository',
      'src/a.test.ts',
      "const w = new URL('../../../../x', import.meta.url);",
      'a relative path must stay',
    ],
    [
      'of a development dependency in published code',
      'src/a.ts',
      "import 'fast-check';",
      'fast-check is only a devDependency',
    ],
    [
      'of test helpers in published code',
      'src/a.ts',
      "import '@ballista-ts/testing';",
      'testing may only be a devDependency',
    ],
    ['of an undeclared package in a test', 'src/a.test.ts', "import 'lodash';", 'lodash is declared neither in'],
    ['of the package itself', 'src/a.ts', "import '@ballista-ts/planner';", 'a package does not import itself'],
    ['in a command', 'bin/a.js', "import 'lodash';", 'lodash is not declared'],
  ])('%s', (_what, file, content, problem) => {
    const problems = checkDependencies(workspace(base, { [`packages/planner/${file}`]: content }));
    expect(problems).toEqual([expect.stringContaining(problem)]);
  });

  test('of test helpers from beside published code', () => {
    const files = {
      'packages/planner/src/testing/helper.ts': "import 'fast-check';",
      'packages/planner/src/a.ts': "import './testing/helper.js';",
    };
    expect(checkDependencies(workspace(base, files))).toEqual([
      'packages/planner/src/a.ts:1: imports "./testing/helper.js": a published file must not need one that is only for tests',
    ]);
  });

  test('but not when it only stands in a comment, a string or a data file', () => {
    const files = {
      'packages/planner/src/a.ts': "// import 'lodash';\nexport const text = \"import 'lodash'\";",
      'packages/planner/testdata/a.ts': "import 'lodash';",
      'packages/planner/src/a.test.ts': "const docs = new URL('../../../docs/wire.md', import.meta.url);",
    };
    expect(checkDependencies(workspace(base, files))).toEqual([]);
  });
});
