import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePage } from '../../../lib/site/page/parse-page.js';
import { findTextBarrier } from '../../../rules/kit/inline.js';

test('a page tells why text with a font of its own cannot be written into it', () => {
  const policy = '<meta http-equiv="Content-Security-Policy" content="font-src \'self\'">';
  const barrierOf = (/** @type {string} */ path, html = '<img src="a.gif">') =>
    findTextBarrier(parsePage(path, html, { name: 'utf-8', bom: false }))?.messageId ?? null;
  assert.equal(barrierOf('index.html'), null);
  assert.equal(barrierOf('index.html', policy), 'policy');
  assert.equal(barrierOf('news/index.shtml'), 'processed');
  assert.equal(barrierOf('index.xhtml', policy), 'processed');
});
