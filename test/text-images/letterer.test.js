import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { decodeImage } from '../../lib/images/codecs/decode.js';
import { catalogue } from '../../lib/text-images/catalogue.js';
import { openFitter } from '../../lib/text-images/fitter.js';
import { openLetterer } from '../../lib/text-images/open.js';
import { openBrowser } from '../../lib/visit/browser/open.js';
import { inZones, paint } from './pictures.js';

/** @import { OpenBrowser } from '../../lib/visit/browser/open.js' */
/** @import { Page } from 'puppeteer-core' */
/** @import { DecodedImage } from '../../lib/images/types.ts' */

/** @type {OpenBrowser | null} */
let browser = null;
/** @type {Page} */
let page;
/** @type {Awaited<ReturnType<typeof openLetterer>>} */
let letterer;

before(async () => {
  browser = await openBrowser({ browser: 'auto' });
  if (!browser) return;
  ({ page } = await openFitter(await browser.newPage(), catalogue));
  letterer = await openLetterer();
});
after(async () => {
  await letterer?.close();
  await browser?.close();
});

/** @param {string} html @param {string} style */
async function draw(html, style) {
  const box = await page.evaluate(
    (markup, css) => {
      document.body.style.cssText = 'margin:0';
      const box = 'display:inline-block;white-space:nowrap;padding:4px 9px';
      document.body.innerHTML = `<span style="${box};${css}">${markup}</span>`;
      const { width, height } = /** @type {Element} */ (document.body.firstElementChild).getBoundingClientRect();
      return { width: Math.floor(width), height: Math.floor(height) };
    },
    html,
    style,
  );
  const decoded = await decodeImage(await page.screenshot({ clip: { x: 0, y: 0, ...box } }));
  if ('broken' in decoded) throw new Error(decoded.broken);
  return decoded;
}

describe('words drawn in a face of the catalogue', () => {
  for (const [text, style] of [
    ['solutions', 'font:italic bold 20px Arial;color:#fff;background:#fc0'],
    ['Next page', 'font:13px Verdana;color:#036;background:#fff'],
    ['Welcome', 'font:bold 28px Georgia;color:#222;background:#eee'],
    ['co-op', 'font:21px Comic Sans MS;color:#222;background:#eee'],
    ['co-op', 'font:25px Impact;color:#222;background:#eee'],
    ['wow', 'font:bold 28px Comic Sans MS;color:#222;background:#eee'],
    ['Examples', 'font:12px Impact;color:#222;background:#eee'],
  ]) {
    test(text, async () => {
      assert.ok(browser, 'a browser starts');
      const result = await letterer.letter(await draw(text, style));
      assert.ok(!('rejected' in result), JSON.stringify(result));
      assert.equal(result.text, text);
      assert.ok(result.similarity >= 0.99, String(result.similarity));
      assert.equal(await letterer.letter(await draw(text, style)), result, 'the same image is lettered once');
    });
  }
});

