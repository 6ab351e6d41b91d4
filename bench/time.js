/*
 * npm run bench -- time [--as before|after] [--code FOLDER] [--scratch FOLDER] [--again] [--peer] NAME=FOLDER[@PAGES] …
 *
 * Measures cold builds with default flags, unchanged rebuilds and checks of sites, next to jampack with --peer. Writes
 * the results to bench/time/results.json and docs/speed.md after each site, so that an interrupted run can continue;
 * --again measures all sites again. --code measures another checkout, such as the one before a change. @PAGES copies
 * the site with other titles until it has this number of pages. Without sites, the table is written again. On a busy
 * machine, only CPU time is meaningful.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { writeSpeed } from './speed/write-page.js';
import { growSite } from './time/grow.js';
import { measureSite } from './time/measure.js';
import { measurePeer } from './time/peer.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    as: { type: 'string', default: 'after' },
    code: { type: 'string', default: fileURLToPath(new URL('..', import.meta.url)) },
    scratch: { type: 'string', default: join(tmpdir(), 'pagethrift-time') },
    again: { type: 'boolean', default: false },
    peer: { type: 'boolean', default: false },
  },
});
if (values.as !== 'before' && values.as !== 'after') throw new Error('--as is before or after');
const side = values.as;
const scratch = resolve(values.scratch);
mkdirSync(scratch, { recursive: true });
const known = new URL('time/results.json', import.meta.url);
/** @type {import('./time/table.js').Results} */
let results = existsSync(known) ? JSON.parse(readFileSync(known, 'utf8')) : {};
save();

for (const named of positionals) {
  const [name, where] = named.includes('=') ? named.split('=') : [basename(resolve(named)), named];
  const [folder, pages] = where.split('@');
  if (results[name]?.[side] && !values.again) continue;
  const site = growSite(resolve(folder), join(scratch, `${name}-input`), pages ? Number(pages) : null);
  const found = await measureSite(site.folder, { code: resolve(values.code), scratch: join(scratch, name) });
  const peer = values.peer ? await measurePeer(site.folder, scratch) : (results[name]?.peer ?? null);
  results = { ...results, [name]: { ...results[name], pages: site.pages, [side]: found, peer } };
  console.error(name, side, JSON.stringify(found), peer === null ? '' : JSON.stringify(peer));
  save();
}

/** Saves the results so far, whatever happens later. */
function save() {
  writeFileSync(known, `${JSON.stringify(results, null, 2)}\n`);
  writeSpeed();
}
