import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderPage } from '../../../lib/visit/browser/render.js';
import { FULL_VIEWS } from '../../../lib/visit/verify/views.js';
import { openTestBrowser } from '../../harness/browser.js';

const browser = await openTestBrowser();
const WINDOWS = FULL_VIEWS.filter(({ scripts, scale }) => scripts && scale === 1);

/** Renders a page. @param {string} html */
const render = (html, views = FULL_VIEWS.slice(0, 1)) =>
  renderPage(browser, {
    path: 'index.html',
    files: (path) => (path === 'index.html' ? { bytes: Buffer.from(html) } : null),
    views,
  });

test('scripts bring a page in frame by frame, also one thing after the other', async () => {
  const html = `<p id=a>a</p><p id=b>b</p><script>
    function grow(element, then) {
      var start = null;
      requestAnimationFrame(function step(now) {
        start = start === null ? now : start;
        element.style.width = 100 + Math.min(1, (now - start) / 2000) * 100 + 'px';
        if (now - start < 2000) requestAnimationFrame(step); else if (then) then();
      });
    }
    grow(a, function () { grow(b) });
    cancelAnimationFrame(requestAnimationFrame(function () { a.remove() }));
  </script>`;
  const [{ seen }] = await render(html);
  const widths = seen.elements.filter(({ tag }) => tag === 'p').map(({ box }) => box[2]);
  assert.deepEqual(widths, [200, 200]);
});

test('what scripts move into place when it comes into view is there in every window', async () => {
  const html = `<style>p { margin-top: 2000px }</style><p>a</p><script>
    new IntersectionObserver(function ([entry], observer) {
      if (!entry.isIntersecting) return;
      observer.disconnect();
      var p = entry.target, start = performance.now();
      requestAnimationFrame(function step(now) {
        p.style.transform = 'translateX(' + Math.min(1, (now - start) / 2000) * 100 + 'px)';
        if (now - start < 2000) requestAnimationFrame(step);
      });
    }).observe(document.querySelector('p'));
    addEventListener('resize', function () {
      var p = document.querySelector('p'), start = performance.now();
      requestAnimationFrame(function step(now) {
        p.style.paddingLeft = Math.min(1, (now - start) / 1500) * innerWidth / 10 + 'px';
        if (now - start < 1500) requestAnimationFrame(step);
      });
    });
  </script>`;
  for (const { view, seen } of await render(html, WINDOWS)) {
    const [left, , width] = seen.elements.find(({ tag }) => tag === 'p')?.box ?? [];
    assert.deepEqual([left, width], [108, view.width - 16], view.name);
  }
});

test('a page that never stops changing is not waited for in every window', async () => {
  const html = `<p style="margin-top: 2000px">a</p><script>
    setInterval(function () { document.querySelector('p').textContent = performance.now() }, 30);
  </script>`;
  const times = (await render(html, WINDOWS)).map(({ seen }) =>
    Number(seen.elements.find(({ tag }) => tag === 'p')?.text),
  );
  assert.ok(times[2] - times[0] < 6000, `${times}`);
});
