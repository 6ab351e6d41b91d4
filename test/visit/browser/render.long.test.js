import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { crc32 } from 'node:zlib';
import { HOSTILE, toHostileLookup } from '../../../bench/verify/hostile.js';
import { pathOfUrl, urlOfPath } from '../../../lib/site/addresses.js';
import { renderPage } from '../../../lib/visit/browser/render.js';
import { isStaticPage } from '../../../lib/visit/browser/static-page.js';
import { FULL_VIEWS } from '../../../lib/visit/verify/views.js';
import { openTestBrowser } from '../../harness/browser.js';

/** @import { Rendering, View } from '../../../lib/visit/browser/render.js' */
/** @import { FileLookup } from '../../../lib/visit/browser/serve.js' */

const [VIEW] = FULL_VIEWS;
const BARE_VIEW = { ...VIEW, hover: false, accessibilityText: false };
const PIXEL = 'R0lGODlhAQABAIAAAP8AAAAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==';

/** @param {Record<string, string>} files @returns {FileLookup} */
const serve = (files) => (path) => (files[path] === undefined ? null : { bytes: Buffer.from(files[path]) });

describe('site paths and URLs', () => {
  it('go there and back', () => {
    for (const path of ['index.html', 'a b/ü?#%.html', 'x/y/z.gif']) assert.equal(pathOfUrl(urlOfPath(path)), path);
    assert.equal(pathOfUrl('https://example.com/index.html'), null);
  });
});

const browser = await openTestBrowser();

