/*
 * npm run docs
 *
 * Writes the pages of docs that follow from the code: one for each rule, from its meta and its fixtures, and the config reference,
 * from the schema. test/docs holds what is committed against this.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { renderConfig } from './docs/config.js';
import { renderRules } from './docs/rules.js';

const docs = new URL('../docs/', import.meta.url);
const pages = new Map([...renderRules(), ['config.md', renderConfig()]]);
mkdirSync(new URL('rules/', docs), { recursive: true });
for (const name of readdirSync(new URL('rules/', docs))) {
  if (!pages.has(`rules/${name}`)) rmSync(new URL(`rules/${name}`, docs));
}
for (const [path, text] of pages) writeFileSync(new URL(path, docs), text);
process.stdout.write(`${pages.size} pages written to docs\n`);
