import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTextImageMaker } from '../../lib/plan/make/text-image-maker.js';
import { cropToDrawing, cropToPeriod } from '../../lib/text-images/accept/draw-background.js';
import { hideText, writeBox } from '../../lib/text-images/accept/write-box.js';
import { MANY_PAGES, planFonts } from '../../lib/text-images/font/plan-fonts.js';
import { drawUnread } from '../../lib/text-images/read/draw-unread.js';
import { draftWords, rowOfWords } from '../../rules/kit/draft-words.js';

/** @import { Decomposed } from '../../lib/text-images/types.ts' */

/** @param {string} rows one character for each shape @param {readonly [number, number, number]} ink */
function drawImage(rows, ink) {
  const pieces = [...rows].map((shape, at) => {
    const coverage = Float32Array.from({ length: 25 }, (_, pixel) =>
      Number(pixel % 5 <= (Math.floor(pixel / 5) * 3 + shape.charCodeAt(0) * 7) % 5),
    );
    return { width: 5, height: 5, coverage, parts: 1, x: at * 6, y: 4 };
  });
  const picture = { key: `img/${rows}.gif`, width: 40, height: rows.length + 10 };
  const line = { box: { x: 0, y: 4, width: 40, height: 5 }, pieces };
  return /** @type {Decomposed} */ (/** @type {unknown} */ ({ picture, ink, lines: [line] }));
}

test('an image of one page uses the font of a menu on many pages if that has all of its glyphs', () => {
  const menu = { image: drawImage('ABC', [0, 0, 0]), text: ['ABC'], pages: MANY_PAGES };
  const current = { image: drawImage('AB', [200, 0, 0]), text: ['AB'], pages: 'one.html' };
  const other = { image: drawImage('BAC', [200, 0, 0]), text: ['BAC'], pages: 'one.html' };
  assert.deepEqual(
    planFonts([current, menu]).map(({ members }) => members.length),
    [2],
  );
  assert.deepEqual(
    planFonts([other, { ...menu, pages: 'two.html' }]).map(({ members }) => members.length),
    [1, 1],
  );
});

test('an image under the mouse uses the glyphs of the one at rest if they differ by their smoothing alone', () => {
  const rest = { image: drawImage('ABC', [0, 0, 0]), text: ['ABC'], pages: 'one.html' };
  const paler = (/** @type {number} */ share) => {
    const image = drawImage('ABC', [200, 0, 0]);
    for (const { coverage } of image.lines[0].pieces)
      for (const at of [0, 5]) coverage[at] = Math.abs(coverage[at] - share);
    return { image, text: ['ABC'], pages: '' };
  };
  const countPieces = (/** @type {number} */ share) => {
    const [font, ...others] = planFonts([paler(share), rest]);
    assert.deepEqual([font.members.length, others.length], [2, 0]);
    return font.planOf('pixels', 'g').pieces.length;
  };
  assert.equal(countPieces(0.4), 3, 'no glyphs of its own');
  assert.equal(countPieces(0.9), 6, 'glyphs of its own in the same font');
});

test('images of about one height and one size of type share a font', () => {
  const ofHeight = (/** @type {number} */ height, /** @type {string} */ text) => {
    const image = drawImage(text, [0, 0, 0]);
    return { image: { ...image, picture: { ...image.picture, height } }, text: [text], pages: 'one.html' };
  };
  const countFonts = (/** @type {number} */ height) => planFonts([ofHeight(29, 'ABC'), ofHeight(height, 'DE')]).length;
  assert.equal(countFonts(31), 1, 'a sliced menu');
  assert.equal(countFonts(40), 2, 'another menu');
});

test('images that draw one text in two ways share a font, and a style selects the second way', () => {
  const [home, moved] = [drawImage('ABC', [0, 0, 0]), drawImage('ABC', [0, 0, 0])];
  for (const piece of moved.lines[0].pieces) Object.assign(piece, { x: piece.x + 9 });
  const read = [home, moved].map((image) => ({ image, text: ['ABC'], pages: 'one.html' }));
  const [font, ...others] = planFonts(read);
  assert.equal(others.length, 0);
  const { lines, pieces } = font.planOf('pixels', 'g');
  assert.deepEqual([lines.map(({ variant }) => variant), pieces.length], [[0, 1], 3]);
  const cssOf = (/** @type {Decomposed} */ image) => writeBox(image, ['ABC'], font, 'g', null).css;
  assert.doesNotMatch(cssOf(home), /feature/);
  assert.match(cssOf(moved), /;font-feature-settings:"ccmp" 0,"ss01";/);
  for (const piece of moved.lines[0].pieces) Object.assign(piece, { height: 20, coverage: new Float32Array(100) });
  assert.equal(planFonts(read).length, 2, 'of another size');
});

