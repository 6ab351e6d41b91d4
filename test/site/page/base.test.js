import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pathNamedIn } from '../../../lib/site/page/base.js';
import { parsePage } from '../../../lib/site/page/parse-page.js';

const ENCODING = { name: 'utf-8', bom: false };

test('the files of handlers are found in a site that is served in a folder', () => {
  const pageAt = (/** @type {string | null} */ origin) =>
    parsePage('a/index.html', '<p>words', ENCODING, { origin, folder: 'docs/' });
  const page = pageAt(null);
  assert.equal(pathNamedIn(page, 'sails_f2.gif'), 'a/sails_f2.gif');
  assert.equal(pathNamedIn(page, '/docs/img/sails%20f2.gif'), 'img/sails f2.gif');
  for (const url of ['/img/sails_f2.gif', 'https://example.com/docs/sails_f2.gif'])
    assert.equal(pathNamedIn(page, url), null);
  const known = pageAt('https://example.com');
  assert.equal(pathNamedIn(known, 'https://example.com/docs/sails_f2.gif'), 'sails_f2.gif');
});
