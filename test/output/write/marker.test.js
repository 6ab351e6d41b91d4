import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { formatMarker, MARKER_NAME, readMarker } from '../../../lib/output/write/marker.js';

const SCHEMA = 'pagethrift/output@1';

test('a file with the name of the marker but of another form is foreign', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'marker-'));
  context.after(() => rmSync(folder, { recursive: true }));
  const read = (/** @type {string} */ text) => {
    writeFileSync(join(folder, MARKER_NAME), text);
    return readMarker(folder);
  };
  const forms = [
    { files: null },
    { files: [] },
    { files: { 'a.html': 1 } },
    { files: {}, links: 5 },
    { files: {}, variants: 5 },
    { files: {}, variants: [null] },
    { files: {}, added: { a: 1 } },
  ];
  for (const form of forms) assert.equal(read(JSON.stringify({ schema: SCHEMA, ...form })), null, JSON.stringify(form));
  for (const text of ['', 'null', '[]', '5']) assert.equal(read(text), null, text);
  const own = formatMarker(new Map([['a.html', { hash: 'b' }]]), new Map(), { settings: null, brought: null });
  assert.deepEqual(read(own)?.files, { 'a.html': 'b' });
});
