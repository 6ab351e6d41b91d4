import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordFetches } from '../../../lib/visit/browser/record-fetches.js';
import { openTestBrowser } from '../../harness/browser.js';

const browser = await openTestBrowser();
const GIF = Buffer.from('R0lGODlhAQABAAAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');

/** Tells for each image whether text can carry its handlers. @param {string} html */
async function watch(html) {
  const files = (/** @type {string} */ path) => ({ bytes: path === 'index.html' ? Buffer.from(html) : GIF });
  const { images } = await recordFetches(browser, { path: 'index.html', files });
  return images.map(({ isCarried = false }) => isCarried);
}

test('handlers of an image that open a menu next to it work on text in its place', async () => {
  const found = await watch(`<script>
    function show(from) {
      var menu = document.getElementById('menu').style;
      menu.left = from.offsetLeft + 'px';
      menu.top = from.offsetTop + from.offsetHeight + 'px';
      menu.visibility = 'visible';
    }
    function hide() { setTimeout('later()', 50) }
    function later() { document.getElementById('menu').style.visibility = 'hidden' }</script>
    <div id=menu style="position:absolute;visibility:hidden">Menu</div>
    <a href=/><img src=a.gif width=40 height=20 onmouseover="show(this)" onmouseout="hide()"></a><img src=a.gif>`);
  assert.deepEqual(found, [true, false]);
});

test('handlers that need the image itself do not', async () => {
  const found = await watch(`<p id=out>nothing</p>
    <img src=a.gif onmouseover="this.src = 'b.gif'" onmouseout="this.src = 'a.gif'">
    <img src=a.gif width=40 onmouseover="document.getElementById('out').title = this.width + ' wide'">`);
  assert.deepEqual(found, [false, false]);
});

test('an image is recorded on which a script listens to the pointer', async () => {
  const files = (/** @type {string} */ path) => ({ bytes: path === 'index.html' ? Buffer.from(html) : GIF });
  const html = `<img id=one src=a.gif><img id=two src=a.gif><img id=three src=a.gif><script>
    function find(id) { return document.getElementById(id) }
    find('one').onmouseover = function () {}; find('two').addEventListener('click', function () {});
    find('three').addEventListener('load', function () {}); addEventListener('mousedown', function () {})</script>`;
  const { images } = await recordFetches(browser, { path: 'index.html', files });
  assert.deepEqual(
    images.map(({ isHeard = false, set }) => [isHeard, set]),
    [
      [true, []],
      [true, []],
      [false, []],
    ],
  );
});
