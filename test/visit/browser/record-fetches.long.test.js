import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordFetches } from '../../../lib/visit/browser/record-fetches.js';
import { openTestBrowser } from '../../harness/browser.js';

const browser = await openTestBrowser();

/** @param {Record<string, string>} files */
const record = (files) =>
  recordFetches(browser, {
    path: 'index.html',
    files: (path) => (files[path] === undefined ? null : { bytes: Buffer.from(files[path]) }),
  });

test('what scripts ask for is recorded with the script that asked', async () => {
  const { fetched, missing, external } = await record({
    'index.html': '<script type=module src=js/main.js></script><p>text',
    'js/main.js':
      'import("./lazy.js"); fetch("/data.json"); fetch("/gone.json"); new Image().src = "https://example.com/x.gif"',
    'js/lazy.js': 'export default 1',
    'data.json': '{}',
  });
  assert.deepEqual(fetched, [
    { path: 'data.json', by: 'js/main.js' },
    { path: 'js/lazy.js', by: 'js/main.js' },
    { path: 'js/main.js', by: 'index.html' },
  ]);
  assert.deepEqual([missing, external], [['gone.json'], ['https://example.com/x.gif']]);
});

test('a file that two modules import has the same requester, whichever of them arrives first', async () => {
  const slow = `${'/* slow */'.repeat(300_000)}import './shared.js'`;
  const { fetched } = await record({
    'index.html': '<script type=module src=a.js></script><script type=module src=b.js></script><p>text',
    'a.js': slow,
    'b.js': 'import "./shared.js"',
    'shared.js': 'export default 1',
  });
  assert.deepEqual(fetched.at(-1), { path: 'shared.js', by: 'a.js' });
});

test('a library that changes what all scripts share does not hinder a visit', async () => {
  const { images } = await record({
    'index.html': `<script>Array.prototype.toJSON = () => '[]'; Element = function () {}</script>
      <p><img src=a.gif id=a><script>document.getElementById('a').title = 'set'</script>`,
    'a.gif': 'GIF',
  });
  assert.deepEqual(
    images.map(({ path, nth, set }) => ({ path, nth, set })),
    [{ path: 'a.gif', nth: 0, set: ['title'] }],
  );
});

test('a link that is no URL does not hinder a visit', async () => {
  const { links } = await record({ 'index.html': '<a href="http://">none</a><a href=other.html>other</a>' });
  assert.deepEqual(links, ['/other.html']);
});

test('the icon of a tab is the one that a script leaves in the page', async () => {
  const page = (/** @type {string} */ script) =>
    `<!doctype html><link rel=icon href=new.png><p>text</p><script>${script}</script>`;
  const icons = { 'old.png': 'old', 'new.png': 'new', 'favicon.ico': 'default' };
  const visitWith = (/** @type {string} */ script) => record({ 'index.html': page(script), ...icons });
  assert.equal((await visitWith('')).icon, 'new.png');
  assert.equal((await visitWith('document.querySelector("link").href = "old.png"')).icon, 'old.png');
  assert.equal((await visitWith('document.querySelector("link").href = "gone.png"')).icon, null);
  assert.equal((await visitWith('document.querySelector("link").remove()')).icon, 'favicon.ico');
});

test('a font in which the page writes nothing is not asked for', async () => {
  const { fetched, layout } = await record({
    'index.html':
      '<!doctype html><style>@font-face { font-family: One; src: url(one.woff2) } body { font-family: One } ' +
      'p { font-family: monospace }</style><div id=app><p>text</p></div>',
    'one.woff2': 'font',
  });
  assert.deepEqual(fetched, []);
  assert.notEqual(layout, null);
});

test('what starts to move when it is scrolled to is laid out where it ends', async () => {
  const pageWith = (/** @type {string} */ seconds) =>
    `<style>p { transform: translate(90px); transition: transform ${seconds}s } .in { transform: none }</style>
    <div style="height:5000px"></div><p id=end>end</p><script>
      new IntersectionObserver(([{ isIntersecting, target }]) => { if (isIntersecting) target.className = 'in' }) ` +
    `.observe(document.getElementById('end'))
    </script>`;
  const [slow, still] = [await record({ 'index.html': pageWith('9') }), await record({ 'index.html': pageWith('0') })];
  assert.notEqual(slow.layout, null);
  assert.equal(slow.layout, still.layout);
});