describe('renderPage', { timeout: 60_000 }, () => {
  /** @param {Record<string, string>} files @param {Partial<Parameters<typeof renderPage>[1]>} [options] */
  const render = async (files, options) =>
    (await renderPage(browser, { path: 'index.html', files: serve(files), views: [VIEW], ...options }))[0];

  it('serves from memory and notes what is missing or elsewhere', async () => {
    const { traffic, seen } = await render({
      'index.html':
        '<link rel=stylesheet href=a.css><img src=gone.gif><img src="https://example.com/x.gif"><p>text</p>' +
        '<iframe src="in/"></iframe>',
      'a.css': 'p { width: 123px }',
      'in/index.html': 'framed',
    });
    assert.deepEqual(new Set(traffic.served), new Set(['index.html', 'a.css', 'in/index.html']));
    assert.deepEqual(traffic.missing, ['gone.gif']);
    assert.deepEqual(traffic.external, ['https://example.com/x.gif']);
    assert.equal(seen.elements.find(({ tag }) => tag === 'p')?.box[2], 123);
  });

  it('runs what waits until nothing else is to do, however busy the page', async () => {
    const { seen } = await render({
      'index.html': `<p>waits</p><script>
        requestIdleCallback(() => document.querySelector('p').remove());
        (function spin() { setTimeout(spin) })();
      </script>`,
    });
    assert.deepEqual(
      seen.elements.filter(({ tag }) => tag === 'p'),
      [],
    );
  });

  it('lives with addresses that lead nowhere', async () => {
    const { traffic, seen } = await render({
      'index.html': `<script src="https://{{ site.comments }}/embed.js"></script>
        <form action="http://"><input name=a></form>
        <svg><image href="http://" width=9 height=9></image></svg>`,
    });
    assert.deepEqual(traffic.external, ['https://{{%20site.comments%20}}/embed.js']);
    assert.equal(seen.forms[0].target, 'get http://  ');
  });

  it('shows pages of any name as pages', async () => {
    for (const path of ['index.php', 'show?id=1', 'page.cfm']) {
      const [{ accessibilityText }] = await renderPage(browser, {
        path,
        files: serve({ [path]: '<p>here' }),
        views: [VIEW],
      });
      assert.deepEqual(accessibilityText, ['here']);
    }
  });

  it('reads a page in the encoding that it is said to be in', async () => {
    const bytes = Buffer.from('<p>d\xe9j\xe0 vu', 'latin1');
    const files = () => ({ bytes });
    for (const [encoding, word] of [
      ['windows-1252', 'déjà vu'],
      ['windows-1250', 'déjŕ vu'],
    ]) {
      const order = { path: 'index.html', files, views: [VIEW], encoding };
      const [{ accessibilityText, seen }] = await renderPage(browser, order);
      assert.deepEqual([seen.encoding, accessibilityText?.join(' ')], [encoding, word]);
    }
  });

  it('stops clock, chance and animation', async () => {
    const html =
      `<style>@keyframes a { from { width: 10px } to { width: 90px } } #a { animation: a 1s forwards } #b { ` +
      `animation: a 1s infinite }</style>
      <div id=a>a</div><div id=b>b</div><p></p><script>document.querySelector('p').textContent = ` +
      `[Date.now(), new Date().toISOString(), document.lastModified, Math.random(), crypto.getRandomValues(new ` +
      `Uint8Array(2))]</script>`;
    const [first, second] = [await render({ 'index.html': html }), await render({ 'index.html': html })];
    assert.deepEqual(first.seen, second.seen);
    assert.deepEqual(first.screenshot, second.screenshot);
    const widthOf = (/** @type {string} */ text) =>
      first.seen.elements.find((element) => element.text === text)?.box[2];
    assert.deepEqual([widthOf('a'), widthOf('b')], [90, 10]);
  });

  it('loads lazy pictures and runs timers', async () => {
    const { traffic, accessibilityText } = await render({
      'index.html':
        `<div style="height:5000px"></div><img loading=lazy src=p.gif><script>setTimeout(() => ` +
        `document.body.append('late'), 2000)</script>`,
      'p.gif': PIXEL,
    });
    assert.ok(traffic.served.includes('p.gif'));
    assert.ok(accessibilityText?.includes('late'));
  });

  it('looks without scripts', async () => {
    const files = { 'index.html': '<p>one</p><script>document.write("two")</script><noscript>three</noscript>' };
    assert.deepEqual((await render(files)).accessibilityText, ['one', 'two']);
    assert.deepEqual((await render(files, { views: [{ ...VIEW, scripts: false }] })).accessibilityText, [
      'one',
      'three',
    ]);
  });

  it('loads a page once for windows of every size, and again for what the window cannot change', async () => {
    const html =
      `<style>p { width: 50% } p:hover { color: red } @media (min-width: 1000px) { b { display: none } }</style>` +
      `<p>a</p><b>b</b>`;
    const look = (/** @type {string} */ script) =>
      renderPage(browser, { path: 'index.html', files: serve({ 'index.html': html + script }), views: FULL_VIEWS });
    const countLoads = (/** @type {Rendering[]} */ renderings) =>
      new Set(renderings.map(({ traffic }) => traffic)).size;
    const still = await look('');
    const loaded = await look('<script>document.title = devicePixelRatio</script>');
    assert.equal(countLoads(still), 1);
    assert.equal(countLoads(loaded), 3, 'one for a dense screen, one without scripts');
    assert.equal(countLoads(await look('<script>document.title = innerWidth</script>')), 2, 'one without scripts');
    // Images as numbers, because printing the difference of two images takes gigabytes.
    const sum = (/** @type {Rendering} */ { view, seen, screenshot, hoverScreenshot }) =>
      [
        view.name,
        ...seen.elements.map(({ box }) => box),
        ...[...screenshot, ...hoverScreenshot].map(({ png }) => crc32(png)),
      ].join(' ');
    assert.deepEqual(still.map(sum), loaded.map(sum));
    assert.deepEqual(
      still.map(({ view }) => view),
      FULL_VIEWS,
    );
  });

  it('requests the image of a source set that each window asks for', async () => {
    const image = (/** @type {number} */ width) =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="9"><rect width="9" height="9"/></svg>`;
    const widths = [300, 700, 1200, 2400];
    const set = widths.map((width) => `${width}.svg ${width}w`).join();
    const files = serve({
      'index.html': `<body style="margin:0"><img srcset="${set}" style="width:100%"><script>1</script>`,
      ...Object.fromEntries(widths.map((width) => [`${width}.svg`, image(width)])),
    });
    const listShown = async (/** @type {readonly View[]} */ views) =>
      (await renderPage(browser, { path: 'index.html', files, views })).map(({ view, seen }) => [
        view.name,
        ...seen.elements.flatMap(({ shows }) => shows),
      ]);
    const alone = await Promise.all(FULL_VIEWS.map((view) => listShown([view])));
    assert.deepEqual(await listShown(FULL_VIEWS), alone.flat());
    assert.equal(new Set(alone.flat().map(([, url]) => url)).size, 3, 'narrow, usual, wide or dense');
  });

  it('knows what could run, or what is chosen as the page loads', () => {
    const nothing = { used: [], missing: [], external: [], foreignCode: [], navigations: [], failures: [] };
    const traffic = { served: ['index.html', 'a.css'], ...nothing };
    const judge = (/** @type {string} */ html, css = '') =>
      isStaticPage('index.html', serve({ 'index.html': html, 'a.css': css }), traffic);
    assert.equal(judge('<p title="once upon = a time">plain</p><form action=x></form>'), true);
    for (const html of [
      '<p onclick="x()">',
      '<p class="a"onload=x()>',
      '<a href="JavaScript:x()">',
      '<noscript>a</noscript>',
      '<img srcset="a 2x">',
    ])
      assert.equal(judge(html), false, html);
    assert.equal(judge('<p>', '@media (scripting: none) { p { color: red } }'), false);
    assert.equal(isStaticPage('index.html', serve({ 'index.html': '<p>' }), { ...traffic, served: ['x.js'] }), false);
  });

  it('hears what is named by what stands in it once', async () => {
    const { accessibilityText } = await render({
      'index.html': '<dl><dt><a name=a><img src=y alt="-"></a>\n<i>Term</i><dd>said</dl>',
    });
    assert.deepEqual(accessibilityText?.slice(1), ['< term >', '-', 'term', '< definition >', 'said']);
  });

  it('hears words and things in reading order', async () => {
    const { accessibilityText, seen } = await render({
      'index.html':
        '<html lang=en><title>t</title><h2>A  Title</h2><a href=x>go <img src=y alt=there></a><img src=y ' +
        'alt=""><form action=f><input name=q value=1><input type=hidden name=h value=2></form>',
    });
    assert.deepEqual(accessibilityText?.slice(0, 6), ['< heading level=2 >', 'a', 'title', '< link >', 'go', 'there']);
    assert.deepEqual(seen.forms[0].sends, ['q=1', 'h=2']);
    assert.deepEqual(seen.document, ['t', 'en', '']);
    assert.match(seen.links[0], /^a https:\/\/www\.site\.example\.com\/x/);
  });

  it('shows what the pointer would, by style and by script', async () => {
    const still = await render({ 'index.html': '<a href=x>link</a>' });
    assert.equal(still.hoverScreenshot.length, 0);
    const styled = await render({ 'index.html': '<style>a:hover { color: red }</style><a href=x>link</a>' });
    assert.notDeepEqual(styled.hoverScreenshot, styled.screenshot);
    const scripted = await render({ 'index.html': `<a href=x onmouseover="this.style.color='red'">link</a>` });
    assert.notDeepEqual(scripted.hoverScreenshot, scripted.screenshot);
  });

  it('sees areas that scroll inside a page whole', async () => {
    const { seen, screenshot } = await render({
      'index.html':
        '<body style="margin:0"><div style="height:100vh;overflow:auto"><p id=far style="margin-top:4000px;' +
        'height:20px">far</p></div>',
    });
    assert.ok(seen.elements.some(({ text, tag }) => tag === 'p' && text === 'far'));
    assert.equal(Buffer.from(screenshot[0].png).readUInt32BE(20) > 4000, true);
  });

  it('is not led astray by hostile pages', async () => {
    for (const name of [
      'alert',
      'redirect by script',
      'redirect by meta',
      'redirect to itself',
      'form that sends itself',
      'download',
      'service worker',
      'clobbered document',
      'busy clock',
    ]) {
      const [rendering] = await renderPage(browser, {
        path: 'index.html',
        files: toHostileLookup(HOSTILE[name]),
        views: [BARE_VIEW],
      });
      assert.deepEqual(rendering.limits, [], name);
      assert.ok(rendering.seen.elements.length > 1, name);
    }
    assert.equal(browser.restarts(), 0);
  });

  it('stays on a page that would leave for where no request leads', async () => {
    for (const url of ['https://  ', 'about:blank', 'elsewhere.html']) {
      const html = `<meta http-equiv=refresh content="0; url=${url}"><p>here`;
      const [scripted, bare] = [true, false].map((scripts) => ({ ...VIEW, scripts }));
      for (const view of [scripted, bare]) {
        assert.deepEqual((await render({ 'index.html': html }, { views: [view] })).accessibilityText, ['here']);
      }
    }
  });

  it('ends scripts that never do, and looks without them', async () => {
    const files = toHostileLookup(HOSTILE['endless script']);
    const [first, second] = await renderPage(browser, {
      path: 'index.html',
      files,
      views: [VIEW, BARE_VIEW],
      quietMs: 1000,
    });
    assert.deepEqual(first.limits, ['endless-script']);
    assert.deepEqual(first.accessibilityText, ['< heading level=1 >', 'endless', 'after']);
    assert.deepEqual(second.limits, ['endless-script']);
  });

  it('waits once for a picture of a page that goes elsewhere before it is painted', async () => {
    const files = serve({ 'index.html': '<script>location.replace("other.html")</script><p>Words' });
    const startMs = performance.now();
    const renderings = await renderPage(browser, { path: 'index.html', files, views: FULL_VIEWS });
    assert.ok(performance.now() - startMs < 15_000, 'not once for each view');
    for (const { view, limits, screenshot } of renderings) {
      assert.equal(limits.includes('no-screenshot'), view.scripts, view.name);
      assert.equal(screenshot.length === 0, view.scripts, view.name);
    }
  });
});
