#!/usr/bin/env node
// Checks what users will get: packs every publishable package, reads the tarball, and installs each one into an empty strict TypeScript
// project of its own, where its README example must compile and run. Packages are expected to be built.
//
//   node scripts/pack-check.mjs [package ...]     some packages only
//   --keep                                        leave the projects for a look
//   --fresh                                       do not trust what an earlier run found for the same tarballs
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { readPromises } from './lib/readme.mjs';
import { mapLimited, mustRun, pnpmCommand, run } from './lib/run.mjs';
import { readTarball } from './lib/tarball.mjs';
import { published, readWorkspace, runtimeClosure, scope } from './lib/workspace.mjs';

/** @typedef {import('./lib/workspace.mjs').WorkspacePackage} WorkspacePackage */

/** What a package's install must never bring along, whatever is declared one day. */
const neverInstalledWith = {
  scheduler: ['engine', 'executor'],
  planner: ['datasource', 'engine', 'scheduler'],
  client: ['cli', 'tpch', 'testing'],
  core: ['testing'],
};

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const flags = new Set(process.argv.slice(2).filter((word) => word.startsWith('--')));
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const all = readWorkspace(root);
const packages = published(all).filter((one) => one.path.startsWith('packages/'));
const chosen = packages.filter((one) => wanted.length === 0 || wanted.includes(one.name));
if (chosen.length < Math.max(wanted.length, 1))
  throw new Error(`not all of ${wanted.join(', ')} are publishable packages`);

const work = realpathSync(mkdtempSync(join(tmpdir(), 'ballista-pack-check-')));
const cache = join(root, 'node_modules/.cache/pack-check');
mkdirSync(cache, { recursive: true });
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.once(signal, () => process.exit(130));
process.once('exit', () => {
  if (flags.has('--keep')) console.log(`kept ${work}`);
  else rmSync(work, { recursive: true, force: true });
});

const tarballs = await packAll();

/**
 * Somebody who follows a README in an empty project.
 * @typedef {object} Subject
 * @property {string} label
 * @property {string} dir where the README is
 * @property {readonly string[]} names packages of ours that its `npm install` lines must name
 * @property {WorkspacePackage | undefined} package
 */

