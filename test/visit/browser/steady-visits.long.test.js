import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordFetches } from '../../../lib/visit/browser/record-fetches.js';
import { openTestBrowser } from '../../harness/browser.js';

const browser = await openTestBrowser();

/** Visits that have to agree. Each was seen to differ in at least one of three without its fix. */
const VISITS = 8;

/** Visits a page several times, two visits at once. @param {string} page */
async function visitOften(page) {
  const files = (/** @type {string} */ path) => (path === 'index.html' ? { bytes: Buffer.from(page) } : null);
  const records = [];
  for (let count = 0; count < VISITS; count += 2)
    records.push(...(await Promise.all([0, 1].map(() => recordFetches(browser, { path: 'index.html', files })))));
  return records;
}

test('what a page hides at the end of an animation is gone, also if the animation ends by itself', async () => {
  const records = await visitOften(`<!doctype html><title>t</title>
    <style>@keyframes out { to { opacity: 0 } } .out { animation: out .2s }</style>
    <button aria-expanded=false>More</button><p id=old>The old answer</p>
    <script>
      old.onanimationend = () => old.remove();
      document.querySelector('button').onclick = () => { old.className = 'out' };
    </script>`);
  const [[first], ...others] = records.map(({ behaviour }) => behaviour);
  assert.match(first, /\+0 −1/);
  assert.deepEqual(
    others.map(([answer]) => answer),
    others.map(() => first),
  );
});

test('a script that replaces broken images of other hosts always hears of them', async () => {
  const records = await visitOften(`<!doctype html><title>t</title><img id=face src=https://example.com/face.png alt="">
    <script type=module>
      face.onerror = () => face.replaceWith('No image of them');
    </script>`);
  assert.equal(new Set(records.map(({ content }) => content)).size, 1);
  assert.match(JSON.stringify(records[0].letters), /m/, 'the letters of the text in its place');
});

test('a style that a page sets at the end of an animation is laid out', async () => {
  const records = await visitOften(`<!doctype html><title>t</title><div style="height:3000px">Above</div>
    <p id=late style="transform: translateY(20px)">Comes up</p>
    <script>
      new IntersectionObserver(([entry]) => {
        if (!entry.isIntersecting || late.dataset.seen) return;
        late.dataset.seen = 'yes';
        const animation = late.animate({ transform: ['translateY(20px)', 'none'] }, 300);
        animation.onfinish = () => { late.style.transform = 'none' };
      }).observe(late);
    </script>`);
  assert.equal(new Set(records.map(({ layout }) => layout)).size, 1);
});
