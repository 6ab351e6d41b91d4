import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fits } from '../../lib/text-images/read/fit-shapes.js';
import { judgeLine } from '../../lib/text-images/read/judge-text.js';
import { isPlausible, resolveHomoglyphs } from '../../lib/text-images/read/plausible.js';
import { tidy } from '../../lib/text-images/read/reader.js';
import { findContradiction, findWitnesses } from '../../lib/text-images/read/witnesses.js';

const NOTHING = { alts: [], titles: [], linkTexts: [], fileName: '', linkNames: [], language: 'en', pages: [] };

/** Returns the pieces of a text, tall at its characters. @param {string} text */
const piecesOf = (text) =>
  [...text.replaceAll(' ', '')].map((letter, at) => {
    const isTall = /[A-Zbdfhklt0-9]/.test(letter);
    const [y, height] = isTall ? [0, 10] : [3, 7];
    return { x: at * 8, y, width: 6, height, parts: 1, coverage: new Float32Array(6 * height) };
  });

/**
 * @param {Record<string, string>} reads by engine @param {object} [said] @param {string | null} [decoded]
 * @param {number} [certainty] of the engine that reads lines
 */
const judge = (reads, said = {}, decoded = null, certainty = 0) => {
  const [text] = Object.values(reads);
  const line = { box: { x: 0, y: 0, width: 8 * text.length, height: 10 }, pieces: piecesOf(decoded ?? text) };
  const verdict = judgeLine(
    [
      {
        line,
        reads: Object.entries(reads).map(([engine, one]) => ({
          engine,
          text: one,
          certainty: engine === 'line' ? certainty : 0,
        })),
        decoded: decoded === null ? null : { text: decoded },
      },
    ],
    { ...NOTHING, ...said },
  );
  return 'text' in verdict ? verdict.text.join(' ') : null;
};

test('a sign that opens a question is part of its text, however the other engine reads it', () => {
  const said = { fileName: 'quienes.gif', siteTitles: ['Quiénes somos'] };
  assert.equal(judge({ learned: ';Quiénes somos?', line: '¿Quiénes somos?' }, said, null, 0.95), '¿Quiénes somos?');
  assert.equal(judge({ learned: '!Vamos!', line: '¡Vamos!' }, { linkNames: ['vamos'] }, null, 0.95), '¡Vamos!');
});

