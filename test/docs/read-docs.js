import { readdirSync, readFileSync } from 'node:fs';

export const root = new URL('../../', import.meta.url);

/** @typedef {{ language: string, text: string, where: string }} Block */

/** Returns the pages for new users: the README and every page of docs, except those generated from rules. */
export function listPages() {
  const docs = readdirSync(new URL('docs/', root)).filter((name) => name.endsWith('.md'));
  return ['README.md', ...docs.map((name) => `docs/${name}`)].map((path) => ({
    path,
    text: readFileSync(new URL(path, root), 'utf8'),
  }));
}

/**
 * Returns the code blocks of a page.
 * @param {{ path: string, text: string }} page
 * @returns {Block[]}
 */
export function listBlocks({ path, text }) {
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(({ 1: language, 2: block, index }) => ({
    language,
    text: block,
    where: `${path}:${text.slice(0, index).split('\n').length + 1}`,
  }));
}

/**
 * Returns the inline code of a page.
 * @param {{ text: string }} page
 */
export function listInlineCode({ text }) {
  const prose = text.replace(/^```[\s\S]*?^```$/gm, '');
  return [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code);
}

/**
 * Splits a command line into words and removes quotation marks.
 * @param {string} line
 */
export function splitWords(line) {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, bare]) => double ?? single ?? bare);
}
