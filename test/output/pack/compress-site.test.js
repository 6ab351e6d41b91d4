import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compressSite } from '../../../lib/output/pack/compress-site.js';
import { makeFile } from '../../../lib/site/read-site.js';

/** @import { Site, SitePath } from '../../../lib/site/types.ts' */
/** @import { PackedFile } from '../../../lib/output/pack/packer.js' */

const SITE = siteOf({ 'index.html': '<script src=app.js></script>', 'app.js': 'run()', 'photo.jpg': 'pixels' });

/** @param {Record<SitePath, string>} texts @returns {Site} */
function siteOf(texts) {
  const files = Object.entries(texts).map(([path, text]) => makeFile(path, Buffer.from(text)));
  return { root: '', name: 'site', files: new Map(files.map((file) => [file.path, file])), warnings: [] };
}

/** @param {Site} site @returns {Map<SitePath, PackedFile>} */
function asTheyAre({ files }) {
  const packed = [...files.values()].map(({ path, size, hash, bytes }) => {
    const entry = { path, encoding: /** @type {const} */ ('identity'), size, hash, linkFrom: null, bytes };
    return { path, bytesBefore: size, changed: false, reason: null, note: null, failure: null, entries: [entry] };
  });
  return new Map(packed.map((file) => [file.path, file]));
}

/** Returns a compressor that records its input. */
function openStandIn() {
  /** @type {[string, string][]} */
  const given = [];
  const compress = async (/** @type {PackedFile} */ packed, /** @type {{ path: SitePath }} */ { path }) => {
    given.push([path, String(Buffer.from(packed.entries[0].bytes ?? []))]);
    return { ...packed, path };
  };
  return { given, compress };
}

test('each text is compressed once, under the name and with the names that it is shipped with', async () => {
  const packer = openStandIn();
  const now = siteOf({ 'index.html': '<script src=app-1a2b.js></script>', 'app-1a2b.js': 'run()' });
  const named = { changed: now.files, gone: ['app.js'], names: new Map([['app.js', 'app-1a2b.js']]), left: [] };
  /** @type {string[]} */
  const ticks = [];
  const { files, shipped } = await compressSite(SITE, asTheyAre(SITE), { packer, named }, (done, of) => {
    ticks.push(`${done} of ${of}`);
  });
  assert.deepEqual(packer.given, [
    ['index.html', '<script src=app-1a2b.js></script>'],
    ['app-1a2b.js', 'run()'],
  ]);
  assert.deepEqual([...shipped.keys()], ['index.html', 'photo.jpg', 'app-1a2b.js']);
  assert.deepEqual([...files.keys()], ['index.html', 'photo.jpg', 'app.js'], 'reports know it by the name it had');
  assert.equal(files.get('index.html')?.bytesBefore, SITE.files.get('index.html')?.size);
  assert.equal(ticks.at(-1), '3 of 3');
});

test('a file that is still asked for by its old name is shipped under both', async () => {
  const packer = openStandIn();
  const now = siteOf({ 'app-1a2b.js': 'run()' });
  const named = { changed: now.files, gone: [], names: new Map([['app.js', 'app-1a2b.js']]), left: [] };
  const { shipped } = await compressSite(SITE, asTheyAre(SITE), { packer, named }, () => {});
  assert.deepEqual([...shipped.keys()].toSorted(), ['app-1a2b.js', 'app.js', 'index.html', 'photo.jpg']);
});
