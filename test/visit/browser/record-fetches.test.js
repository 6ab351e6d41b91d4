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
