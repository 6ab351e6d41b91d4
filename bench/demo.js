/**
 * `npm run demo`: the page of 1997 made lean, beside what its authors measured when they did it by hand.
 */

/** @typedef {Awaited<ReturnType<typeof audit>>} Report */

import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { audit, build } from '../lib/index.js';
import { renderHtml } from '../lib/report/index.js';
import { rules } from '../rules/index.js';
import { describeContent, describeLoading, describeOrder, describeTechniques } from './demo/tables.js';

const site = fileURLToPath(new URL('../fixtures/microscape/site/', import.meta.url));
const out = fileURLToPath(new URL('../out/', import.meta.url));

/** The visitors of the paper, on servers that compressed nothing. */
const CONDITIONS = /** @type {const} */ ({
  link: 'ppp',
  http: '1.0',
  links: ['lan', 'wan'],
  https: ['1.1', '1.1-pipelined'],
  server: 'identity',
  cache: 'out/cache',
});

const IMAGE_RULES = [
  'gif-image',
  'animated-gif',
  'heavy-png',
  'heavy-jpeg',
  'fine-jpeg',
  'modern-image',
  'truecolour-png',
];
const MARKUP_RULES = ['uppercase-tags', 'unsized-image', 'page-weight'];
const TECHNIQUES = /** @type {const} */ ([
  ['style sheets', (/** @type {string} */ id) => !IMAGE_RULES.includes(id) && !MARKUP_RULES.includes(id), false],
  ['PNG', (/** @type {string} */ id) => id === 'gif-image', false],
  ['animation', (/** @type {string} */ id) => id === 'animated-gif', false],
  ['compression', (/** @type {string} */ id) => id === 'uppercase-tags', true],
]);

/** @param {string} stage @param {number} done @param {number} of */
function progress(stage, done, of) {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${stage} ${done} of ${of}`);
}

/** @param {(id: string) => boolean} wanted */
function onlyRules(wanted) {
  return Object.fromEntries(
    rules.filter(({ meta }) => !wanted(meta.id)).map(({ meta }) => [meta.id, /** @type {const} */ ('off')]),
  );
}

mkdirSync(out, { recursive: true });
const report = await build(site, {
  ...CONDITIONS,
  out: `${out}microscape`,
  force: true,
  rules: { 'modern-image': 'off' },
  progress,
});
/** The paper's fourth way: pipelined, from a server that compresses texts. */
const DEFLATED = /** @type {const} */ ({ ...CONDITIONS, http: '1.1-pipelined', https: [], server: 'gzip' });

/** What a technique saves under the paper's conditions. @param {typeof TECHNIQUES[number]} technique */
async function tryTechnique([name, wanted, packs]) {
  const packing = packs ? {} : { minify: false, variants: [] };
  // The whole build was looked at; a part of it need not be again.
  const how = { ...packing, rules: onlyRules(wanted), verify: 'off', progress };
  const report = await audit(site, { ...CONDITIONS, ...how });
  const deflated = packs ? null : await audit(site, { ...DEFLATED, ...how, variants: ['gz'] });
  return { name, report: deflated ? withDeflated(report, deflated) : report };
}

/** @param {Report} report @param {Report} deflated */
function withDeflated(report, deflated) {
  const more = deflated.pages[0].estimates.map((each) => ({ ...each, http: 'pipelined + deflate' }));
  const [page] = report.pages;
  return { ...report, pages: [{ ...page, estimates: [...page.estimates, ...more] }] };
}

const techniques = [];
for (const technique of TECHNIQUES) techniques.push(await tryTechnique(technique));
const singles = [...techniques];
techniques.push({ name: 'all together', report });
if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
writeFileSync(`${out}microscape.html`, renderHtml(report));
process.stdout.write(
  `${describeContent(report)}\n${describeTechniques(techniques)}\n${describeOrder(singles)}\n${describeLoading(report)}\nThe lean page is in out/microscape, the whole report in out/microscape.html\n`,
);
