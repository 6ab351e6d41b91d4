import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordFetches } from '../../../lib/visit/browser/record-fetches.js';
import { openTestBrowser } from '../../harness/browser.js';

const browser = await openTestBrowser();
const GIF = Buffer.from('R0lGODlhAQABAAAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');

/** Returns the changes of a page's images under the mouse. @param {string} html */
async function watch(html) {
  const files = (/** @type {string} */ path) => ({ bytes: path === 'index.html' ? Buffer.from(html) : GIF });
  const { swaps } = await recordFetches(browser, { path: 'index.html', files });
  return swaps.map(({ carrier, image, rest, hover }) => ({ carrier, image, rest, hover }));
}

test('an image that a function swaps is seen, however its name is put together', async () => {
  const swaps = await watch(`<script>
    function turn(name, state) { document[name].src = 'img/' + name + '_' + state + '.gif' }</script>
    <img src=img/logo.gif><a href=/ onmouseover="turn('home', 'on')" onmouseout="turn('home', 'off')">
    <img name=home src=img/home_off.gif></a>`);
  assert.deepEqual(swaps, [{ carrier: 0, image: 1, rest: 'img/home_off.gif', hover: 'img/home_on.gif' }]);
});

test('an image is seen that puts its own file back', async () => {
  const swaps = await watch(`<script>
    function light(image, url) { var own = image.src; image.src = url; image.onmouseout = () => { image.src = own } }
    </script><img src=a.gif onmouseover="light(this, 'b.gif')">`);
  assert.deepEqual(swaps, [{ carrier: 0, image: 0, rest: 'a.gif', hover: 'b.gif' }]);
});

test('an image is seen that a page shows lit for good, and is given its own file', async () => {
  const swaps = await watch(`<script>function light(name) { document[name].src = name + '_on.gif' }</script>
    <a href=/ onmouseover="light('home')" onmouseout="light('home')"><img name=home src=home_on.gif></a>`);
  assert.deepEqual(swaps, [{ carrier: 0, image: 0, rest: 'home_on.gif', hover: 'home_on.gif' }]);
});

test('an image keeps its file whose handlers only fail, because their script is lost', async () => {
  const swaps = await watch(`<a href=/ onmouseover="lost('home', 'b.gif')" onmouseout="lost('home', 'a.gif')">
    <img name=home src=a.gif></a>
    <a href=/ onmouseover="document.two.src = 'b.gif'; lost()"><img name=two src=a.gif></a>
    <a href=/ onmouseover="window.status = 'later'"><img src=a.gif></a>`);
  assert.deepEqual(swaps, [{ carrier: 0, image: 0, rest: 'a.gif', hover: 'a.gif' }]);
});

test('the file of an image while the mouse is pressed is recorded', async () => {
  const files = (/** @type {string} */ path) => ({ bytes: path === 'index.html' ? Buffer.from(html) : GIF });
  const html = ['b.gif', 'c.gif']
    .map(
      (pressed, at) => `<img src=a.gif onmouseover="this.src='b.gif'" onmouseout="this.src='a.gif'"
      onmousedown="this.src='${pressed}'" onmouseup="this.src='b.gif'" id=i${at}>`,
    )
    .join('');
  const { swaps } = await recordFetches(browser, { path: 'index.html', files });
  assert.deepEqual(
    swaps.map(({ pressed }) => pressed),
    ['b.gif', 'c.gif'],
  );
});

test('other images that change at the same time are recorded if they still do without the first', async () => {
  const files = (/** @type {string} */ path) => ({ bytes: path === 'index.html' ? Buffer.from(html) : GIF });
  const html = `<script>
    function find(name) { return document.getElementById(name) ?? {} }
    function turn(files) { for (const name in files) find(name).src = files[name] }</script>
    <a onmouseover="turn({ one: 'b.gif', two: 'c.gif' })" onmouseout="turn({ one: 'a.gif', two: 'a.gif' })">
      <img id=one src=a.gif></a>
    <a onmouseover="turn({ two: 'c.gif' })" onmouseout="turn({ two: 'a.gif' })"><img src=d.gif></a>
    <a onmouseover="three.src = 'b.gif'; two.src = 'c.gif'" onmouseout="three.src = two.src = 'a.gif'">
      <img id=three src=a.gif></a>
    <img id=two src=a.gif height=9>`;
  const { swaps } = await recordFetches(browser, { path: 'index.html', files });
  assert.deepEqual(
    swaps.map(({ carrier, image, rest, hover, others }) => ({ carrier, image, rest, hover, others })),
    [
      { carrier: 0, image: 0, rest: 'a.gif', hover: 'b.gif', others: [{ image: 3, hover: 'c.gif' }] },
      { carrier: 1, image: 1, rest: 'd.gif', hover: 'd.gif', others: [{ image: 3, hover: 'c.gif' }] },
    ],
    'the third handler fails without its image',
  );
});

test('what does more than that is none', async () => {
  const swaps = await watch(`<img name=one src=a.gif><img name=two src=a.gif><p id=said></p>
    <b onmouseover="one.src = two.src = 'b.gif'" onmouseout="one.src = two.src = 'a.gif'">two images</b>
    <b onmouseover="one.src = 'b.gif'; said.textContent = 'more'" onmouseout="one.src = 'a.gif'">words too</b>
    <b onmouseover="one.src = 'b.gif'">for good</b>`);
  assert.deepEqual(swaps, []);
});
