import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { packCss } from '../../../lib/output/pack/css.js';
import { guessPacked } from '../../../lib/output/pack/guess-packed.js';
import { packHtml } from '../../../lib/output/pack/html.js';
import { packScript } from '../../../lib/output/pack/script.js';
import { readCode } from '../../../lib/plan/detect/live-code.js';
import { linkSite } from '../../../lib/site/graph/build-graph.js';
import { makeFile } from '../../../lib/site/read-site.js';
import { processorMsOf } from '../../harness/processor-time.js';

/** Factor of the input, and max factor of the time: linear time grows fourfold, quadratic time sixteenfold. */
const GROWTH = 4;
const MAX_GROWTH = 5;
/** Times below this are noise, in milliseconds. */
const MIN_MS = 12;
/** Max number of attempts. A busy machine can only lengthen an attempt, so the fastest one counts. */
const MAX_TRIES = 12;

/**
 * Shapes that take quadratic time or more in scanners that search ahead for a missing end.
 * @type {[kind: string, name: string, write: (n: number) => string, length: number][]}
 */
const SHAPES = [
  ['html', 'comments that never end', (n) => '<!--'.repeat(n), 8000],
  ['html', 'comments', (n) => '<!---->'.repeat(n), 4000],
  ['html', 'comments in scripts', (n) => '<script><!--'.repeat(n), 4000],
  ['html', 'tags that never end', (n) => '<a b="'.repeat(n), 8000],
  ['html', 'angles', (n) => '<'.repeat(n), 8000],
  ['html', 'scripts that never end', (n) => '<script '.repeat(n), 8000],
  ['html', 'style sheets', (n) => '<style>a{}</style>'.repeat(n), 200],
  ['html', 'images beside each other', (n) => '<img src=a.gif>'.repeat(n), 1500],
  ['html', 'buttons of images', (n) => '<input type=image src=a.gif>'.repeat(n), 1000],
  ['html', 'images in one link', (n) => `<a href=a.html>${'<img src=a.gif>'.repeat(n)}word`, 1500],
  ['html', 'a set of images', (n) => `<img srcset="${'a.gif 1x, '.repeat(n)}">`, 1500],
  ['html', 'spaces', (n) => `<p>${' '.repeat(n)}a`, 20000],
  ['html', 'cells', (n) => `<table><tr>${'<td>a'.repeat(n)}`, 2000],
  ['html', 'an address of slashes', (n) => `<a href="${'/'.repeat(n)}">`, 8000],
  ['css', 'blocks within blocks', (n) => 'a{'.repeat(n), 8000],
  ['css', 'comments that never end', (n) => '/*'.repeat(n), 20000],
  ['css', 'an address of spaces', (n) => `a{b:url(${' '.repeat(n)}`, 8000],
  ['css', 'media within media', (n) => '@media a{'.repeat(n), 4000],
  ['css', 'brackets', (n) => `a{b:${'('.repeat(n)}`, 8000],
  ['css', 'strings that never end', (n) => 'content:"'.repeat(n), 4000],
  ['css', 'blocks behind a string that never ends', (n) => `a{b:"c"d";${'x-{'.repeat(n)}`, 4000],
  ['sheet', 'rules with images', (n) => '* * * * .x{background:url(a.gif)}'.repeat(n), 3000],
  ['sheet', 'fonts and their uses', (n) => writeFonts(n), 1600],
  ['css', 'selectors', (n) => `${'a,'.repeat(n)}a{b:c}`, 4000],
  ['js', 'spaces', (n) => ' '.repeat(n), 8000],
  ['js', 'one long word', (n) => 'a'.repeat(n), 8000],
  ['js', 'lists of images', (n) => 'document.images['.repeat(n), 1000],
  ['js', 'strings handed on', (n) => `f(${'"a.gif" '.repeat(n)}`, 2000],
  ['js', 'images that are made', (n) => '(new Image).src="a.gif";'.repeat(n), 120],
  ['js', 'imports that never end', (n) => 'import '.repeat(n), 4000],
  ['js', 'imports', (n) => 'import a from "./b.js";'.repeat(n), 2000],
  ['js', 'names that are never imported', (n) => 'from '.repeat(n), 8000],
];

/** @param {number} count */
function writeFonts(count) {
  return Array.from({ length: count }, (_, at) => {
    return `@font-face{font-family:f${at};src:url(a.woff2)}.a{font-family:f${at},x}`;
  }).join('');
}

/** @type {Record<string, (text: string) => Promise<unknown>>} */
const WORK = {
  html: async (text) => {
    const page = `<!doctype html><title>a</title><body>${text}`;
    link({ 'index.html': page, 'a.gif': 'GIF89a' });
    guessPacked({ bytes: Buffer.from(page), type: 'html' });
    await packHtml(page);
  },
  css: async (text) => {
    link({ 'index.html': '<!doctype html><link rel=stylesheet href=a.css>', 'a.css': text });
    await packCss(text);
  },
  sheet: async (text) => {
    const page = '<!doctype html><link rel=stylesheet href=a.css>';
    link({ 'index.html': page, 'a.css': text, 'a.gif': 'GIF89a', 'a.woff2': 'wOF2' });
  },
  js: async (text) => {
    link({ 'index.html': '<!doctype html><script src=a.js></script>', 'a.js': text });
    readCode(text);
    await packScript(text);
  },
};

/** @param {Record<string, string>} texts */
function link(texts) {
  const files = new Map(Object.entries(texts).map(([path, text]) => [path, makeFile(path, Buffer.from(text))]));
  linkSite({ root: '', name: 'site', files, warnings: [] });
}

/** @param {() => Promise<unknown>} small @param {() => Promise<unknown>} large */
async function measureGrowth(small, large) {
  let [few, many, growth] = [Infinity, Infinity, Infinity];
  await small();
  for (let count = 0; count < MAX_TRIES && growth > MAX_GROWTH; count += 1) {
    few = Math.min(few, await processorMsOf(small));
    many = Math.min(many, await processorMsOf(large));
    growth = many / Math.max(few, MIN_MS);
  }
  return { few, many, growth };
}

describe('scanners take time in proportion to what they scan', () => {
  for (const [kind, name, write, length] of SHAPES) {
    it(`${kind}: ${name}`, async () => {
      const [small, large] = [write(length), write(length * GROWTH)];
      const { few, many, growth } = await measureGrowth(
        () => WORK[kind](small),
        () => WORK[kind](large),
      );
      assert.ok(growth <= MAX_GROWTH, `${few.toFixed(1)} ms, and ${many.toFixed(1)} ms for ${GROWTH} times as much`);
    });
  }
});
