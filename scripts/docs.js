/*
 * npm run docs
 *
 * Writes the generated pages of docs: one for each rule, from its meta and its fixtures, the config reference, from the
 * schema, the figures and the chart of the README, from docs/today.md, the short form of docs/peers.md, and the network
 * model's errors on the reference captures. test/docs compares the committed pages with these.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fillCaptures } from './docs/captures.js';
import { renderConfig } from './docs/config.js';
import { renderDependencies } from './docs/dependencies.js';
import { drawSavings, fillFront, readToday } from './docs/front.js';
import { fillPeers } from './docs/peers.js';
import { fillReliability } from './docs/reliability.js';
import { renderRules } from './docs/rules.js';
import { fillStability } from './docs/stability.js';

const docs = new URL('../docs/', import.meta.url);
const pages = new Map([...renderRules(), ['config.md', renderConfig()], ['dependencies.md', renderDependencies()]]);
mkdirSync(new URL('rules/', docs), { recursive: true });
for (const name of readdirSync(new URL('rules/', docs))) {
  if (!pages.has(`rules/${name}`)) rmSync(new URL(`rules/${name}`, docs));
}
for (const [path, text] of pages) writeFileSync(new URL(path, docs), text);
const model = new URL('network-model.md', docs);
writeFileSync(model, fillCaptures(readFileSync(model, 'utf8')));
const reliability = new URL('reliability.md', docs);
writeFileSync(reliability, fillReliability(readFileSync(reliability, 'utf8')));
const stability = new URL('stability.md', docs);
const runs = JSON.parse(readFileSync(new URL('../bench/stability/results.json', import.meta.url), 'utf8'));
writeFileSync(stability, fillStability(readFileSync(stability, 'utf8'), runs));
const others = new URL('other-tools.md', docs);
writeFileSync(others, fillPeers(readFileSync(others, 'utf8'), readFileSync(new URL('peers.md', docs), 'utf8')));
const readme = new URL('../README.md', import.meta.url);
const today = readToday(readFileSync(new URL('today.md', docs), 'utf8'));
writeFileSync(readme, fillFront(readFileSync(readme, 'utf8'), today));
writeFileSync(new URL('savings.svg', docs), drawSavings(today));
process.stdout.write(`${pages.size} pages written to docs\n`);
