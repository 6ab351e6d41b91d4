import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { judgeSite, keepSteady } from '../../bench/soak/judge-site.js';

/** @import { Visit } from '../../bench/soak/visit-page.js' */

const folder = mkdtempSync(join(tmpdir(), 'pagethrift-soak-'));
after(() => rmSync(folder, { recursive: true }));

test('a link whose address a script makes absolute is the same on both hosts', async () => {
  const script = '<script>for (const link of document.links) link.setAttribute("href", link.href)</script>';
  writeFileSync(join(folder, 'index.html'), `<!doctype html><a href="other.html">Other</a>${script}`);
  writeFileSync(join(folder, 'other.html'), '<!doctype html><title>Other</title><p>Text');
  const site = { before: folder, after: folder, base: '/', pages: ['index.html'], level: 'visual' };
  const { findings, unsteady } = await judgeSite(site);
  assert.deepEqual({ findings, unsteady }, { findings: [], unsteady: [] });
});

/** Returns a visit in which a button has a name. @param {string} act @returns {Visit} */
function visitWith(act) {
  const steps = [{ act, path: '/', title: '', words: '', dialogs: 0 }];
  return {
    requests: [],
    bytes: 1,
    outside: [],
    failures: [],
    errors: [],
    rendered: [],
    hovered: [],
    steps,
    workers: 0,
  };
}

test('a difference counts if it is there in every pair of visits', async () => {
  const [early, late] = [visitWith('button'), visitWith('button Close')];
  const pairs = [{ was: early, is: late }];
  assert.equal((await keepSteady(pairs, 'visual')).steady.length, 1);
  pairs.push({ was: early, is: late });
  assert.equal((await keepSteady(pairs, 'visual')).steady.length, 1);
  pairs.push({ was: early, is: early });
  const { steady, own } = await keepSteady(pairs, 'visual');
  assert.deepEqual([steady.length, own.map(({ kind }) => kind)], [0, ['tour']]);
});
