/*
 * npm run bench -- case
 *
 * Reproduces the effect of tag case in "Network Performance Effects of HTTP/1.1, CSS1, and PNG" (SIGCOMM 1997): a page
 * of 42 KB is deflated to .35 of its size with mixed-case tags, and to .27 with lower-case tags.
 */
import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { compressVariants } from '../lib/output/pack/variants.js';
import { CASES, recase } from './case/recase.js';

const PAPER = /** @type {Record<string, string>} */ ({ lower: '.27', mixed: '.35' });

const source = readFileSync(new URL('../fixtures/case/page.html', import.meta.url), 'utf8');
console.log(
  `fixtures/case/page.html, ${Buffer.byteLength(source)} bytes; size after encoding, and its share of the page\n`,
);
console.log(row(['tags', 'zlib', 'gzip', 'br', 'zstd', 'paper (deflate)']));
for (const name of CASES) {
  const bytes = Buffer.from(recase(source, name));
  const [gzip, br, zstd] = await compressVariants(bytes, { variants: ['gz', 'br', 'zst'] });
  const sizes = [deflateSync(bytes).length, gzip.bytes.length, br.bytes.length, zstd.bytes.length];
  console.log(row([name, ...sizes.map((size) => `${size} ${share(size / bytes.length)}`), PAPER[name] ?? '']));
}
console.log('\nzlib at its default level, as the paper used it; the others as `--effort balanced` writes them.');

/** @param {number} ratio */
function share(ratio) {
  return ratio.toFixed(3).replace(/^0/, '');
}

/** @param {string[]} cells */
function row(cells) {
  return cells
    .map((cell) => cell.padEnd(14))
    .join('')
    .trimEnd();
}
