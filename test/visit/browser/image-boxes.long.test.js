import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureImageBoxes } from '../../../lib/visit/browser/image-boxes.js';
import { openTestBrowser } from '../../harness/browser.js';

/** @import { PageBoxes } from '../../../lib/visit/types.ts' */

const browser = await openTestBrowser();
const SIZES = new Map([
  ['photo.jpg', { width: 2000, height: 1000 }],
  ['ground.jpg', { width: 900, height: 300 }],
]);

/**
 * Measures a page in a browser that counts its windows.
 * @param {string} html @param {readonly PageBoxes[]} [expected]
 */
async function measure(html, expected) {
  const files = (/** @type {string} */ path) => ({ bytes: Buffer.from(path === 'index.html' ? html : 'a photograph') });
  let windows = 0;
  /** @type {typeof browser} */
  const counting = {
    ...browser,
    withTab: (work, options) =>
      browser.withTab((session) => {
        const send = session.send.bind(session);
        /** @param {Parameters<typeof send>} call */
        const counted = (...call) => {
          windows += call[0] === 'Emulation.setDeviceMetricsOverride' ? 1 : 0;
          return send(...call);
        };
        return work(Object.assign(session, { send: counted }));
      }, options),
  };
  const sizeOf = (/** @type {string} */ path) => SIZES.get(path) ?? null;
  const boxes = await measureImageBoxes(counting, { path: 'index.html', files, sizeOf, expected });
  const widthAt = (/** @type {number} */ nth, /** @type {number} */ window) =>
    boxes.images[nth].widths.find((one) => one.window === window)?.width;
  return { boxes, windows, widthAt };
}

const HALF = '<!doctype html><style>body { margin: 0 } img { width: 50% }</style><img src=photo.jpg>';
const WIDE = HALF.replace('50%', '75%');

test('an image is measured on either side of what a style sheet says of windows', async () => {
  const { widthAt } = await measure(`${HALF}<style>@media (min-width: 700px) { img { width: 100px } }</style>`);
  assert.deepEqual(
    [320, 699, 700, 2560].map((window) => widthAt(0, window)),
    [160, 349.5, 100, 100],
  );
});

test('an image that zoom or a transform reduces is known by its rendered width and by its layout', async () => {
  for (const [style, shrink] of /** @type {const} */ ([
    ['zoom: 50%', 0.5],
    ['transform: scale(.25)', 0.25],
    ['', undefined],
  ])) {
    const { boxes, widthAt } = await measure(
      `<!doctype html><body style="margin: 0"><img src=photo.jpg style="${style}">`,
    );
    assert.equal(widthAt(0, 1280), 2000 * (shrink ?? 1), style);
    assert.equal(boxes.images[0].widths[0].shrink, shrink, style);
  }
});

test('an image is measured on either side of what links, imports and sources say of windows', async () => {
  const narrow = encodeURIComponent('img { width: 100px }');
  for (const says of [
    `<link rel=stylesheet media="(min-width: 700px)" href="data:text/css,${narrow}">`,
    `<style>@import url("data:text/css,${narrow}") (min-width: 700px);</style>`,
    '<style>section { @media (min-width: 700px) { img { width: 100px } } }</style>',
    '<style>@media (min-width: 700px) { img:not(.wide):hover, img:not(:is(.wide)) { width: 100px } }</style>',
  ]) {
    const { widthAt } = await measure(HALF.replace('<img', `${says}<section><img`));
    assert.deepEqual([widthAt(0, 699), widthAt(0, 700)], [349.5, 100], says);
  }
  const source = '<picture><source media="(min-width: 700px)" srcset="ground.jpg"><img src=photo.jpg></picture>';
  const { widthAt } = await measure(`<!doctype html><style>body { margin: 0 }</style>${source}`);
  assert.deepEqual([widthAt(0, 699), widthAt(0, 700)], [2000, 900]);
});

test('breakpoints of names with escaped characters are known', async () => {
  const [plain, escaped] = await Promise.all(
    ['wide', 'md:wide'].map((name) => {
      const image = HALF.replace('<img', `<img class=${name}`);
      const rule = `.${name.replace(':', '\\:')} { width: 100px }`;
      return measure(`${image}<style>@media (min-width: 700px) { ${rule} }</style>`);
    }),
  );
  assert.equal(escaped.windows, plain.windows);
  assert.deepEqual(escaped.boxes.images[0].widths, plain.boxes.images[0].widths);
});