test('soft glyphs of a scaled image have other outlines on displays with more pixels', () => {
  const image = drawImage('A', [0, 0, 0]);
  const [{ coverage }] = image.lines[0].pieces;
  for (const at of coverage.keys()) coverage[at] = [0.2, 0.9, 0.6][at % 3];
  const planFor = (/** @type {boolean} */ isScaled) => {
    const picture = { ...image.picture, isScaled };
    return planFonts([{ image: { ...image, picture }, text: ['A'], pages: 'one.html' }])[0];
  };
  assert.equal(planFor(false).hasHard, false, 'one font for all displays');
  const scaled = planFor(true);
  assert.equal(scaled.hasHard, true);
  const [exact, smooth] = /** @type {const} */ (['pixels', 'smooth']).map(
    (manner) => scaled.planOf(manner, 'g').pieces[0].outline,
  );
  assert.notDeepEqual(exact, smooth);
});

test('a background that repeats is cropped to its period', () => {
  const rgba = Uint8Array.from({ length: 12 * 2 * 4 }, (_, at) => ((at >> 2) % 12) % 4);
  const cropped = cropToPeriod({ width: 12, height: 2, rgba });
  assert.deepEqual([cropped.width, cropped.height], [4, 2]);
  assert.deepEqual([...cropped.rgba.filter((_, at) => at % 4 === 0)], [0, 1, 2, 3, 0, 1, 2, 3]);
  const whole = cropToPeriod({ width: 12, height: 2, rgba: rgba.with(44, 9) });
  assert.equal(whole.width, 12);
});

/**
 * @param {number} pages @param {string | null} base @param {number} [drawnBytes] of backgrounds of a rollover
 * @param {string | null} [css] of its box at rest, if that needs no file
 * @param {{ isDrawn?: boolean, alt?: string | null }} [image]
 */
function draftOn(pages, base, drawnBytes, css = null, { isDrawn = false, ...more } = {}) {
  const bytes = new Uint8Array([1, 2, 3]);
  const font = { family: 'g1', set: 'g1', bytes, dense: bytes, users: 2, folder: 'img/menu/', pages };
  const box = { text: 'Hi', html: 'Hi', css: 'width:9px;background:{background}', base: 'overflow:hidden' };
  const plain = { ...box, font, background: { key: 'g2', bytes }, difference: { similarity: 1 } };
  const drawn = (/** @type {string} */ key) => ({
    ...plain,
    background: { key, bytes: new Uint8Array(drawnBytes ?? 0) },
  });
  const rest = css === null ? drawn('g2') : { ...plain, css, background: null };
  const data = { ...(drawnBytes ? { ...rest, touched: drawn('g3') } : plain), isDrawn };
  const proposal = { page: 'sub/a.html', resource: 'img/menu/a.gif', range: { start: 0, end: 5 } };
  return draftWords(
    /** @type {any} */ ({ ...proposal, data: { base, placement: '', kept: '', resets: [], classes: '', ...more } }),
    [{ ok: true, data: /** @type {any} */ (data) }],
  );
}

test('a font of several pages is a file, and the one for other displays is no part of the page', () => {
  const { classes = [], files } = draftOn(3, 'sub/a.html');
  assert.deepEqual(
    files?.map(({ path, pages, isSpare }) => [path, pages, isSpare]),
    [
      ['img/menu/g1.woff2', 3, undefined],
      ['img/menu/g1d.woff2', undefined, true],
    ],
  );
  const faces = classes.filter(({ more }) => more?.['@font-face']);
  assert.match(faces[0].more?.['@font-face'] ?? '', /url\(\.\.\/img\/menu\/g1\.woff2\)/);
  assert.ok(faces.every(({ isLocal }) => isLocal));
});

