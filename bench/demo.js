/** `npm run bench -- demo`: optimises the page of 1997 and compares it with its authors' manual results. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from '../lib/index.js';
import { renderHtml } from '../lib/report/index.js';
import { rules } from '../rules/index.js';
import { compare, readSent } from './demo/measure.js';
import { describeContent, describeLoading, describeOrder, describeTechniques } from './demo/tables.js';

const site = fileURLToPath(new URL('../fixtures/microscape/site/', import.meta.url));
const out = fileURLToPath(new URL('../out/', import.meta.url));

/** The visitors of the paper, on servers without compression. */
const CONDITIONS = /** @type {const} */ ({
  link: 'ppp',
  http: '1.0',
  links: ['lan', 'wan'],
  https: ['1.1', '1.1-pipelined'],
  server: 'identity',
  cache: 'out/cache',
});

/** Conditions for single techniques. On the modem, time-outs occur early, so that packet counts vary by chance. */
const STEADY = /** @type {const} */ ({ link: 'wan', http: '1.1' });

/** @typedef {import('../lib/plan/types.ts').RuleMeta} RuleMeta */

/** Returns true if a rule replaces images with markup and styles. @param {RuleMeta} meta */
const isStyle = ({ category }) => category === 'style' || category === 'lettering';

/** The paper's techniques, and one that it lacks: inlined images. */
const TECHNIQUES = /** @type {const} */ ([
  { name: 'style sheets', isWanted: isStyle },
  {
    name: 'style sheets, images in the page',
    isWanted: (/** @type {RuleMeta} */ meta) => isStyle(meta) || meta.id === 'small-image',
  },
  { name: 'PNG', isWanted: (/** @type {RuleMeta} */ { id }) => id === 'gif-image' },
  { name: 'animation', isWanted: (/** @type {RuleMeta} */ { id }) => id === 'animated-gif' },
  { name: 'compression', isWanted: (/** @type {RuleMeta} */ { id }) => id === 'uppercase-tags' },
]);

/** @param {string} stage @param {number} done @param {number} of */
function progress(stage, done, of) {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${stage} ${done} of ${of}`);
}

/** @param {(meta: RuleMeta) => boolean} isWanted */
function onlyRules(isWanted) {
  return Object.fromEntries(
    rules.filter(({ meta }) => !isWanted(meta)).map(({ meta }) => [meta.id, /** @type {const} */ ('off')]),
  );
}

mkdirSync(`${out}techniques`, { recursive: true });
const report = await build(site, {
  ...CONDITIONS,
  out: `${out}microscape`,
  force: true,
  rules: { 'modern-image': 'off' },
  progress,
});
const before = await readSent(site);

/** Measures the effect of a single technique. @param {typeof TECHNIQUES[number]} technique */
async function tryTechnique({ name, isWanted }) {
  const packs = name === 'compression';
  const folder = `${out}techniques/${name.replace(/\W+/g, '-')}`;
  const how = {
    ...(packs ? {} : { ...STEADY, minify: false, variants: [] }),
    rules: onlyRules(isWanted),
    // The complete build has been verified, so a part of it need not be.
    verify: 'off',
    progress,
  };
  await build(site, { ...CONDITIONS, ...how, out: folder, force: true });
  return measure(name, folder, packs);
}

/** @param {string} name @param {string} folder @param {boolean} compresses */
async function measure(name, folder, compresses) {
  const after = await readSent(folder);
  return { name, after, loads: compare(before, after, { compresses }) };
}

const singles = [];
for (const technique of TECHNIQUES) singles.push(await tryTechnique(technique));
const together = await measure('all together', `${out}microscape`, true);
if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
writeFileSync(`${out}microscape.html`, renderHtml(report));
process.stdout.write(
  `${describeContent(report, before, singles)}\n${describeTechniques([...singles, together])}\n` +
    `${describeOrder(singles)}\n${describeLoading(together.loads)}\nThe lean page is in out/microscape, the ` +
    `whole report in out/microscape.html\n`,
);