describe('what an image says', () => {
  test('is certain where two engines agree and something else bears it out', () => {
    assert.equal(judge({ learned: 'Contact', line: 'Contact' }), 'Contact');
    assert.equal(judge({ learned: 'Zorna', line: 'Zorna' }), null);
    assert.equal(judge({ learned: 'Zorna', line: 'Zorna' }, { fileName: 'img/zorna_off.gif' }), 'Zorna');
  });

  test('is in capitals where a reading mixes them with small letters, as readings of small capitals do', () => {
    assert.equal(judge({ learned: 'HoME', line: 'HOME' }, { fileName: 'home.gif' }), 'HOME');
    assert.equal(judge({ learned: 'Home', line: 'HOME' }, { fileName: 'home.gif' }), null);
  });

  test('has the spaces with which all of its words are in the word list', () => {
    assert.equal(judge({ learned: 'AboutUs', line: 'About Us' }), 'About Us');
    assert.equal(judge({ learned: 'News letter', line: 'Newsletter' }), null, 'both are English');
    assert.equal(judge({ learned: 'ZornaWeb', line: 'Zorna Web' }), null);
  });

  test('has the spaces of the page where its gaps are wider than others', () => {
    const pieces = piecesOf('ZornaWeb').map((piece, at) => ({ ...piece, x: piece.x + (at < 5 ? 0 : 3) }));
    const readings = ['learned', 'line'].map((engine) => ({ engine, text: 'ZornaWeb', certainty: 0 }));
    const lineOf = (/** @type {typeof pieces} */ some) => ({
      line: { box: { x: 0, y: 0, width: 70, height: 10 }, pieces: some },
      reads: readings,
      decoded: null,
    });
    const said = { ...NOTHING, alts: ['Zorna Web'], fileName: 'zornaweb.gif' };
    assert.deepEqual(judgeLine([lineOf(pieces)], said), {
      text: ['Zorna Web'],
      sources: ['learned', 'line', 'page', 'name'],
    });
    const even = judgeLine([lineOf(piecesOf('ZornaWeb'))], said);
    assert.deepEqual('text' in even && even.text, ['ZornaWeb']);
  });

  test('is certain where both engines agree, one is sure, and no similar character fits', () => {
    const both = (/** @type {string} */ text, certainty = 0.96) =>
      judge({ learned: text, line: text }, { language: 'pt' }, null, certainty);
    assert.equal(both('Inicial'), 'Inicial');
    assert.equal(both('Inicial', 0.9), null);
    assert.equal(both('Mclntosh'), null, 'the third letter may be a capital I');
    assert.equal(both('Iona'), null, 'it may begin with a small L');
    assert.equal(both('zuriick zur Startseite'), null, 'they read two dots as two letters');
    assert.equal(both('baim'), null, 'r and n that touch look like m, and “bairn” is a word');
    assert.equal(both('Speclal'), null, 'an i without a dot looks like l, and “special” is a word');
    assert.equal(both('édair'), null, 'c and l that touch look like d');
    assert.equal(both('Limoges'), 'Limoges');
    assert.equal(judge({ learned: 'Regiao', line: 'Região' }, { language: 'pt' }, null, 0.96), 'Região');
  });

  test('is certain where one engine is sure of what a word list or a name confirms', () => {
    assert.equal(judge({ learned: 'Comtaet Ns', line: 'Contact Us' }, {}, null, 0.9), 'Contact Us');
    assert.equal(judge({ learned: 'Comtaet Ns', line: 'Contact Us' }, {}, null, 0.8), null);
    assert.equal(judge({ learned: 'Zoma', line: 'Zorna' }, {}, null, 0.99), null, 'nothing confirms it');
    assert.equal(judge({ learned: 'Zoma', line: 'Zorna' }, { fileName: 'zorna.gif' }, null, 0.99), 'Zorna');
    assert.equal(judge({ learned: 'lcna', line: 'lona' }, { fileName: 'iona.gif' }, null, 0.99), null, 'or Iona');
  });

  test('has no small letter that is as tall as the others', () => {
    const tall = [0, 1, 2].map((at) => ({
      x: at * 8,
      y: at === 0 ? 1 : 0,
      width: 6,
      height: at === 0 ? 13 : 14,
      parts: 1,
    }));
    const pieces = tall.map((piece) => ({ ...piece, coverage: new Float32Array(6 * piece.height) }));
    assert.equal(fits('oll', pieces), false);
    assert.equal(fits('Oll', pieces), true);
  });

  test('is certain where one engine reads what a name says, and no other reads anything else', () => {
    const said = { linkNames: ['games.htm'] };
    assert.equal(judge({ learned: '', line: 'GAMES' }, said), 'GAMES');
    assert.equal(judge({ learned: 'GAWES', line: 'GAMES' }, said), null);
    assert.equal(judge({ learned: '', line: 'GAMES' }), null);
    assert.equal(judge({ learned: '', line: 'Zorna' }, { fileName: 'zorna.gif' }), null, 'it is in no list');
  });

  test('is certain where one engine reads what a name says, and the others nearly the same and no word', () => {
    const said = { linkNames: ['aboutus.html'] };
    assert.equal(judge({ learned: 'About Us', line: 'IAbcutUs' }, said), 'About Us');
    assert.equal(judge({ learned: 'About Us', line: 'About it' }, said), null, 'two are English');
    assert.equal(judge({ learned: 'About Us', line: 'Zwzlh Ts' }, said), null, 'too much differs');
  });

  test('is certain where one engine reads what the page says, or what its glyphs are elsewhere', () => {
    assert.equal(judge({ learned: 'Zorna', line: 'Zoma' }, { alts: ['Zorna'] }), 'Zorna');
    assert.equal(judge({ learned: 'Zoma', line: 'Zorna' }, {}, 'Zorna'), 'Zorna');
    assert.equal(judge({ learned: 'Zoma', line: 'Zcrna' }, {}, 'Zorna'), null);
  });

  test('is certain where each letter of what the page says is read by an engine', () => {
    const alts = ['Revue Elements'];
    assert.equal(judge({ line: 'Revne Elements', learned: 'Revue Elemertts' }, { alts }), 'Revue Elements');
    assert.equal(judge({ line: 'REVNE ELEMENTS', learned: 'REVUE ELEMERTS' }, { alts }), 'REVUE ELEMENTS');
    assert.equal(judge({ line: 'Revne Elements', learned: 'Revne Elemertts' }, { alts }), null);
    assert.equal(judge({ line: 'Revue Element', learned: 'Revne Element' }, { alts }), null, 'no S is read');
    assert.equal(judge({ line: 'Revnes Elements', learned: 'Revues Elemerts' }, { alts }), null, 'an S is read');
  });

  test('leaves out an arrow beside it, and nothing that may be said', () => {
    assert.equal(judge({ learned: '» Next page', line: '» Next page' }), 'Next page');
    assert.equal(judge({ learned: 'name & house #', line: 'name & house #' }), null);
    assert.equal(judge({ learned: '¢-Contact Us', line: '-Contact Us' }), 'Contact Us', 'a bullet as two signs');
    assert.equal(judge({ learned: 'Contact Us =', line: 'Contact Us :' }), 'Contact Us');
    assert.equal(judge({ learned: '«Menu»', line: '«Menu»' }, { alts: ['«Menu»'] }), '«Menu»', 'a quotation');
    assert.equal(judge({ learned: '«Shopping', line: '«Shopping' }, {}, null, 0.96), 'Shopping', 'no quotation');
  });

  test('is what engines agree on next to a drawing, in which each reads other signs', () => {
    const brush = piecesOf('Contact Us').map((piece) => ({ ...piece, x: piece.x + 30 }));
    const pieces = [{ ...brush[0], x: 0, width: 24, height: 12, parts: 3 }, ...brush];
    const judgeDrawn = (/** @type {string[]} */ ...readings) => {
      const line = { box: { x: 0, y: 0, width: 120, height: 12 }, pieces };
      const reads = readings.map((text, at) => ({ engine: ['learned', 'line'][at], text, certainty: 0 }));
      const verdict = judgeLine([{ line, reads, decoded: null }], NOTHING);
      return 'text' in verdict ? verdict.text.join(' ') : null;
    };
    assert.equal(judgeDrawn('o-Contact Us', '-Contact Us'), 'Contact Us');
    assert.equal(judgeDrawn('2 Contact Us', '* Contact Us'), 'Contact Us');
    assert.equal(judgeDrawn('Contact Us ~8', 'Contact Us .'), 'Contact Us');
    assert.equal(judgeDrawn("Contact Us. '", 'Contact Us. 1'), null, 'a dot belongs to what is before it');
    assert.equal(judgeDrawn('A Contact Us', '4 Contact Us'), null, 'it may be a word');
    assert.equal(judgeDrawn('1 Contact Us', '| Contact Us'), null, 'it may be a digit');
    assert.equal(judgeDrawn('My Own Contact Us', '* Contact Us'), null, 'a drawing is read as few signs');
  });

  test('is certain where two engines agree on words of a title of the site', () => {
    const siteTitles = ['Zornica: Nová Zorna – úvod'];
    assert.equal(judge({ learned: 'Zorna', line: 'Zorna' }, { siteTitles }), 'Zorna');
    assert.equal(judge({ learned: 'Nova Zorna', line: 'Nová Zorna' }, { siteTitles, language: 'cs' }), 'Nová Zorna');
    assert.equal(judge({ learned: 'Zorn', line: 'Zorn' }, { siteTitles }), null);
    assert.equal(judge({ learned: 'Zorna', line: 'Zoma' }, { siteTitles }), null);
  });

  test('is certain where two engines agree on words of a sentence about the image', () => {
    const alts = ['Go to DOMSpy'];
    assert.equal(judge({ learned: 'DOMSpy', line: 'DOMSpy' }, { alts }), 'DOMSpy');
    assert.equal(judge({ learned: 'D0MSpy', line: 'D0MSpy' }, { alts }), null);
    assert.equal(judge({ learned: 'DOMSpy', line: 'OOMSpy' }, { alts }), null);
    assert.equal(judge({ learned: 'Zorn', line: 'Zorn' }, { alts: ['Go to Zorna'] }), null);
  });

  test('is certain in capitals where two engines agree on words of a sentence about the image', () => {
    const alts = ['Using ZornaWeb on Turvo'];
    assert.equal(judge({ learned: 'ZORNAWEB ON TURVO', line: 'ZORNAWEB ON TURVO' }, { alts }), 'ZORNAWEB ON TURVO');
    assert.equal(judge({ learned: 'ORNAWEB ON', line: 'ORNAWEB ON' }, { alts }), null);
  });

  test('has the accents that the page writes, if its shapes have them', () => {
    const spell = (/** @type {number} */ parts, /** @type {object} */ from) => {
      const pieces = piecesOf('Uvod').map((piece, at) => ({ ...piece, parts: at === 0 ? parts : 1 }));
      const line = { box: { x: 0, y: 0, width: 32, height: 10 }, pieces };
      const reads = ['learned', 'line'].map((engine) => ({ engine, text: 'Uvod', certainty: 0 }));
      const verdict = judgeLine([{ line, reads, decoded: null }], { ...NOTHING, language: 'cs', ...from });
      return 'text' in verdict ? verdict.text : null;
    };
    assert.deepEqual(spell(2, { alts: ['Úvod'] }), ['Úvod']);
    assert.equal(spell(1, { alts: ['Úvod'] }), null);
    assert.deepEqual(spell(2, { siteTitles: ['Zorna: úvod do plavby'] }), ['Úvod']);
  });

  test('is not certain where the page says nearly the same', () => {
    assert.equal(judge({ learned: 'Home page', line: 'Home page' }, { alts: ['Home pages'] }), null);
  });

  test('fits its shapes: a dot is no part of an l, and capitals are taller', () => {
    const dotted = piecesOf('lab').map((piece, at) => ({ ...piece, parts: at === 0 ? 2 : 1 }));
    assert.ok(!fits('lab', dotted) && fits('iab', dotted));
    assert.ok(fits('Cab', piecesOf('Cab')) && !fits('cab', piecesOf('Cab')));
    const marked = (/** @type {number} */ one) =>
      piecesOf('EN ESPANA').map((piece, at) => (at === one ? { ...piece, y: -3, height: 13 } : piece));
    assert.ok(fits('EN ESPANA', piecesOf('EN ESPANA')) && !fits('EN ESPANA', marked(6)));
    assert.ok(fits('EN ESPANA', marked(2)), 'the first of a word in small capitals');
  });

  test('of look-alikes is what their neighbours call for', () => {
    assert.equal(resolveHomoglyphs('HeIp'), 'Help');
    assert.ok(isPlausible('Inside', 0) && !isPlausible('HeIp', 2));
    assert.equal(tidy('| “Home” '), '"Home"');
    assert.equal(tidy('[Home'), 'Home');
    assert.equal(tidy('Home)'), 'Home');
    assert.equal(tidy('Home (new)'), 'Home (new)');
  });
});

describe('witnesses', () => {
  test('are what the page says, names of files and the word list', () => {
    assert.deepEqual(findWitnesses('Site map', { alt: 'site map' }), ['alt', 'dictionary']);
    assert.deepEqual(findWitnesses('Zorna', { fileName: 'a/nav_zorna2-on.gif' }), []);
    assert.equal(findContradiction('Contact us', { alt: 'Contacts us' }), 'Contacts us');
    assert.equal(findContradiction('Contact us', { alt: 'A ship' }), null);
  });
});
