import assert from 'node:assert/strict';
import { test } from 'node:test';
import { optimizeSvg } from '../../../lib/images/codecs/svg-optimize.js';

/** @param {string} inner */
const drawing = (inner) =>
  Buffer.from(`<?xml version="1.0"?><!-- Made by a program -->
  <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><metadata>nobody reads this</metadata>${inner}</svg>`);

test('a drawing keeps its ids, view box and title, and loses digits that show nothing', async () => {
  const made = await optimizeSvg(
    drawing('<title>A bird</title><g id="wing"><path d="M1.00000001 2.0000001L20.123456789 30.987654321 5 38z"/></g>'),
  );
  assert.ok(made.ok);
  const text = Buffer.from(made.bytes ?? []).toString();
  assert.match(text, /viewBox="0 0 40 40"/);
  assert.match(text, /id="wing"/);
  assert.match(text, /<title>A bird<\/title>/);
  assert.doesNotMatch(text, /123456|metadata|Made by/);
});

test('what moves or runs scripts is left alone', async () => {
  for (const inner of ['<script>1</script>', '<rect width="9" height="9"><animate attributeName="x" to="5"/></rect>']) {
    const made = await optimizeSvg(drawing(inner));
    assert.equal(made.ok, false);
    assert.equal(!made.ok && made.reason, 'broken');
  }
});

test('thin lines keep the digits that they need', async () => {
  const fine = Array.from(
    { length: 40 },
    (_, at) => `<path d="M${at + 0.125} 0v40" stroke="#000" stroke-width=".0625"/>`,
  );
  const made = await optimizeSvg(drawing(fine.join('\n')));
  assert.ok(made.ok);
  assert.match(Buffer.from(made.bytes ?? []).toString(), /\.12|\.13/);
});