test('what waits until it is scrolled to comes as well', async () => {
  const { fetched } = await record({
    'index.html':
      `<div style="height:5000px"></div><p id=end>end</p><script>
      new IntersectionObserver((seen) => { if (seen.some(({ isIntersecting }) => isIntersecting)) ` +
      `fetch('/late.json') }).observe(document.getElementById('end'))
    </script>`,
    'late.json': '{}',
  });
  assert.deepEqual(fetched, [{ path: 'late.json', by: 'index.html' }]);
});

test('letters are listed by font: text, generated content, hints, capitals, hidden and scripted text', async () => {
  const { letters } = await record({
    'index.html':
      `<!doctype html><meta charset=utf-8><style>
      body { font-family: One, serif } b { font-family: "Two, too"; text-transform: uppercase } p::before ` +
      `{ content: "§"; font-family: Three }
      input { font-family: Four } input::placeholder { font-style: italic } .hidden { display: none; ` +
      `font-weight: 700 }
    </style><p>abc<b>x</b></p><input placeholder="hint" value="v"><div class=hidden>z</div><div id=app>` +
      `</div>
    <script>document.getElementById('app').textContent = 'ω'</script>`,
  });
  const of = (/** @type {string} */ family, weight = 400, isItalic = false) =>
    letters.find((one) => one.family === family && one.weight === weight && one.isItalic === isItalic)?.letters.trim();
  assert.equal(of('One, serif'), 'abcω', 'text of the page and of its scripts');
  assert.equal(of('One, serif', 700), 'z', 'text that is hidden at first');
  assert.equal(of('"Two, too"', 700), 'Xx', 'capitals that a style makes');
  assert.equal(of('Three'), '§', 'generated content');
  assert.equal(of('Four'), 'v', 'what a field holds');
  assert.equal(of('Four', 400, true), 'hint', 'a hint in its own style');
});

test('a page that goes elsewhere at once is recorded without a wait', { timeout: 20_000 }, async () => {
  const { fetched } = await record({
    'index.html': '<script src=go.js></script><noscript>Words</noscript>',
    'go.js': 'window.location.replace("other.html")',
  });
  assert.deepEqual(fetched, [{ path: 'go.js', by: 'index.html' }]);
});

test('a page is visited at its public address, and links of scripts are read', async () => {
  const { document, links, isBlank } = await record({
    'index.html':
      '<div id=app></div><script>document.getElementById("app").innerHTML = ' +
      '"at " + location.pathname + " <a href=/deep/route>a</a><a href=#/hash>b</a>"</script>',
  });
  assert.equal(document, 'index.html');
  assert.deepEqual(links, ['/#/hash', '/deep/route']);
  assert.equal(isBlank, false);
  const blank = await record({ 'index.html': '<div id=app></div><script>throw new Error("nothing")</script>' });
  assert.equal(blank.isBlank, true);
});

test('what scripts do to each image of the markup is observed', async () => {
  const { images } = await record({
    'index.html':
      '<img src=kept.gif><img src=set.gif><img src=read.gif><img src=gone.gif><img src=held.gif>' +
      '<script type=module src=m.js></script>',
    'm.js': `const [kept, set, read, gone, held] = document.images;
      set.setAttribute('src', 'set.gif'); read.getAttribute('src'); held.__reactFiber = {};
      gone.replaceWith(gone.cloneNode());`,
  });
  const shape = images.map(({ path, nth, isKept, isHeld, set, read }) => [path, nth, isKept, isHeld, set, read]);
  assert.deepEqual(shape, [
    ['kept.gif', 0, true, false, [], []],
    ['set.gif', 1, true, false, ['src'], []],
    ['read.gif', 2, true, false, [], ['src']],
    ['gone.gif', 3, false, false, [], []],
    ['held.gif', 4, true, true, [], []],
    ['gone.gif', null, false, false, [], []],
  ]);
});

