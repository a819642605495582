import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

export const scope = '@ballista-ts/';

/**
 * @typedef {object} WorkspacePackage
 * @property {string} dir absolute
 * @property {string} path relative to the root, e.g. `packages/core`
 * @property {string} name without the scope, e.g. `core`
 * @property {Record<string, any>} manifest its package.json
 */

/**
 * All packages below `packages/` and, where present, `examples/`, by name.
 * @param {string} root
 * @returns {WorkspacePackage[]}
 */
export function readWorkspace(root) {
  return ['packages', 'examples'].flatMap((group) => {
    if (!existsSync(join(root, group))) return [];
    return readdirSync(join(root, group))
      .filter((entry) => existsSync(join(root, group, entry, 'package.json')))
      .sort()
      .map((entry) => {
        const dir = join(root, group, entry);
        const manifest = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8'));
        return { dir, path: `${group}/${entry}`, name: unscoped(manifest.name) ?? manifest.name, manifest };
      });
  });
}

/** The publishable ones. @param {WorkspacePackage[]} packages */
export const published = (packages) => packages.filter((one) => one.manifest.private !== true);

/** `core` for `@ballista-ts/core` and `@ballista-ts/core/serde`; undefined for names that are not ours. @param {string} name */
export const unscoped = (name) => (name.startsWith(scope) ? name.slice(scope.length).split('/')[0] : undefined);

/** Our packages that one needs at run time, itself excluded, transitively. @param {WorkspacePackage[]} packages @param {string} name */
export function runtimeClosure(packages, name) {
  const byName = new Map(packages.map((one) => [one.name, one]));
  const found = new Set();
  const visit = (/** @type {string} */ current) => {
    const { dependencies = {}, peerDependencies = {} } = byName.get(current)?.manifest ?? {};
    for (const dependency of Object.keys({ ...dependencies, ...peerDependencies })) {
      const ours = unscoped(dependency);
      if (ours === undefined || found.has(ours)) continue;
      found.add(ours);
      visit(ours);
    }
  };
  visit(name);
  found.delete(name);
  return [...found].sort();
}

/** Files below a directory whose name passes, without `node_modules`, `dist` and hidden directories; sorted. */
export function listFiles(/** @type {string} */ dir, /** @type {(name: string) => boolean} */ accept) {
  /** @type {string[]} */
  const out = [];
  const visit = (/** @type {string} */ current) => {
    for (const entry of readdirSync(current).sort()) {
      if (entry === 'node_modules' || entry === 'dist' || entry.startsWith('.')) continue;
      const path = join(current, entry);
      if (statSync(path).isDirectory()) visit(path);
      else if (accept(entry)) out.push(path);
    }
  };
  if (existsSync(dir)) visit(dir);
  return out;
}
