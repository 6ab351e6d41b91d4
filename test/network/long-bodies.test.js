import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { estimate, glance } from '../../lib/network/index.js';
import { cutBodies } from '../../lib/network/long-bodies.js';

/** @import { HttpVersion, ResourceInput } from '../../lib/network/types.ts' */

const MEGABYTE = 1_000_000;

/** @param {number[]} sizes @param {HttpVersion} [version] */
function pageOf(sizes, version = '2') {
  const bodies = sizes.map((bytes, at) => ({
    url: `/${at}`,
    type: 'image',
    bytes,
    foundIn: '/',
    foundAtByte: 100 + at,
  }));
  const resources = [{ url: '/', type: 'html', bytes: 20_000 }, ...bodies];
  return { link: 'cable', http: { version }, resources: /** @type {ResourceInput[]} */ (resources) };
}

test('a page with a film is estimated in seconds, with all of its packets and its time', () => {
  for (const version of /** @type {const} */ (['1.1', '2', '3'])) {
    const startMs = process.cpuUsage().user / 1000;
    const [one, ten] = [200, 2000].map((size) => estimate(pageOf([size * MEGABYTE], version)).estimate);
    const tookMs = process.cpuUsage().user / 1000 - startMs;
    assert.ok(tookMs < 15_000, `${version}: ${tookMs} ms`);
    assert.ok(Math.abs(ten.packets / one.packets - 10) < 0.2, `${version}: ${one.packets}, ${ten.packets} packets`);
    assert.ok(Math.abs(ten.ms / one.ms - 10) < 0.2, `${version}: ${one.ms}, ${ten.ms} ms`);
    assert.ok(one.bytesDown > 200 * MEGABYTE && one.bytesDown < 215 * MEGABYTE, `${version}: ${one.bytesDown} bytes`);
  }
});

test('the other files of such a page are complete as early as before', () => {
  const { detail } = glance(pageOf([30_000, 500 * MEGABYTE]));
  const [page, image, film] = detail.byResource;
  assert.ok(image.doneMs < 10_000 && page.doneMs < 10_000, JSON.stringify([page, image]));
  assert.ok(film.doneMs > 100_000, JSON.stringify(film));
});

test('property: only the longest bodies are cut, and no byte is lost', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 50 * MEGABYTE }), { minLength: 1, maxLength: 40 }), (sizes) => {
      const full = /** @type {any[]} */ (sizes.map((bytes) => ({ bytes })));
      const { resources, restBytes } = cutBodies(full);
      const cut = resources.map(({ bytes }) => bytes);
      const sum = (/** @type {readonly number[]} */ some) => some.reduce((all, bytes) => all + bytes, 0);
      assert.equal(sum(cut) + restBytes, sum(sizes));
      const most = Math.max(...cut);
      for (const [at, bytes] of cut.entries()) assert.ok(bytes === sizes[at] || bytes === most);
      assert.ok(sum(cut) <= 32 * MEGABYTE);
    }),
  );
});
