import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Links of a Markdown file that lead nowhere: files that do not exist, headings that are not there. Links out of the repository are not
 * followed.
 * @param {string} file
 * @returns {{ line: number, target: string }[]}
 */
export function brokenLinks(file) {
  const text = withoutCode(readFileSync(file, 'utf8'));
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map((match) => ({ line: text.slice(0, match.index).split('\n').length, target: match[1] ?? '' }))
    .filter(({ target }) => !/^[a-z]+:/.test(target))
    .filter(({ target }) => {
      const [path = '', anchor] = target.split('#');
      const linked = path === '' ? file : join(dirname(file), path);
      if (!existsSync(linked)) return true;
      return anchor !== undefined && linked.endsWith('.md') && !anchors(readFileSync(linked, 'utf8')).has(anchor);
    });
}

/** What headings are called in links, as GitHub makes it. @param {string} markdown */
function anchors(markdown) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  const names = [...withoutCode(markdown).matchAll(/^#{1,6} (.*)$/gm)].map((match) => {
    const plain = (match[1] ?? '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/<[^>]*>/g, '');
    const name = plain
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-');
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    return count === 0 ? name : `${name}-${count}`;
  });
  return new Set(names);
}

/** The same lines with code blocks emptied. @param {string} markdown */
const withoutCode = (markdown) => markdown.replace(/^(```|~~~).*?^\1/gms, (block) => block.replace(/[^\n]/g, ''));