test('how a page answers a visitor is told act by act', async () => {
  const page = (/** @type {string} */ script) =>
    `<title>t</title><nav><a href=/one>one</a><a href=other.html>other</a></nav><main>home</main>
    <button aria-expanded=false>menu</button><details><summary>more</summary>inside</details><input type=search>
    <script>${script}</script>`;
  const router = `const show = () => { document.querySelector('main').textContent = location.pathname };
    addEventListener('popstate', show);
    document.querySelector('a').onclick = (event) => {
      event.preventDefault(); history.pushState(0, '', '/one'); show();
    };
    const button = document.querySelector('button');
    button.onclick = () => button.setAttribute('aria-expanded', 'true');`;
  const working = await record({ 'index.html': page(router) });
  assert.deepEqual(
    working.behaviour.map((line) => line.replace(/[\da-f]{8}$/, '')),
    [
      'details “more”: / “t” body 1 open +1 −0 ',
      'menus “menu”: / “t” body 2 open +0 −0 ',
      'search “”: / “t” input 2 open +0 −0 ',
      'links “/one”: /one “t” input 2 open +1 −1 ',
      'back: / “t” input 2 open +1 −1 ',
      'links “other.html”: leaves to https://www.site.example.com/other.html',
    ],
  );
  const broken = await record({ 'index.html': page(`${router} button.onclick = null`) });
  assert.notDeepEqual(broken.behaviour, working.behaviour);
});

test('an answer is read after the update of a view transition', async () => {
  const files = {
    'index.html':
      '<p>One</p><a href=two.html>Two</a><script>document.querySelector("a").addEventListener("click", (event) => {' +
      'event.preventDefault();' +
      'const [text] = document.getElementsByTagName("p");' +
      'const { finished } = document.startViewTransition(() => { text.textContent = "Three" });' +
      'finished.then(() => history.pushState({}, "", "/two"))})</script>',
    'two.html': '<p>Two</p>',
  };
  const visits = [];
  for (let count = 0; count < 4; count += 1) visits.push((await record(files)).behaviour);
  for (const behaviour of visits) assert.match(behaviour[0], /^links “two.html”: \/two “” body 0 open \+1 −1 /);
});

test('an answer is read at the end of its transitions', async () => {
  const page = `<title>t</title><style>p { transition: visibility 9s } p.away { visibility: hidden }</style><p>text</p>
    <button aria-haspopup=true onclick="document.querySelector('p').className = 'away'">menu</button>
    <script>document.querySelector('button')</script>`;
  const { behaviour } = await record({ 'index.html': page });
  assert.match(behaviour[0], /^menus “menu”: .*\+0 −1 /);
});

test('an answer is read after the handlers at the end of its transitions', async () => {
  const page =
    `<style>#bar { transition: transform 0.3s } .away #bar { transform: translateX(-100px) }</style>
    <button aria-expanded=true aria-label=menu>button</button><p id=bar>bar</p><script>
      const bar = document.getElementById('bar');
      document.querySelector('button').onclick = () => document.body.classList.add('away');` +
    `bar.ontransitionend = () => { bar.style.display = 'none' };
    </script>`;
  const visits = await Promise.all(Array.from({ length: 6 }, () => record({ 'index.html': page })));
  for (const { behaviour } of visits) assert.match(behaviour[0], /^menus “menu”: .*\+0 −1 /);
});

test('the processor time of a load includes the work of scripts', async () => {
  const work = '<!doctype html><p>text</p><script>for (let i = 0, n = 0; i < 4e8; i++) n += i % 7</script>';
  const [busy, idle] = [await record({ 'index.html': work }), await record({ 'index.html': '<p>text' })];
  assert.ok(busy.processorMs > idle.processorMs + 100, `${idle.processorMs} and ${busy.processorMs} ms`);
});
