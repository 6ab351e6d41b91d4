import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPage } from '../../../lib/site/page/read-page.js';
import { makeFile } from '../../../lib/site/read-site.js';

const TITLE = '<!doctype html><title>x</title>';

/** @param {string} body */
const read = (body) => readPage(makeFile('a.html', Buffer.from(TITLE + body)), undefined);

test('a page whose unclosed formatting is repeated without end is passed on unchanged', () => {
  const open = (/** @type {number} */ count) => Array.from({ length: count }, (_, at) => `<b a${at}><p>`).join('');
  assert.equal(read(open(2000)).warning?.code, 'too-deep');
  assert.equal(read(open(20)).warning, null);
  const old = '<font color=red><b><i>'.repeat(20) + '<p>text '.repeat(400);
  assert.equal(read(old).warning, null, 'pages of old with open tags are read');
});
