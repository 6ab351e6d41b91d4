import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import zlib from 'node:zlib';
import { OverLimitError } from '../../../lib/base/errors.js';
import { Packer } from '../../../lib/output/pack/packer.js';
import { openCache } from '../../../lib/run/cache/cache.js';
import { TaskProcesses } from '../../../lib/run/tasks/processes.js';

const folder = await mkdtemp(join(tmpdir(), 'packer-test-'));
const runner = new TaskProcesses(2);
after(() => Promise.all([runner.close(), rm(folder, { recursive: true })]));

const HTML = Buffer.from(`<!doctype html>\n<title>a</title>\n${'<p class="a">some      text</p>\n'.repeat(50)}`);

/** @param {import('../../../lib/output/pack/packer.js').PackedFile} packed */
const bytesOf = ({ entries }) =>
  Promise.all(
    entries.map(({ bytes, linkFrom }) =>
      linkFrom ? readFile(linkFrom) : Buffer.from(/** @type {Uint8Array} */ (bytes)),
    ),
  );

test('files come back packed, with variants that decode to them, each in its own encoding', async () => {
  const packer = new Packer({ runner, variants: ['gz', 'br', 'zst', 'deflate'] });
  const latin = Buffer.from(`<meta charset=windows-1252><p>caf\u00e9   au lait</p>`.repeat(20), 'latin1');
  const [page, old, image] = await Promise.all([
    packer.pack({ path: 'a.html', type: 'html', bytes: HTML }),
    packer.pack({ path: 'b.html', type: 'html', bytes: latin }),
    packer.pack({ path: 'c.png', type: 'image', bytes: HTML }),
  ]);
  assert.deepEqual(
    page.entries.map(({ path }) => path),
    ['a.html', 'a.html.gz', 'a.html.br', 'a.html.zst', 'a.html.deflate'],
  );
  const [plain, gz, br, zst, deflate] = await bytesOf(page);
  assert.match(plain.toString(), /^<!doctype html><title>a<\/title><p class="a">some text<\/p> <p/);
  for (const decoded of [
    zlib.gunzipSync(gz),
    zlib.brotliDecompressSync(br),
    zlib.zstdDecompressSync(zst),
    zlib.inflateSync(deflate),
  ]) {
    assert.ok(decoded.equals(plain));
  }
  assert.match((await bytesOf(old))[0].toString('latin1'), /caf\u00e9 au lait/);
  assert.deepEqual([image.changed, image.entries.length], [false, 1]);
});

test('what is packed once is not packed again: neither in this run nor in the next', async () => {
  const at = join(folder, 'cache');
  const file = { path: 'a.html', type: /** @type {const} */ ('html'), bytes: HTML };
  const cache = await openCache(at);
  const first = new Packer({ runner, cache });
  const packed = await Promise.all([first.pack(file), first.pack({ ...file, path: 'b/c.html' })]);
  assert.deepEqual(
    packed[0].entries.map(({ linkFrom }) => linkFrom),
    packed[1].entries.map(({ linkFrom }) => linkFrom),
  );
  await cache.close();
  /** @type {import('../../../lib/run/tasks/types.ts').TaskRunner} */
  const none = { atOnce: 1, run: async () => assert.fail('a task was run'), close: async () => {} };
  const second = new Packer({ runner: none, cache: await openCache(at) });
  assert.deepEqual(await second.pack(file), packed[0]);
});

test('a file that goes beyond its limit is shipped as it is, with the reason', async () => {
  /** @type {import('../../../lib/run/tasks/types.ts').TaskRunner} */
  const stuck = {
    atOnce: 1,
    run: () => Promise.reject(new OverLimitError('takes more than 9 s of processor time')),
    close: async () => {},
  };
  /** @type {string[]} */
  const named = [];
  const packer = new Packer({ runner: stuck, onExcess: (path) => void named.push(path) });
  const packed = await packer.pack({ path: 'a.html', type: 'html', bytes: HTML });
  assert.equal(packed.reason, 'packing takes more than 9 s of processor time');
  assert.equal(packed.failure, 'out-of-budget', 'it is not said to look different');
  assert.deepEqual((await bytesOf(packed)).map(String), [String(HTML)]);
  assert.deepEqual([...new Set(named)], ['a.html']);
});

test('packing what is packed changes nothing', async () => {
  const packer = new Packer({ runner });
  const files = /** @type {const} */ ([
    ['a.html', 'html', HTML.toString()],
    ['a.css', 'css', 'a { b : c }\n'.repeat(40)],
    ['a.js', 'script', 'function go(first, second) { return first + second }\n'.repeat(1)],
    ['a.json', 'text', '{ "a": 1 }'],
  ]);
  for (const [path, type, text] of files) {
    const packed = await packer.pack({ path, type, bytes: Buffer.from(text) });
    assert.ok(packed.changed, path);
    const [bytes] = await bytesOf(packed);
    assert.equal((await packer.pack({ path, type, bytes })).changed, false, path);
  }
});
