#!/usr/bin/env node
// Checks that dependencies between our packages point the way the design says: in manifests, in TypeScript project references and in
// the imports of every file. Prints each problem and exits 1 when there is one.
import { existsSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { allowedEdges, privatePackages, testHelpers } from './lib/edges.mjs';
import { listFiles, readWorkspace, unscoped } from './lib/workspace.mjs';

/** @typedef {import('./lib/workspace.mjs').WorkspacePackage} WorkspacePackage */

/**
 * Everything that is wrong with the workspace at `root`, as sentences.
 * @param {string} root
 * @returns {string[]}
 */
export function checkDependencies(root) {
  const packages = readWorkspace(root);
  const rootManifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const context = { root, packages, byName: new Map(packages.map((one) => [one.name, one])), rootManifest };
  return packages.flatMap((one) => [
    ...checkManifest(one, context),
    ...checkReferences(one),
    ...checkImports(one, context),
    ...checkUse(one, context),
  ]);
}

/**
 * @typedef {object} Context
 * @property {string} root
 * @property {WorkspacePackage[]} packages
 * @property {Map<string, WorkspacePackage>} byName
 * @property {Record<string, any>} rootManifest
 */

/** @param {WorkspacePackage} one @param {Context} context */
function checkManifest(one, { byName, rootManifest }) {
  const { manifest } = one;
  const at = `${one.path}/package.json`;
  /** @type {string[]} */
  const problems = [];
  if (one.path.startsWith('packages/') && !(one.name in allowedEdges) && !privatePackages.includes(one.name)) {
    problems.push(`${at}: package ${one.name} is not in scripts/lib/edges.mjs; decide what it may depend on`);
  }
  if (privatePackages.includes(one.name) && manifest.private !== true)
    problems.push(`${at}: ${one.name} must be private`);
  if (manifest.version !== rootManifest.version && one.path.startsWith('packages/')) {
    problems.push(`${at}: version ${manifest.version} is not the workspace's ${rootManifest.version}`);
  }
  for (const section of ['dependencies', 'peerDependencies', 'optionalDependencies', 'devDependencies']) {
    for (const [name, range] of Object.entries(manifest[section] ?? {})) {
      const ours = unscoped(name);
      if (ours === undefined) {
        if (!range.startsWith('catalog:'))
          problems.push(`${at}: ${name} is "${range}"; versions stand in the catalog of pnpm-workspace.yaml`);
        continue;
      }
      if (range !== 'workspace:*') problems.push(`${at}: ${name} is "${range}", expected "workspace:*"`);
      const why = refusal(one, ours, section === 'devDependencies');
      if (why !== undefined) problems.push(`${at}: ${section} has ${name}: ${why}`);
    }
  }
  return [...problems, ...checkPeers(one, byName)];
}

/**
 * Why `one` may not depend on our package `target`; undefined when it may.
 * @param {WorkspacePackage} one @param {string} target @param {boolean} forTests
 */
function refusal(one, target, forTests) {
  if (privatePackages.includes(target) && !privatePackages.includes(one.name))
    return `${target} is private and nobody's dependency`;
  if (one.manifest.private === true || target === one.name) return undefined;
  if (allowedEdges[one.name]?.includes(target)) return undefined;
  if (target === testHelpers) {
    if (one.name === 'core') return `${testHelpers} stands on core, so core cannot use it`;
    return forTests ? undefined : `${testHelpers} may only be a devDependency`;
  }
  return `${one.name} may depend on ${(allowedEdges[one.name] ?? []).join(', ') || 'none of our packages'} only`;
}

/**
 * Who depends on a package of ours asks its own users for that package's peers, or brings them.
 * @param {WorkspacePackage} one @param {Map<string, WorkspacePackage>} byName
 */
function checkPeers(one, byName) {
  if (one.manifest.private === true) return []; // what is not installed by others asks nobody
  const { dependencies = {}, peerDependencies = {} } = one.manifest;
  return Object.keys(dependencies).flatMap((name) => {
    const target = byName.get(unscoped(name) ?? '');
    return Object.keys(target?.manifest.peerDependencies ?? {})
      .filter((peer) => !(peer in dependencies) && !(peer in peerDependencies))
      .map((peer) => `${one.path}/package.json: depends on ${name}, whose peer ${peer} it neither brings nor asks for`);
  });
}

/** `tsc -b` builds in the right order only when references name what is imported. @param {WorkspacePackage} one */
function checkReferences(one) {
  const file = join(one.dir, 'tsconfig.json');
  const { config } = ts.readConfigFile(file, ts.sys.readFile);
  if (config === undefined || config.compilerOptions?.composite !== true) return [];
  const references = new Set(
    (config.references ?? []).map((/** @type {{ path: string }} */ ref) =>
      ref.path.replace(/^\.\.\//, '').replace(/\/$/, ''),
    ),
  );
  const needed = Object.keys(one.manifest.dependencies ?? {}).flatMap((name) => unscoped(name) ?? []);
  return needed
    .filter((name) => !references.has(name))
    .map((name) => `${one.path}/tsconfig.json: references lack { "path": "../${name}" }`);
}

/** @param {WorkspacePackage} one @param {Context} context */
function checkImports(one, context) {
  const isTestFile = testFiles(one);
  const isSource = (/** @type {string} */ name) => /\.(ts|tsx|mts|js|mjs|cjs)$/.test(name);
  return listFiles(one.dir, isSource)
    .filter(
      (file) => !relative(one.dir, file).includes('testdata') && !/^vitest\.config\.\w+$/.test(relative(one.dir, file)),
    )
    .flatMap((file) =>
      importsOf(file).flatMap(({ specifier, isUrl, line }) => {
        const why = specifier.startsWith('.')
          ? refusePath(one, file, specifier, isUrl, isTestFile, context)
          : refuseImport(one, file, specifier, isTestFile(file), context);
        return why === undefined
          ? []
          : [`${relative(context.root, file)}:${line}: imports ${JSON.stringify(specifier)}: ${why}`];
      }),
    );
}

/**
 * What users install, published code needs: it imports it, or a dependency of ours asks for it as a peer.
 * @param {WorkspacePackage} one @param {Context} context
 */
function checkUse(one, { byName }) {
  if (one.manifest.private === true) return [];
  const isTestFile = testFiles(one);
  const published = listFiles(one.dir, (name) => /\.(ts|js|mjs)$/.test(name)).filter((file) => !isTestFile(file));
  const imported = published.flatMap((file) => importsOf(file).map(({ specifier }) => packageName(specifier)));
  const { dependencies = {}, optionalDependencies = {} } = one.manifest;
  const peers = Object.keys(dependencies).flatMap((name) =>
    Object.keys(byName.get(unscoped(name) ?? '')?.manifest.peerDependencies ?? {}),
  );
  const needed = new Set([...imported, ...peers]);
  return Object.keys({ ...dependencies, ...optionalDependencies })
    .filter((name) => !needed.has(name))
    .map((name) => `${one.path}/package.json: depends on ${name}, which no published file imports`);
}

/** `@scope/name` of `@scope/name/entry`, `name` of `name/entry`. @param {string} specifier */
const packageName = (specifier) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** Static, dynamic and type imports, re-exports, and files addressed beside the module, with their lines. @param {string} file */
function importsOf(file) {
  const text = readFileSync(file, 'utf8');
  const found = ts
    .preProcessFile(text, true, true)
    .importedFiles.map(({ fileName, pos }) => ({ specifier: fileName, pos, isUrl: false }));
  for (const match of text.matchAll(/new URL\(\s*(['"])(\.[^'"]*)\1\s*,\s*import\.meta\.url\s*\)/g)) {
    found.push({ specifier: match[2] ?? '', pos: match.index, isUrl: true });
  }
  return found.map(({ specifier, pos, isUrl }) => ({ specifier, isUrl, line: text.slice(0, pos).split('\n').length }));
}

/**
 * Relative paths stay in the package, except that tests may read files of the repository which belong to no package, such as docs.
 * @param {WorkspacePackage} one @param {string} file @param {string} specifier @param {boolean} isUrl
 * @param {(file: string) => boolean} isTestFile @param {Context} context
 */
function refusePath(one, file, specifier, isUrl, isTestFile, { root, packages }) {
  const target = resolve(dirname(file), specifier);
  const isIn = (/** @type {string} */ dir) => target === dir || target.startsWith(dir + sep);
  if (isIn(one.dir)) {
    const source = target.replace(/\.js$/, '.ts');
    const needsTests =
      !isUrl && !isTestFile(file) && isIn(join(one.dir, 'src')) && existsSync(source) && isTestFile(source);
    return needsTests ? 'a published file must not need one that is only for tests' : undefined;
  }
  const isSharedFile = isUrl && isTestFile(file) && isIn(root) && !packages.some(({ dir }) => isIn(dir));
  return isSharedFile ? undefined : 'a relative path must stay in its package; import the package by name';
}

/**
 * @param {WorkspacePackage} one @param {string} file @param {string} specifier
 * @param {boolean} forTests @param {Context} context
 * @returns {string | undefined} why not; undefined when the import is fine
 */
function refuseImport(one, file, specifier, forTests, { byName, rootManifest }) {
  if (isAbsolute(specifier)) return 'an absolute path is there on one machine only';
  if (specifier.startsWith('node:') || builtinModules.includes(specifier)) return undefined;
  const ours = unscoped(specifier);
  const name = packageName(specifier);
  if (ours === one.name)
    return forTests || !/^src[\\/]/.test(relative(one.dir, file))
      ? undefined
      : 'a package does not import itself; use a relative path';
  if (ours !== undefined) {
    const why = refusal(one, ours, forTests) ?? refuseEntry(byName.get(ours), specifier.slice(name.length));
    if (why !== undefined) return why;
  }
  const { dependencies = {}, peerDependencies = {}, optionalDependencies = {}, devDependencies = {} } = one.manifest;
  if (name in dependencies || name in peerDependencies || name in optionalDependencies) return undefined;
  if (!forTests)
    return name in devDependencies
      ? `${name} is only a devDependency, and this file is published`
      : `${name} is not declared in ${one.path}/package.json`;
  if (name in devDependencies || name in (rootManifest.devDependencies ?? {})) return undefined;
  return `${name} is declared neither in ${one.path}/package.json nor in the root's devDependencies`;
}

/** Only what `exports` names can be imported, so never `src` or `dist`. @param {WorkspacePackage | undefined} target @param {string} entry */
function refuseEntry(target, entry) {
  if (target === undefined) return 'no such package in this workspace';
  const key = entry === '' ? '.' : `.${entry}`;
  const keys = Object.keys(target.manifest.exports ?? { '.': '' });
  const matches = (/** @type {string} */ pattern) => {
    const [before = '', after = ''] = pattern.split('*');
    return (
      pattern.includes('*') &&
      key.startsWith(before) &&
      key.endsWith(after) &&
      key.length >= before.length + after.length
    );
  };
  return keys.includes(key) || keys.some(matches)
    ? undefined
    : `${target.manifest.name} has no entry ${key} in its exports`;
}

/**
 * Whether a file is not published: whatever stands outside `src`, what `tsconfig.json` does not build (tests and their helpers), and all
 * of a private package.
 * @param {WorkspacePackage} one @returns {(file: string) => boolean}
 */
function testFiles(one) {
  if (one.manifest.private === true) return () => true;
  const { config } = ts.readConfigFile(join(one.dir, 'tsconfig.json'), ts.sys.readFile);
  const built = new Set(
    ts.parseJsonConfigFileContent(config ?? {}, ts.sys, one.dir).fileNames.map((file) => resolve(file)),
  );
  return (file) =>
    file.startsWith(join(one.dir, 'src') + sep) ? !built.has(file) : !file.startsWith(join(one.dir, 'bin') + sep);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
  const problems = checkDependencies(root);
  for (const problem of problems) console.error(problem);
  console.log(
    problems.length === 0
      ? `dependencies of ${readWorkspace(root).length} packages are in order`
      : `${problems.length} problems`,
  );
  process.exitCode = problems.length === 0 ? 0 : 1;
}
