/**
 * `npm run bench -- style FOLDER…`: lists for each site the images that CSS can replace: how many there are, how many
 * were replaced, why the others were not, and the savings. Without folders, uses the page of 1997.
 */

import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { audit } from '../lib/index.js';
import { rules } from '../rules/index.js';

const RULES = [
  'spacer-image',
  'rule-image',
  'bullet-image',
  'arrow-image',
  'flat-background',
  'corner-image',
  'rollover-pair',
];
const folders = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const verify = process.argv.includes('--no-verify') ? 'off' : 'changed';
const own = fileURLToPath(new URL('../fixtures/microscape/site/', import.meta.url));

/** Effects of other rules on the same images are excluded. */
const others = Object.fromEntries(
  rules.filter(({ meta }) => !RULES.includes(meta.id)).map(({ meta }) => [meta.id, /** @type {const} */ ('off')]),
);

for (const folder of folders.length > 0 ? folders : [own]) {
  const report = await audit(folder, { cache: 'out/cache', verify, rules: others, minify: false });
  const rows = report.changes.filter(({ rule }) => RULES.includes(rule));
  const done = rows.filter(({ status }) => status === 'applied');
  const saved = (/** @type {'requests' | 'bytes'} */ what) => done.reduce((sum, { saves }) => sum + saves[what], 0);
  process.stdout.write(
    `${basename(folder)}: ${rows.length} places, ${done.length} replaced, ${saved('requests')} requests and ` +
      `${saved('bytes')} bytes saved\n`,
  );
  for (const rule of RULES) {
    const ofRule = rows.filter((row) => row.rule === rule);
    if (ofRule.length === 0) continue;
    const images = new Set(ofRule.map(({ resource }) => resource));
    const outcomes = Object.entries(Object.groupBy(ofRule, ({ status, reason }) => reason ?? status)).map(
      ([why, list]) => `${why} ${list?.length}`,
    );
    process.stdout.write(`  ${rule.padEnd(16)} ${String(images.size).padStart(4)} images  ${outcomes.join(', ')}\n`);
  }
}
