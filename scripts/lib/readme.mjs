/**
 * What a package's README promises, in a form that can be tried.
 * @typedef {object} ReadmePromises
 * @property {string[]} install the packages its `npm install` line names
 * @property {string[]} setup `sh` blocks between installing and a `ts` example: what the example needs to be there
 * @property {{ language: 'ts' | 'sh', code: string } | undefined} example its first `ts` block; failing that, its first `sh` block that installs nothing
 * @property {string[]} moreCode the other `ts` blocks, which must compile
 * @property {string | undefined} output the `text` block right after the example: what it prints
 */

/** @param {string} markdown @returns {ReadmePromises} */
export function readPromises(markdown) {
  const blocks = [...markdown.matchAll(/^```(\w*)[^\n]*\n(.*?)^```\s*$/gms)].map((match) => ({
    language: match[1] ?? '',
    code: match[2] ?? '',
    start: match.index,
    end: match.index + match[0].length,
  }));
  const installs = blocks.filter(({ language, code }) => language === 'sh' && /^npm install /m.test(code));
  const install = installs.flatMap(({ code }) =>
    [...code.matchAll(/^npm install (.*)$/gm)].flatMap((match) => (match[1] ?? '').trim().split(/\s+/)),
  );
  const example =
    blocks.find(({ language }) => language === 'ts') ??
    blocks.find((one) => one.language === 'sh' && !installs.includes(one));
  const after = example && blocks.find(({ start }) => start >= example.end);
  const isOutput =
    example !== undefined && after?.language === 'text' && !/^#/m.test(markdown.slice(example.end, after.start));
  const lastInstall = installs.filter(({ start }) => start < (example?.start ?? 0)).at(-1);
  const isSetup = (/** @type {{ language: string, start: number }} */ { language, start }) =>
    example?.language === 'ts' &&
    language === 'sh' &&
    start > (lastInstall?.start ?? Infinity) &&
    start < example.start;
  return {
    setup: blocks.filter(isSetup).map(({ code }) => code),
    install: install.filter((word) => !word.startsWith('-')),
    example: example && { language: example.language === 'ts' ? 'ts' : 'sh', code: example.code },
    moreCode: blocks.filter((one) => one.language === 'ts' && one !== example).map(({ code }) => code),
    output: isOutput ? after.code : undefined,
  };
}
