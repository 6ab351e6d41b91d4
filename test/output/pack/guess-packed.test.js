import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { guessPacked } from '../../../lib/output/pack/guess-packed.js';
import { packFile } from '../../../lib/output/pack/pack-file.js';

const PAGE = new URL('../../../fixtures/microscape/site/index.html', import.meta.url);

const guess = (/** @type {string} */ text, /** @type {'html' | 'css' | 'script'} */ type = 'html') =>
  guessPacked({ bytes: Buffer.from(text), type });

test('about as much is guessed as packing takes off', async () => {
  const bytes = readFileSync(PAGE);
  const how = {
    minify: true,
    effort: /** @type {const} */ ('fast'),
    variants: [],
    spaceSelectors: [],
    flowSelectors: [],
    integrityHashes: [],
  };
  const packed = await packFile({ path: 'index.html', bytes, type: 'html', ...how });
  const taken = bytes.length - (packed.bytes?.length ?? 0);
  const guessed = guessPacked({ bytes, type: 'html' });
  assert.ok(guessed > taken * 0.75 && guessed < taken * 1.25, `${guessed} of ${taken}`);
});

test('comments, space and end tags count, and what stays as it is does not', () => {
  assert.equal(guess('<p>a  b</p><!-- no -->'), 1 + 4 + 11);
  assert.equal(guess('<pre>a  b</pre><script><!--\n x  \n//--></script>'), 0);
  assert.equal(guess('a { b : c }/* no */', 'css'), 5 + 8);
  assert.equal(guess('let a  =  1', 'script'), 0);
});
