import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { compare, readSent } from '../../bench/demo/measure.js';
import { build } from '../../lib/index.js';
import { root } from './read-docs.js';

test('the page of 1997 takes 55 % of its packets when pipelined, and 60 % of its time over a modem', async (t) => {
  const scratch = mkdtempSync(join(tmpdir(), 'pagethrift-demo-'));
  t.after(() => rmSync(scratch, { recursive: true, force: true }));
  const site = fileURLToPath(new URL('fixtures/microscape/site/', root));
  const out = join(scratch, 'lean');
  // Browsers of 1997 know no AVIF.
  const how = /** @type {const} */ ({ effort: 'fast', rules: { 'modern-image': 'off' }, cache: 'off' });
  await build(site, { ...how, out, link: 'ppp', http: '1.0', links: ['lan', 'wan'], server: 'identity' });
  const loads = compare(await readSent(site), await readSent(out), { compresses: true });
  const pipelined = loads.filter(({ mode }) => mode === 'HTTP/1.1 pipelined');
  assert.deepEqual(
    pipelined.map(({ link }) => link),
    ['LAN', 'WAN', 'PPP'],
  );
  for (const { link, before, after } of pipelined)
    assert.ok(after.packets <= 0.55 * before.packets, `${link}: ${before.packets} → ${after.packets} packets`);
  const modem = loads.find(({ link, mode }) => link === 'PPP' && mode === 'HTTP/1.1 pipelined + deflate');
  assert.ok(modem && modem.after.ms <= 0.6 * modem.before.ms, `${modem?.before.ms} → ${modem?.after.ms} ms`);
});