describe('left alone, with a reason', () => {
  for (const [name, markup, style] of [
    ['right to left', 'שלום עולם', 'font:24px Arial;color:#000;background:#fff'],
    ['accents the reader does not know', 'HERÁLDICA', 'font:24px Georgia;color:#000;background:#fff'],
    ['upright', 'Vertical', 'font:20px Arial;color:#000;background:#fff;writing-mode:vertical-rl'],
    ['a mark the reader does not know', 'Škoda parts', 'font:20px Arial;color:#000;background:#fff'],
    [
      'a second, fainter word',
      'Sign <span style="color:#f44">here</span>',
      'font:bold 26px Arial;color:#fff;background:#e33',
    ],
    [
      'a soft shadow that no style says',
      '<span style="text-shadow:1px 2px 2px #0003,3px 4px 4px #0002">Mercantile</span>',
      'font:22px Times New Roman;color:#555;background:#e2e2e2',
    ],
    [
      'an initial in another ink on a texture',
      '<span style="color:#c00">K</span>aarten',
      'font:bold 18px Times New Roman;color:#111;' +
        'background:repeating-linear-gradient(63deg,#e3d9cd 0 2px,#e7dfd4 2px 5px,#dfd5c9 5px 6px)',
    ],
    ['crossed out', '<s>Bargain</s>', 'font:bold 24px Arial;color:#000;background:#fff'],
  ]) {
    test(name, async () => {
      assert.ok(browser, 'a browser starts');
      const result = await letterer.letter(await draw(markup, style));
      assert.ok('rejected' in result && result.detail, JSON.stringify(result));
    });
  }

  test('small letters that might be capitals, of which a file name says nothing', async () => {
    assert.ok(browser, 'a browser starts');
    const image = paint(60, 20, (x, y) => (inZones(x - 12, y - 7) ? [255, 255, 255] : [0, 0, 0]));
    const result = await letterer.letter(image, { fileName: 'zones_off.gif' });
    assert.ok('rejected' in result || result.text === 'zones', JSON.stringify(result));
  });

  test('accents under which only names and lists of words are read', async () => {
    assert.ok(browser, 'a browser starts');
    const styles = [
      'font:20px Georgia;color:#000;background:#9c0',
      'font:small-caps 24px Times New Roman;color:#000;background:#9c0',
      'font:16px Arial;color:#fff;background:#036',
    ];
    for (const style of styles) {
      for (const word of ['RÉSUMÉ', 'Résumé']) {
        const image = await draw(word, style);
        const result = await letterer.letter(image, { fileName: 'resume.gif', likeness: 'lossy' });
        assert.ok('rejected' in result || result.text === word, `${style}: ${JSON.stringify(result)}`);
      }
    }
  });

  test('small capitals of another face, in which no small letter has its stem or dot', async () => {
    assert.ok(browser, 'a browser starts');
    for (const style of ['font:small-caps 13px Arial;letter-spacing:1px', 'font:small-caps 18px Verdana']) {
      const stretched = '<span style="display:inline-block;transform:scaleX(1.25) skewX(4deg)">Music Box</span>';
      const image = await draw(stretched, `${style};padding:4px 24px;color:#fff;background:#000`);
      const result = await letterer.letter(image, { fileName: 'music-box.gif', likeness: 'lossy' });
      assert.ok('rejected' in result || result.text === 'MUSIC BOX', `${style}: ${JSON.stringify(result)}`);
    }
  });

  test('a sign in another ink beside digits, which is none of a picture', async () => {
    assert.ok(browser, 'a browser starts');
    for (const sign of ['§', '£', 'A']) {
      const image = await draw(
        `<span style="color:#900">${sign}</span> 12`,
        'font:bold 16px Cousine;color:#000;background:#fff',
      );
      const result = await letterer.letter(image, { likeness: 'lossy' });
      assert.ok('rejected' in result || result.text === `${sign} 12`, `${sign}: ${JSON.stringify(result)}`);
    }
  });

  test('a word mark, whose letters are its own, though in smaller type another face would do', async () => {
    assert.ok(browser, 'a browser starts');
    // Of a slope that no face has.
    const mark = (/** @type {number} */ sizePx) =>
      draw(
        '<span style="display:inline-block;transform:skewX(8deg)">NORTHERN</span>',
        `padding:4px 20px;font:${sizePx}px Georgia;letter-spacing:.05em;color:#0057b8;background:#fff`,
      );
    const large = await letterer.letter(await mark(44), { likeness: 'lossy' });
    assert.match('rejected' in large ? large.detail : 'it was set', /^title /, JSON.stringify(large));
    const small = await letterer.letter(await mark(18), { likeness: 'lossy' });
    assert.ok(!('rejected' in small), JSON.stringify(small));
  });

  test('where no browser starts', async () => {
    const without = await openLetterer({ browser: 'off' });
    const result = await without.letter(paint(30, 20, (x) => (x % 5 ? [0, 0, 0] : [255, 255, 255])));
    assert.equal('rejected' in result && result.rejected, 'no-browser');
    await without.close();
  });
});

test('links over areas, each with its words', async () => {
  assert.ok(browser, 'a browser starts');
  const cell = 'display:inline-block;box-sizing:border-box;width:80px;padding-left:8px';
  const image = await draw(
    `<span style="${cell}">Home</span><span style="${cell}">Contact</span>`,
    'padding:0;font:bold 14px/24px Arial;color:#fff;background:#036',
  );
  const area = (/** @type {number} */ x) => ({ x, y: 0, width: 80, height: 24 });
  const result = await letterer.letter(image, { areas: [area(0), area(80)] });
  assert.ok(!('rejected' in result), JSON.stringify(result));
  assert.deepEqual(result.said, ['Home', 'Contact']);
  assert.match(result.html, /^<a \{area0\}[^>]*>Home<\/a><a \{area1\}[^>]*>Contact<\/a>$/);
  const shifted = await letterer.letter(image, { areas: [area(0), area(95)] });
  assert.equal('rejected' in shifted && shifted.rejected, 'image-map');
});

test('words in one row have one size and face, though each was fitted by itself', async () => {
  assert.ok(browser, 'a browser starts');
  const strip = new URL('../../fixtures/microscape/site/images/nav_home.gif', import.meta.url);
  const areas = ['Home', 'News', 'Products', 'Service', 'Contact'].map((alt, index) => ({
    ...{ x: index * 84, y: 0, width: 83, height: 23 },
    alt,
  }));
  const decoded = /** @type {DecodedImage} */ (await decodeImage(readFileSync(strip)));
  const result = await letterer.letter(decoded, { areas });
  assert.ok(!('rejected' in result), JSON.stringify(result));
  const looks = result.lines.map((line) => `${line.face.family} ${line.sizePx} ${line.scaleX} ${line.baseline}`);
  assert.deepEqual([...new Set(looks)], [looks[0]]);
});

test('markup in an image comes out escaped', async () => {
  assert.ok(browser, 'a browser starts');
  const result = await letterer.letter(
    await draw('Tom &amp; Jerry', 'font:22px Times New Roman;color:#000;background:#fff'),
  );
  assert.ok(!('rejected' in result), JSON.stringify(result));
  assert.equal(result.html, 'Tom &amp; Jerry');
});
