import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTakenOver } from '../../../lib/site/text/taken-over.js';
import { processorMs } from '../../harness/processor-time.js';

const MODULE = '<script type=module src=a.js></script>';

test('a page is taken over that says so, or that a script of today is begun on', () => {
  for (const page of [
    '<p>a<!--[-->b',
    '<p>a<!-- -->b<script src=a.js></script>',
    `<body><div id=app><p>a</div>${MODULE}`,
    `<head><script defer src=a.js></script></head><body class="a">\n<!-- x --><noscript>no</noscript>` +
      `<script>a</script>\n<main id="my-root"> <p>a`,
  ])
    assert.equal(isTakenOver(page), true, page);
  for (const page of [
    `<body><div id=app></div><p>a${MODULE}`.replace('<div id=app></div>', '<p>a<div id=app>b</div>'),
    '<body><div id=app><p>a</div><script src=a.js></script>',
    `<p>a${MODULE}`,
    `<body><p>a${MODULE}`,
    '<!--[if IE]>a<![endif]--><p>b',
    '<a name=top><!-- --></a><p>no code runs here',
    '<!-- --><!doctype html><p>a</p><script src=menu.js></script>',
    '<p>a</p> <!-- --> <p>b</p><script src=menu.js></script>',
  ])
    assert.equal(isTakenOver(page), false, page);
});

test('however many scripts begin a page, closed or not, it is read at once', () => {
  for (const script of ['<script>a</script>', '<script', '<script>', '<!--', '<script defer>']) {
    const text = `${MODULE}<body>${script.repeat(50_000)}`;
    assert.ok(processorMs(() => isTakenOver(text)) < 1000, `${script} makes it slow`);
  }
});
