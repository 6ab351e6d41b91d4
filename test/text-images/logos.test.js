import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { decompose } from '../../lib/text-images/decompose/decompose.js';
import { findLogos } from '../../lib/text-images/read/find-logos.js';
import { drawLetters, toPicture } from './pictures.js';

const SAID = {
  ...{ alts: [], titles: [], linkTexts: [], fileName: 'a.gif', linkNames: [], language: 'en' },
  pages: ['shop.html'],
};

/** @param {ReturnType<typeof decompose>[number]} one */
function taken(one) {
  assert.ok('lines' in one, 'failed' in one ? one.failed : '');
  return one;
}

describe('logos', () => {
  const [logo, home, help] = decompose([
    ...['LILI', 'HET', 'THE'].map((text) =>
      toPicture(
        drawLetters(text, () => 20),
        text,
      ),
    ),
  ]).map(taken);
  const known = [
    { image: home, text: ['HET'], sources: [] },
    { image: help, text: ['THE'], sources: [] },
  ];
  const alone = [{ image: logo, text: ['LILI'], sources: ['line'] }];

  test('are images with the name of the site in glyphs of their own', () => {
    const titles = ['Lili – Home', 'Lili – News'];
    assert.equal(findLogos(alone, () => SAID, titles).size, 1);
    assert.equal(findLogos(alone, () => ({ ...SAID, pages: [] }), titles).size, 0, 'the image at rest decides');
    assert.equal(findLogos(alone, () => SAID, ['Lili – Home', 'News', 'Shop']).size, 0);
    assert.equal(findLogos(known, () => SAID, ['The Het', 'The Hetairos']).size, 0, 'a menu shares its glyphs');
  });

  test('are short images of one or two words that nothing links or says, like no other text', () => {
    const short = { ...logo, picture: { ...logo.picture, width: 40 } };
    const mark = { image: short, text: ['NEWS'], sources: ['learned', 'line', 'dictionary'] };
    assert.equal(findLogos([mark], () => SAID, []).size, 1);
    assert.equal(findLogos([mark], () => ({ ...SAID, linkNames: ['home.html'] }), []).size, 0);
    assert.equal(findLogos([{ ...mark, sources: ['page'] }], () => SAID, []).size, 0);
    assert.equal(findLogos([mark, ...known], () => SAID, []).size, 0, 'others of its height and colour');
  });

  test('are images of one or two words that an English site has nowhere else, like no other text', () => {
    const wide = { ...logo, picture: { ...logo.picture, width: 400 } };
    const brand = { image: wide, text: ['LILI'], sources: ['learned', 'line', 'page'] };
    assert.equal(findLogos([brand], () => SAID, []).size, 1);
    assert.equal(findLogos([brand], () => SAID, ['Our sponsor Lili', 'News', 'Shop']).size, 0);
    assert.equal(findLogos([{ ...brand, text: ['NEWS'] }], () => SAID, []).size, 0, 'a heading');
    assert.equal(findLogos([brand], () => ({ ...SAID, language: 'sv' }), []).size, 0, 'there is no word list');
    assert.equal(findLogos([brand], () => ({ ...SAID, linkNames: ['lili.html'] }), []).size, 0);
    assert.equal(findLogos([brand, ...known], () => SAID, []).size, 0, 'others of its height and colour');
  });

  test('are images that are called so, or lead to another site', () => {
    assert.equal(findLogos(alone, () => ({ ...SAID, fileName: 'img/w3logo.gif' }), []).size, 1);
    assert.equal(findLogos(alone, () => ({ ...SAID, fileName: 'img/catalogo.gif' }), ['Lili']).size, 0);
    assert.equal(findLogos(alone, () => ({ ...SAID, linkNames: ['http://elsewhere.test/'] }), []).size, 1);
    assert.equal(findLogos(alone, () => ({ ...SAID, linkNames: ['home.html'] }), []).size, 0);
  });

  test('are not items of a menu with the text “Logo”', () => {
    const said = { ...SAID, fileName: 'img/menu_logo.gif', linkNames: ['logo.html'] };
    const item = { ...alone[0], text: ['Logo'] };
    const mates = known.map((one) => ({ ...one, image: { ...one.image, picture: item.image.picture } }));
    assert.equal(findLogos([item, ...mates], () => said, []).has(logo), false);
    assert.equal(findLogos([item, mates[0]], () => said, []).has(logo), true, 'one is no menu');
    assert.equal(findLogos([alone[0], ...mates], () => said, []).has(logo), true, 'it has another text');
  });

  test('are not images of the same size as several others that lead to pages of the site', () => {
    const abroad = { ...SAID, linkNames: ['http://elsewhere.test/'] };
    const near = { ...SAID, linkNames: ['home.html'] };
    const logosIn = (/** @type {typeof alone} */ others, /** @type {typeof abroad} */ said) =>
      findLogos([...alone, ...others], (one) => (one === logo ? abroad : said), []).has(logo);
    assert.equal(logosIn(known, near), false);
    assert.equal(logosIn(known, abroad), true, 'all lead to other sites');
    assert.equal(logosIn(known.slice(1), near), true, 'one is no menu');
    const wider = known.map((one) => ({
      ...one,
      image: { ...one.image, picture: { ...one.image.picture, width: 90 } },
    }));
    assert.equal(logosIn(wider, near), false, 'of the same height and colour');
    const paler = wider.map((one) => ({ ...one, image: { ...one.image, ink: /** @type {const} */ ([99, 99, 99]) } }));
    assert.equal(logosIn(paler, near), true);
  });

  test('are not images with the name of the site in the height, colour and type of a menu', () => {
    const titles = ['Lili – Home', 'Lili – News'];
    const near = { ...SAID, linkNames: ['home.html'] };
    const isLogo = (/** @type {typeof alone} */ others) =>
      findLogos([...alone, ...others], () => near, titles).has(logo);
    const wider = known.map((one) => ({
      ...one,
      image: { ...one.image, picture: { ...one.image.picture, width: 90 } },
    }));
    assert.equal(isLogo(wider), false);
    const lower = wider.map((one) => ({
      ...one,
      image: {
        ...one.image,
        lines: one.image.lines.map((line) => ({
          ...line,
          pieces: line.pieces.map((piece) => ({
            ...piece,
            height: 4,
            coverage: piece.coverage.slice(0, piece.width * 4),
          })),
        })),
      },
    }));
    assert.equal(isLogo(lower), true, 'its characters are larger');
  });
});
