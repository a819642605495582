#!/usr/bin/env node
// Writes docs/not-yet.md: the features that answer with NotYetSupportedError, read from the calls themselves, so that the page is
// complete by construction.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { listFiles, readWorkspace } from './lib/workspace.mjs';

/**
 * @typedef {object} MissingFeature
 * @property {string} feature as the error names it; parts known only when it is thrown stand as `…`
 * @property {string} package the package that throws it
 */

/**
 * The features named by `new NotYetSupportedError(feature, ...)` in the files of one package. The name is a literal, a template, a
 * choice between those, a constant made of them, or a parameter of the function around the call (a helper): then what all callers in the
 * package pass for it.
 * @param {readonly { name: string, text: string }[]} files
 * @returns {string[]}
 */
export function featuresIn(files) {
  const sources = files.map(({ name, text }) => ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true));
  const reader = new FeatureReader(sources);
  return sources.flatMap((source) =>
    nodesIn(source, ts.isNewExpression)
      .filter((node) => node.expression.getText() === 'NotYetSupportedError')
      .flatMap((node) => reader.texts(node.arguments?.[0], node)),
  );
}

/** @template {ts.Node} T @param {ts.Node} root @param {(node: ts.Node) => node is T} accept @returns {T[]} */
function nodesIn(root, accept) {
  /** @type {T[]} */
  const found = [];
  const visit = (/** @type {ts.Node} */ node) => {
    if (accept(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(root);
  return found;
}

class FeatureReader {
  /** @type {Map<string, ts.CallExpression[]>} */
  #calls = new Map();
  /** Parameters being followed now, so that a helper that calls itself ends. @type {Set<ts.Node>} */
  #following = new Set();

  /** @param {readonly ts.SourceFile[]} sources */
  constructor(sources) {
    for (const call of sources.flatMap((source) => nodesIn(source, ts.isCallExpression))) {
      const called = ts.isPropertyAccessExpression(call.expression) ? call.expression.name : call.expression;
      const name = called.getText();
      this.#calls.set(name, [...(this.#calls.get(name) ?? []), call]);
    }
  }

  /** @param {ts.Expression | undefined} node @param {ts.Node} at @returns {string[]} */
  texts(node, at) {
    if (node === undefined) return fail(at);
    if (ts.isStringLiteralLike(node)) return [node.text];
    if (ts.isTemplateExpression(node)) {
      return [[node.head.text, ...node.templateSpans.map((span) => `…${span.literal.text}`)].join('')];
    }
    if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return this.texts(node.expression, node);
    if (ts.isConditionalExpression(node))
      return [...this.texts(node.whenTrue, node), ...this.texts(node.whenFalse, node)];
    if (!ts.isIdentifier(node)) return fail(node);
    for (let around = node.parent; around !== undefined; around = around.parent) {
      if (ts.isBlock(around) || ts.isSourceFile(around)) {
        const constant = around.statements
          .filter(ts.isVariableStatement)
          .flatMap((statement) => statement.declarationList.declarations)
          .find((one) => one.name.getText() === node.text);
        if (constant !== undefined) return this.texts(constant.initializer, node);
      }
      if (ts.isForOfStatement(around)) {
        const listed = this.#listed(around, node);
        if (listed !== undefined) return listed;
      }
      if (ts.isFunctionLike(around)) {
        const position = around.parameters.findIndex((one) => one.name.getText() === node.text);
        if (position !== -1) return this.#passedTo(around, position, node);
      }
    }
    return fail(node);
  }

  /**
   * `for (const feature of list)`, or `[flag, feature]`, or `{ feature }`, over a list that stands in the same file.
   * @param {ts.ForOfStatement} loop @param {ts.Identifier} node @returns {string[] | undefined} undefined: the loop does not declare it
   */
  #listed(loop, node) {
    if (!ts.isVariableDeclarationList(loop.initializer)) return undefined;
    const binding = loop.initializer.declarations[0]?.name;
    const names =
      binding === undefined || ts.isIdentifier(binding)
        ? [binding]
        : binding.elements.map((one) => (ts.isOmittedExpression(one) ? undefined : one.name));
    const position = names.findIndex((one) => one?.getText() === node.text);
    if (binding === undefined || position === -1) return undefined;
    const items = arrayLiteral(loop.expression) ?? fail(node);
    return items.elements.flatMap((item) => {
      if (ts.isIdentifier(binding)) return this.texts(item, node);
      if (ts.isArrayBindingPattern(binding))
        return this.texts(ts.isArrayLiteralExpression(item) ? item.elements[position] : undefined, node);
      const properties = ts.isObjectLiteralExpression(item) ? item.properties.filter(ts.isPropertyAssignment) : [];
      return this.texts(properties.find((one) => one.name.getText() === node.text)?.initializer, node);
    });
  }

  /** What callers pass for a parameter. @param {ts.SignatureDeclaration} helper @param {number} position @param {ts.Node} at @returns {string[]} */
  #passedTo(helper, position, at) {
    const parent = helper.parent;
    const name =
      helper.name ?? (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) ? parent.name : undefined);
    const parameter = /** @type {ts.ParameterDeclaration} */ (helper.parameters[position]);
    if (name === undefined || this.#following.has(parameter)) return name === undefined ? fail(at) : [];
    this.#following.add(parameter);
    const calls = this.#calls.get(name.getText()) ?? [];
    const texts = calls
      .filter((call) => call.arguments.length > position)
      .flatMap((call) => this.texts(call.arguments[position], call));
    this.#following.delete(parameter);
    return texts;
  }
}

/** An array, or the constant of the file that is one. @param {ts.Expression} node @returns {ts.ArrayLiteralExpression | undefined} */
function arrayLiteral(node) {
  if (ts.isArrayLiteralExpression(node)) return node;
  if (ts.isAsExpression(node)) return arrayLiteral(node.expression);
  if (!ts.isIdentifier(node)) return undefined;
  const constant = nodesIn(node.getSourceFile(), ts.isVariableDeclaration).find(
    (one) => one.name.getText() === node.text,
  );
  return constant?.initializer && arrayLiteral(constant.initializer);
}

/** @param {ts.Node} node @returns {never} */
function fail(node) {
  const source = node.getSourceFile();
  const { line } = source.getLineAndCharacterOfPosition(node.getStart());
  throw new Error(
    `${source.fileName}:${line + 1}: the feature of a NotYetSupportedError must be a literal or a template, so that docs/not-yet.md can name it`,
  );
}

/** What has no error of its own, because there is nothing yet that could be asked for it. Take a line out with the change that builds it. */
const areas = [
  'the web dashboard, a terminal dashboard and the history server',
  'Flight SQL and Substrait',
  'Spark functions',
  'lakehouse tables (Delta Lake, Iceberg, Hudi)',
  'object stores of Google Cloud and Azure',
  'several schedulers that share their state',
  'WebAssembly pipelines: plans run in the reference evaluator, which is slow',
];

/** The page. @param {readonly MissingFeature[]} missing */
export function notYetPage(missing) {
  const byFeature = new Map();
  for (const one of missing) byFeature.set(one.feature, new Set([...(byFeature.get(one.feature) ?? []), one.package]));
  const rows = [...byFeature].sort(([a], [b]) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
  return [
    '<!-- Generated by scripts/not-yet.mjs from the errors in the code. Do not edit; run "npx -y pnpm@10 generate". -->',
    '# Not yet',
    '',
    'Nothing here is silently ignored: each of these answers with an error that names it. `…` stands for what depends on the query.',
    '',
    '| Feature | Answered by |',
    '|---|---|',
    ...rows.map(([feature, packages]) => `| ${feature.replaceAll('|', '\\|')} | ${[...packages].sort().join(', ')} |`),
    '',
    'Whole areas that are planned and not begun:',
    '',
    ...areas.map((area) => `- ${area}`),
    '',
  ].join('\n');
}

/** @param {string} root @returns {MissingFeature[]} */
export const missingFeatures = (root) =>
  readWorkspace(root).flatMap((one) => {
    const files = listFiles(join(one.dir, 'src'), (file) => file.endsWith('.ts') && !/\.test(-d)?\.ts$/.test(file))
      .filter((file) => !file.startsWith(join(one.dir, 'src/gen') + sep))
      .map((file) => ({ name: relative(root, file), text: readFileSync(file, 'utf8') }));
    return featuresIn(files).map((feature) => ({ feature, package: one.name }));
  });

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
  const file = join(root, 'docs/not-yet.md');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, notYetPage(missingFeatures(root)));
  console.log('wrote docs/not-yet.md');
}