test('breakpoints of elements that a page does not have cost no window', async () => {
  const steps = Array.from({ length: 20 }, (_, index) => 500 + 61 * index);
  const rules = (/** @type {string} */ of) => steps.map((px) => `@media (min-width: ${px}px) { ${of} { top: 1px } }`);
  const [none, other, own] = await Promise.all(
    ['', rules('.carousel').join(''), rules('img').join('')].map((css) => measure(`${HALF}<style>${css}</style>`)),
  );
  assert.equal(other.windows, none.windows);
  assert.ok(own.windows <= none.windows + steps.length, 'one window for each if nothing jumps there');
});

test('an image that stops to grow is measured where it stops', async () => {
  const { boxes } = await measure(HALF.replace('50%', 'min(50%, 437px)'));
  const near = boxes.images[0].widths.filter(({ window }) => Math.abs(window - 874) < 16);
  assert.ok(near.length > 0, 'no window near the one where it stops');
});

test('a box that is told in digits is as wide as the widest font makes it', async () => {
  const digits = (/** @type {string} */ css) => `<!doctype html><style>${css}</style><p style="font: 20px serif">
    <img src=photo.jpg style="display: block; width: 100%">`;
  for (const css of [
    'p { max-width: 50ch }',
    '@media (min-width: 1px) { p { width: min(50ch, 100%) } }',
    ':root { --measure: 50ch } p { max-inline-size: var(--measure) }',
  ]) {
    const { widthAt } = await measure(digits(css));
    assert.equal(widthAt(0, 1280), 640, css);
    assert.ok(Number(widthAt(0, 320)) < 320, css);
  }
  const { widthAt } = await measure(digits('p { max-width: 900px; padding: 0 5ch }'));
  assert.ok(Number(widthAt(0, 1280)) > 900 - 1, 'what is no width stays as it is');
});

test('a picture behind an element is measured, whoever names it', async () => {
  for (const says of [
    '<style>p { background: url(ground.jpg) }</style><p>',
    '<p style="background-image: url(ground.jpg)">',
    '<table background=ground.jpg width=300><td>',
    '<style>p::before { content: ""; display: block; height: 9px; background: url("ground.jpg") }</style><p>',
    '<style>@media (min-width: 9px) { :root p:not(.none):first-child { background: url(ground.jpg) } }</style><p>',
    '<style>p[title="a:b"] { background: url(ground.jpg) }</style><p title="a:b">',
    '<style>:root { --of: url(ground.jpg) } p { background: var(--of) }</style><p>',
    '<style>p { &.in { background: url(ground.jpg) } }</style><p class=in>',
    '<style>@layer a { .md\\:in { background: url(ground.jpg) } }</style><p class=md:in>',
    '<style>p { animation: in 1s forwards } @keyframes in { to { background: url(ground.jpg) } }</style><p>',
  ]) {
    const { boxes } = await measure(`<!doctype html>${says}words`);
    assert.deepEqual(
      boxes.images.map(({ path, kind }) => [path, kind]),
      [['ground.jpg', 'background']],
      says,
    );
  }
});

test('a page that shows what one of others does is measured in a few windows', async () => {
  const first = await measure(HALF);
  const other = await measure(`${HALF}<p>other words`, [(await measure(WIDE)).boxes, first.boxes]);
  assert.ok(other.windows < first.windows, `${other.windows} windows instead of ${first.windows}`);
  assert.deepEqual(other.boxes.images[0].widths, first.boxes.images[0].widths);
});

test('a background in its own size needs few windows, and no box of the same size', async () => {
  const page = (/** @type {string} */ size, /** @type {number} */ words) =>
    `<!doctype html><style>body { background: url(photo.jpg); background-size: ${size}; min-height: 2000px }
    p { font: 20px/1 Ahem } @media (min-width: 700px) { body { padding: 0 } }</style>${'<p>words'.repeat(words)}`;
  const [natural, covering] = await Promise.all(['auto', 'cover'].map((size) => measure(page(size, 100))));
  assert.ok(natural.windows < covering.windows, `${natural.windows} windows, ${covering.windows} if it covers`);
  const longer = await measure(page('auto', 200), [natural.boxes]);
  assert.ok(longer.windows < natural.windows, `${longer.windows} windows`);
  assert.deepEqual(longer.boxes.images[0].widths, natural.boxes.images[0].widths);
  const other = await measure(page('cover', 200), [covering.boxes]);
  assert.ok(other.windows > longer.windows, 'what it covers is another box');
});

test('a page that does not is measured by itself', async () => {
  const other = await measure(WIDE, [(await measure(HALF)).boxes]);
  assert.deepEqual(other.boxes.images[0].widths, (await measure(WIDE)).boxes.images[0].widths);
});

test('a page that goes to another one before it is painted waits for no frame', { timeout: 30_000 }, async () => {
  const { boxes } = await measure(`<!doctype html><script>location.href = 'other.html'</script>${HALF}`);
  assert.deepEqual(boxes.images, []);
});
