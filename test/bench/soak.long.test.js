import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { judgeSite } from '../../bench/soak/judge-site.js';

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