/** @type {Subject[]} */
const subjects = chosen.map((one) => ({ label: scope + one.name, dir: one.dir, names: [one.name], package: one }));
// The quick start of the project's own README is a promise too.
if (wanted.length === 0 || wanted.includes('client')) {
  subjects.push({ label: 'README.md', dir: root, names: ['client', 'cli'], package: undefined });
}
const outcomes = await mapLimited(subjects, 2, async (subject) => {
  const begun = performance.now();
  const problems = [...(subject.package ? await checkTarball(subject.package) : []), ...(await checkInstall(subject))];
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`${problems.length === 0 ? 'ok    ' : 'FAILED'} ${subject.label} (${seconds} s)`);
  return problems.map((problem) => `${subject.label}: ${problem}`);
});
const problems = outcomes.flat();
for (const problem of problems) console.error(`\n${problem}`);
console.log(`pack-check: ${chosen.length} packages, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;

/** @returns {Promise<Map<string, string>>} package name to tarball */
async function packAll() {
  const [command, args] = pnpmCommand();
  const names = packages.flatMap((one) => ['--filter', scope + one.name]);
  await mustRun(command, [...args, ...names, '-r', 'pack', '--pack-destination', work], { cwd: root });
  return new Map(
    packages.map((one) => {
      const file = join(work, `${(scope + one.name).replace('@', '').replace('/', '-')}-${one.manifest.version}.tgz`);
      if (!existsSync(file)) throw new Error(`packing ${one.name} made no ${basename(file)}`);
      return [one.name, file];
    }),
  );
}

/** @param {string} name */
function tarballOf(name) {
  return /** @type {string} */ (tarballs.get(name));
}

/** What can be seen without installing. @param {WorkspacePackage} one @returns {Promise<string[]>} */
async function checkTarball(one) {
  const file = tarballOf(one.name);
  const files = readTarball(file);
  const manifest = JSON.parse(files.get('package.json')?.toString('utf8') ?? '{}');
  /** @type {string[]} */
  const problems = [];
  for (const needed of ['README.md', 'LICENSE']) if (!files.has(needed)) problems.push(`the tarball has no ${needed}`);
  for (const path of files.keys()) {
    if (/(^|\/)src\/|\.test\.|\.test-d\.|\.tsbuildinfo$|(^|\/)testdata\//.test(path))
      problems.push(`the tarball carries ${path}`);
  }
  const left = JSON.stringify(manifest).match(/"(workspace|catalog):[^"]*"/);
  if (left !== null) problems.push(`the packed package.json still says ${left[0]}`);
  for (const [peer, range] of Object.entries(manifest.peerDependencies ?? {})) {
    if (/^\d/.test(range)) problems.push(`peer ${peer} is the exact version ${range}; apps need a range`);
  }
  const { messages } = await publint({
    pkgDir: 'package',
    pack: { tarball: toArrayBuffer(readFileSync(file)) },
    level: 'warning',
    strict: true,
  });
  problems.push(...messages.map((message) => `publint: ${formatMessage(message, manifest) ?? message.code}`));
  const attw = await run(join(root, 'node_modules/.bin/attw'), [
    file,
    '--profile',
    'esm-only',
    '--format',
    'ascii',
    '--no-emoji',
    '--no-color',
  ]);
  if (attw.code !== 0) problems.push(`are the types wrong: ${attw.output.trim()}`);
  return problems;
}

/** @param {Buffer} buffer */
function toArrayBuffer(buffer) {
  return /** @type {ArrayBuffer} */ (buffer.buffer.slice(buffer.byteOffset, buffer.byteOffset + buffer.byteLength));
}

/** What a user sees who follows the README in an empty project. @param {Subject} subject @returns {Promise<string[]>} */
async function checkInstall(subject) {
  const readme = join(subject.dir, 'README.md');
  if (!existsSync(readme)) return ['it has no README.md'];
  const promises = readPromises(readFileSync(readme, 'utf8'));
  if (promises.example === undefined) return ['its README has no example'];
  const unnamed = subject.names.filter((name) => !promises.install.includes(scope + name));
  if (unnamed.length > 0) return [`its README does not say "npm install" of ${unnamed.join(', ')}`];
  const company = [...new Set(subject.names.flatMap((name) => [name, ...runtimeClosure(all, name)]))].sort();
  const known = join(cache, `${subject.package?.name ?? 'README'}-${fingerprint(readme, company)}`);
  if (existsSync(known) && !flags.has('--fresh')) return [];
  const project = join(work, `project-${subject.package?.name ?? 'README'}`);
  try {
    await installProject(company, promises.install, project);
    checkCompany(subject, company, project);
    for (const setup of promises.setup) judgeRun(await runShell(setup, project), undefined);
    if (promises.example.language === 'ts') await runExample(promises, project);
    else judgeRun(await runShell(promises.example.code, project), promises.output);
    if (subject.package?.name === 'client') await checkClient(project);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
  writeFileSync(known, '');
  return [];
}

/** Changes whenever the outcome of an install could. @param {string} readme @param {readonly string[]} company */
function fingerprint(readme, company) {
  const hash = createHash('sha256').update(process.version);
  const scripts = ['pack-check.mjs', 'lib/readme.mjs'].map((name) => join(root, 'scripts', name));
  for (const file of [readme, ...company.map(tarballOf), ...scripts, join(root, 'pnpm-lock.yaml')])
    hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 24);
}

/**
 * pnpm's strict `node_modules`: a package sees what it declares and nothing else.
 * @param {readonly string[]} company packages of ours @param {readonly string[]} install @param {string} project
 */
async function installProject(company, install, project) {
  mkdirSync(project, { recursive: true });
  const ours = Object.fromEntries(company.map((name) => [scope + name, `file:${tarballOf(name)}`]));
  const catalog = readCatalog();
  const versionOf = (/** @type {string} */ name) => ours[name] ?? catalog.get(name) ?? 'latest';
  const dependencies = Object.fromEntries(install.map((name) => [name, versionOf(name)]));
  const devDependencies = { typescript: versionOf('typescript'), '@types/node': versionOf('@types/node') };
  const manifest = {
    name: 'consumer',
    private: true,
    type: 'module',
    dependencies,
    devDependencies,
    pnpm: { overrides: ours },
  };
  writeFileSync(join(project, 'package.json'), JSON.stringify(manifest, null, 2));
  writeFileSync(
    join(project, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        target: 'ES2022',
        // Declarations of apache-arrow and connect name things of the DOM.
        lib: ['ES2023', 'DOM'],
        module: 'NodeNext',
        moduleResolution: 'NodeNext',
        strict: true,
        noUncheckedIndexedAccess: true,
        exactOptionalPropertyTypes: true,
        verbatimModuleSyntax: true,
        skipLibCheck: false,
        types: ['node'],
      },
      include: ['example*.ts'],
    }),
  );
  const [command, args] = pnpmCommand();
  await mustRun(
    command,
    [
      ...args,
      'install',
      '--ignore-workspace',
      '--prefer-offline',
      '--no-frozen-lockfile',
      '--config.confirm-modules-purge=false',
    ],
    {
      cwd: project,
      env: { CI: 'true' },
    },
  );
}

/** The catalog of pnpm-workspace.yaml, which is flat enough to be read line by line. @returns {Map<string, string>} */
function readCatalog() {
  const text = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8');
  const section = /^catalog:\n((?: {2}.*\n|\s*\n)+)/m.exec(text)?.[1] ?? '';
  return new Map(
    [...section.matchAll(/^ {2}"?([^"\s:]+)"?: (\S+)$/gm)].map((match) => [match[1] ?? '', match[2] ?? '']),
  );
}

/** Of ours, exactly the declared closure is there. @param {Subject} subject @param {readonly string[]} company @param {string} project */
function checkCompany(subject, company, project) {
  const prefix = scope.replace('/', '+');
  const installed = new Set(
    readdirSync(join(project, 'node_modules/.pnpm'))
      .filter((entry) => entry.startsWith(prefix))
      .map((entry) => entry.slice(prefix.length).replace(/@.*$/, '')),
  );
  const found = [...installed].sort().join(', ');
  if (found !== company.join(', ')) throw new Error(`installing it brings ${found}, expected ${company.join(', ')}`);
  const name = /** @type {keyof typeof neverInstalledWith} */ (subject.package?.name);
  const unwanted = (neverInstalledWith[name] ?? []).filter((one) => installed.has(one));
  if (unwanted.length > 0) throw new Error(`installing it brings ${unwanted.join(', ')}`);
}

/** @param {import('./lib/readme.mjs').ReadmePromises} promises @param {string} project */
async function runExample({ example, moreCode, output }, project) {
  for (const [index, code] of moreCode.entries()) writeFileSync(join(project, `example-${index + 2}.ts`), code);
  writeFileSync(join(project, 'example.ts'), example?.code ?? '');
  const compiled = await run(process.execPath, [join(project, 'node_modules/typescript/bin/tsc'), '-p', '.'], {
    cwd: project,
  });
  if (compiled.code !== 0) throw new Error(`the README example does not compile:\n${compiled.output.trim()}`);
  const ran = await run(process.execPath, ['example.js'], { cwd: project, timeoutMs: 60_000 });
  judgeRun(ran, output);
}

/** @param {string} code @param {string} project */
function runShell(code, project) {
  return run('sh', ['-e', '-c', code], { cwd: project, timeoutMs: 120_000 });
}

/** @param {{ code: number, stdout: string, output: string }} ran @param {string | undefined} expected */
function judgeRun(ran, expected) {
  if (ran.code !== 0) throw new Error(`the README example ended with code ${ran.code}:\n${ran.output.trim()}`);
  if (expected !== undefined && ran.stdout.trim() !== expected.trim()) {
    throw new Error(`the README example prints\n${ran.stdout.trim()}\nand the README says\n${expected.trim()}`);
  }
}

/** CommonJS apps and bundlers. @param {string} project */
async function checkClient(project) {
  writeFileSync(
    join(project, 'required.cjs'),
    "const client = require('@ballista-ts/client');\nif (typeof client.SessionContext !== 'function') throw new Error('no SessionContext in ' + Object.keys(client));\n",
  );
  await mustRun(process.execPath, ['required.cjs'], { cwd: project, timeoutMs: 60_000 });
  const { build } = await import('esbuild');
  const { errors } = await build({
    absWorkingDir: project,
    entryPoints: ['example.ts'],
    outfile: join(project, 'bundle.mjs'),
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'silent',
  });
  if (errors.length > 0) throw new Error(`esbuild: ${errors.map((one) => one.text).join('\n')}`);
  await mustRun(process.execPath, ['bundle.mjs'], { cwd: project, timeoutMs: 60_000 });
}