test('a font of one page, or of a page without a base, is written into the styles', () => {
  assert.deepEqual(draftOn(1, 'sub/a.html').files?.length, 1);
  assert.deepEqual(draftOn(3, null).files, []);
  assert.match(draftOn(3, null).classes?.[3].more?.['@font-face'] ?? '', /url\(data:font/);
});

test('a background is a class of its own, which images of a menu share', () => {
  const { classes = [], edits } = draftOn(1, null);
  assert.match(classes[2].css, /^background:url\(data:image\/png/);
  assert.doesNotMatch(classes[1].css, /background/);
  assert.equal(edits[0].text.match(/class="([^"]*)"/)?.[1].split(' ').length, 3);
});

test('large backgrounds of a rollover on several pages are files, both of which the page loads', () => {
  const { classes = [], files = [] } = draftOn(3, 'sub/a.html', 1500);
  assert.deepEqual(
    files.slice(0, 2).map(({ path, pages }) => [path, pages]),
    [
      ['img/menu/bg-2.png', 3],
      ['img/menu/bg-3.png', 3],
    ],
  );
  const back = classes.find(({ name }) => name === 'back');
  assert.equal(back?.css, 'background:url(../img/menu/bg-2.png),url(../img/menu/bg-3.png) 0 9999px no-repeat');
  assert.deepEqual(back?.more, { '&:hover,:focus-visible>&': 'background:url(../img/menu/bg-3.png)' });
  assert.ok(back?.isLocal);
  assert.ok(
    classes.every(
      ({ name, css, more }) => name === 'back' || !/background/.test(css + (more?.['&:hover,:focus-visible>&'] ?? '')),
    ),
  );
  assert.equal(
    draftOn(1, 'sub/a.html', 1500).files?.some(({ path }) => path.endsWith('.png')),
    false,
  );
  assert.equal(
    draftOn(3, 'sub/a.html', 500).files?.some(({ path }) => path.endsWith('.png')),
    false,
  );
});

test('a page loads the second background of a rollover with the box whose first one is in CSS', () => {
  const boxOf = (/** @type {string} */ css) => draftOn(3, 'sub/a.html', 3000, css).classes?.[1];
  const unseen = 'url(../img/menu/bg-3.png) 0 9999px no-repeat';
  assert.equal(boxOf('width:9px;background:#fff')?.css, `width:9px;background:${unseen} #fff`);
  assert.equal(boxOf('width:9px')?.css, `width:9px;background:${unseen}`);
  const striped = 'linear-gradient(#fff 0 1px,#000 1px 2px)';
  assert.equal(boxOf(`width:9px;background:${striped}`)?.css, `width:9px;background:${striped},${unseen}`);
  assert.match(boxOf('width:9px')?.more?.['&:hover,:focus-visible>&'] ?? '', /background:url\(\.\.\/img\/menu\/bg-3/);
  assert.ok(boxOf('width:9px')?.isLocal);
});

test('text gives way to an image without its shadow and colour', () => {
  const css = 'width:9px;color:#fff;text-shadow:1px 1px #000;background:#000';
  assert.equal(hideText(css), 'width:9px;color:transparent;background:{background}');
});

test('an image of the size of a menu keeps it as it is, whatever was read of it', async () => {
  const [failed, detail] = [/** @type {const} */ ('uncertain-text'), 'engines do not agree'];
  const results = new Map([
    ['bio.gif', { failed, detail, text: "'o", isLikely: true, isAsLarge: true }],
    ['rule.gif', { failed, detail, text: 'i', isLikely: true }],
  ]);
  const reading = { site: async () => results, strip: async () => null };
  const make = createTextImageMaker(async () => reading);
  const never = () => assert.fail('no other maker is needed');
  const group = async (/** @type {string} */ path) => {
    const options = { path, siblings: [], said: [], siteTitles: [], likeness: 'visual' };
    const proposal = /** @type {import('../../lib/plan/types.ts').Proposal} */ ({ page: 'a.html', whole: 'menu' });
    return rowOfWords(proposal, [await make(new Uint8Array(), options, () => null, never)]);
  };
  assert.deepEqual(await group('bio.gif'), { id: 'menu', take: 'all' });
  assert.equal(await group('rule.gif'), null);
});

test('an unread image of a read menu is drawn without a text, and stays an image to readers', async () => {
  const read = ['ABC', 'CBA', 'BAC'].map((rows) => ({ image: drawImage(rows, [0, 0, 0]) }));
  const [rest, hover] = [drawImage('CAB', [0, 0, 0]), drawImage('CAB', [0, 0, 0])];
  const unread = [rest, hover].map((image) => ({ image, text: ['?'] }));
  const [one, state] = drawUnread(unread, read);
  assert.match(one.text.join(), /^[\ue000-\uf8ff]$/);
  assert.equal(state.text, one.text, 'one text for both states');
  assert.deepEqual(drawUnread(unread, read.slice(1)).length, 2);
  assert.deepEqual(drawUnread(unread, read.slice(2)), [], 'more unread than read');
  const high = structuredClone(rest);
  Object.assign(high.lines[0].box, { height: 9 });
  assert.deepEqual(drawUnread([{ image: high, text: ['?'] }], read), [], 'of another size');
  const higher = (/** @type {string} */ rows) => {
    const image = drawImage(rows, [0, 0, 0]);
    Object.assign(image.picture, { height: 50 });
    return drawUnread([{ image, text: ['?'] }], read).length;
  };
  assert.equal(higher('CAD'), 1, 'a higher button with glyphs of the menu');
  assert.equal(higher('DEC'), 0, 'in another font');

  const span = (/** @type {string | null} */ alt) => draftOn(1, null, 0, null, { isDrawn: true, alt }).edits[0].text;
  assert.match(span('Go'), / role="img" aria-label="Go">/);
  assert.match(span(null), / role="img">/);
  assert.match(span(''), / aria-hidden="true">/);
  assert.equal(draftOn(1, null, 0, null, { isDrawn: true, alt: 'Go' }).words?.text, '');
});

test('a text that is not known is no alternative and names no control', async () => {
  const drawn = /** @type {any} */ ({ text: '\ue000', isDrawn: true, width: 9, height: 9, css: 'color:#fff' });
  const results = new Map([
    ['drawn.gif', drawn],
    ['read.gif', { ...drawn, text: 'Hi', isDrawn: undefined }],
  ]);
  const make = createTextImageMaker(async () => ({ site: async () => results, strip: async () => null }));
  const never = () => assert.fail('no other maker is needed');
  const ask = async (/** @type {string} */ path, /** @type {string} */ use, /** @type {unknown} */ value = true) => {
    const options = { path, siblings: [], said: [], siteTitles: [], likeness: 'visual', [use]: value };
    return make(new Uint8Array(), options, () => new Uint8Array(), never);
  };
  for (const use of ['isOnlyRead', 'isSpoken']) {
    assert.equal((await ask('drawn.gif', use)).ok, false, use);
    assert.equal((await ask('read.gif', use)).ok, true, use);
  }
  assert.equal((await ask('drawn.gif', 'hover', 'drawn.gif')).ok, true);
  const other = await ask('drawn.gif', 'hover', 'read.gif');
  assert.match(other.ok ? '' : other.message, /under the mouse, another image shows/);
});

test('an alternative is written only for an image whose text is read as a whole', async () => {
  const failed = /** @type {const} */ ('safety');
  const results = new Map([
    ['whole.gif', { failed, detail: 'it may be a logo', text: 'Latina' }],
    ['part.gif', { failed, detail: 'it may be a logo', text: 'Latina', isPart: true }],
  ]);
  const make = createTextImageMaker(async () => ({ site: async () => results, strip: async () => null }));
  const never = () => assert.fail('no other maker is needed');
  const read = async (/** @type {string} */ path) => {
    const options = { path, siblings: [], said: [], siteTitles: [], likeness: 'visual', isOnlyRead: true };
    return (await make(new Uint8Array(), options, () => null, never)).ok;
  };
  assert.deepEqual([await read('whole.gif'), await read('part.gif')], [true, false]);
});

test('a background of one colour is cropped to its drawing', () => {
  const draw = (/** @type {(x: number, y: number) => boolean} */ isDrawn) => {
    const rgba = new Uint8Array(20 * 10 * 4).fill(255);
    for (let at = 0; at < 200; at++) if (isDrawn(at % 20, Math.floor(at / 20))) rgba.set([9, at % 2, 0], at * 4);
    return { width: 20, height: 10, rgba };
  };
  const bullet = cropToDrawing(draw((x, y) => x >= 2 && x < 6 && y >= 3 && y < 5));
  assert.deepEqual([bullet?.image.width, bullet?.image.height], [4, 2]);
  assert.equal(bullet?.around, '#fff {background} 2px 3px no-repeat');
  const line = cropToDrawing(draw((_, y) => y === 9));
  assert.deepEqual([line?.image.width, line?.image.height], [2, 1]);
  assert.equal(line?.around, '#fff {background} 0 9px repeat-x');
  assert.equal(cropToDrawing(draw((x) => x < 12 && x > 0)), null, 'most of it');
  const clear = draw((x) => x < 3);
  clear.rgba[3] = 0;
  assert.equal(cropToDrawing(clear), null, 'the page shows through');
});
