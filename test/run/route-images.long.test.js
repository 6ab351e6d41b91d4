import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { makeRandom } from '../../bench/random.js';
import { build } from '../../lib/index.js';

/** The page of an application that renders every address itself. */
const SHELL =
  '<!doctype html><html lang=en><title>Boats</title><body><nav><a href=/>Home</a> <a href=/quay>Quay</a></nav>' +
  '<main id=app></main><script type=module src=/app.js></script>';
/** The module of the route is only loaded at its address, so no page with a file loads or names the image. */
const APP =
  "const app = document.getElementById('app');" +
  "if (location.pathname === '/quay') (await import('./quay.js')).show(app); else app.textContent = 'Boats';";
const QUAY = "export const show = (app) => { const image = new Image(); image.src = '/quay.jpg'; app.append(image); };";

/** Draws soft noise. */
async function drawJpeg() {
  const draw = makeRandom(7);
  const bytes = Buffer.from(Array.from({ length: 48 * 30 * 3 }, () => Math.floor(draw() * 256)));
  const small = sharp(bytes, { raw: { width: 48, height: 30, channels: 3 } });
  const jpeg = small.resize(480, 300, { fit: 'fill', kernel: 'cubic' }).jpeg({ quality: 80, optimiseCoding: false });
  return jpeg.toBuffer();
}

test('an image that only a route without a file shows is compressed', async (t) => {
  const scratch = mkdtempSync(join(tmpdir(), 'pagethrift-route-'));
  t.after(() => rmSync(scratch, { recursive: true }));
  const [site, out] = [join(scratch, 'site'), join(scratch, 'out')];
  mkdirSync(site);
  for (const name of ['index.html', '404.html']) writeFileSync(join(site, name), SHELL);
  writeFileSync(join(site, 'app.js'), APP);
  writeFileSync(join(site, 'quay.js'), QUAY);
  writeFileSync(join(site, 'quay.jpg'), await drawJpeg());
  const report = await build(site, { out, cache: 'off' });
  const [before, after] = [site, out].map((folder) => statSync(join(folder, 'quay.jpg')).size);
  assert.ok(after < before * 0.95, `${before} → ${after}`);
  const route = report.pages.find(({ address }) => address === '/quay');
  assert.equal(route?.before.requests, 4);
  assert.ok(route.before.bytes - route.after.bytes >= before - after);
});
