import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { escapeText, writeFrame, writeStops } from '../../lib/text-images/box.js';
import { listVariants } from '../../lib/text-images/confusables.js';
import { overlap } from '../../lib/text-images/gates.js';
import { areLettersOf } from '../../lib/text-images/letters.js';
import { isPlausible, resolveHomoglyphs } from '../../lib/text-images/plausible.js';
import { tidy } from '../../lib/text-images/reader.js';
import { agree, agreeButForAccents } from '../../lib/text-images/reading.js';
import { findSpacingDoubt, findUnevenDoubt } from '../../lib/text-images/spacing.js';
import { findContradiction, findWitnesses } from '../../lib/text-images/witnesses.js';

/**
 * What each engine reads of a line.
 * @param {Record<string, string>} texts by engine
 * @param {Record<string, string>} [context]
 */
const vote = (texts, context = {}) =>
  agree(
    Object.entries(texts).map(([engine, text]) => ({
      engine: /** @type {'learned'} */ (engine.replace(/\d/, '')),
      text,
      confidence: 90,
    })),
    { language: 'en', ...context },
  );

describe('sources', () => {
  test('in other languages all three must agree, since one alone knows their letters', () => {
    assert.equal(vote({ learned: 'Sak', line: 'Sak' }, { language: 'no' }), null);
    assert.equal(vote({ learned: 'Hjem', line: 'Hjem', shapes: 'Hjem' }, { language: 'no' })?.text, 'Hjem');
    assert.equal(vote({ line: 'Søk' }, { language: 'no', alt: 'Søk' })?.text, 'Søk');
  });

  test('accents are as the engine reads them that knows them, in every view, where another reads the letters', () => {
    /** @param {string} language @param {...[string, string]} reads */
    const spell = (language, ...reads) =>
      agreeButForAccents(
        reads.map(([engine, text]) => ({ engine: /** @type {'line'} */ (engine), text, confidence: 90 })),
        { language },
      )?.text;
    assert.equal(spell('es', ['line', 'Información'], ['learned', 'Informacion'], ['shapes', 'lnf']), 'Información');
    assert.equal(spell('da', ['line', 'Gæstebog'], ['shapes', 'Gaestebog'], ['line', 'Gæstebog']), 'Gæstebog');
    assert.equal(spell('es', ['line', 'Información'], ['learned', 'Informacion'], ['line', 'Informacion']), undefined);
    assert.equal(spell('es', ['line', 'Información'], ['learned', 'Informacio']), undefined);
    assert.equal(spell('no', ['line', 'Sak'], ['shapes', 'Sak']), undefined, 'two that may have taken an ø for an a');
    assert.equal(spell('es', ['line', 'Inicio'], ['learned', 'Inicio']), 'Inicio', 'the ink says whether it has any');
    assert.equal(spell('en', ['line', 'Resumé'], ['learned', 'Resume']), undefined);
  });

  test('a language has its letters, one that is not known all of them', () => {
    assert.ok(areLettersOf('Ligações', 'pt-BR') && !areLettersOf('Ligacöes', 'pt'));
    assert.ok(areLettersOf('ŁÓDŹ', 'pl') && areLettersOf('déjà – “vu”', 'fr') && areLettersOf('naïve', null));
  });

  test('two engines that agree are enough, whatever the third reads', () => {
    assert.deepEqual(vote({ learned: 'Zorna', shapes: 'Zorna' }), { text: 'Zorna', sources: ['learned', 'shapes'] });
    assert.equal(vote({ learned: 'Zoma', shapes: 'Zorna', line: 'Zorna' })?.text, 'Zorna');
  });

  test('one engine alone is not, however many views it has', () => {
    assert.equal(vote({ learned: 'Home', shapes: 'Horne' }), null);
    assert.equal(vote({ learned: 'Home', learned2: 'Home', shapes: 'x' }), null);
  });

  test('two texts with as much behind each leave it open', () => {
    assert.equal(vote({ learned: 'Zorna', line: 'Zorna', learned2: 'Zoma', shapes: 'Zoma' }), null);
  });

  test('what the page says agrees whatever its case, the engine decides the spelling', () => {
    const said = vote({ learned: 'SITE MAP' }, { alt: 'Site map' });
    assert.deepEqual(said, { text: 'SITE MAP', sources: ['learned', 'alt', 'dictionary'] });
    assert.equal(vote({ learned: 'Zorna' }, { fileName: 'img/menu-zorna.gif' })?.text, 'Zorna');
    assert.equal(vote({ learned: 'Zorna' }, { linkName: '../zorna.html#top' })?.text, 'Zorna');
    assert.equal(vote({ learned: 'Up' }, { fileName: 'up.gif' }), null, 'too short a name proves nothing');
  });

  test('a name without accents bears out no word with them, and none that may have lost them', () => {
    assert.deepEqual(findWitnesses('HERÁLDICA', { fileName: 'heraldica.gif', language: 'es' }), []);
  });

  test('English words are looked up where the page is in English or does not say', () => {
    for (const text of ['Guest Book', 'SITE MAP', 'What’s New']) {
      assert.deepEqual(findWitnesses(text, {}), ['dictionary'], text);
      assert.deepEqual(findWitnesses(text, { language: 'de' }), [], text);
    }
    for (const text of ['Guestt', 'GueST', 'c0ntact', 'CONTACT THE ART!ST'])
      assert.deepEqual(findWitnesses(text, {}), [], text);
  });

  test('a page that says nearly the same contradicts', () => {
    assert.equal(findContradiction('Horne', { alt: 'Home' }), null, 'two edits in five letters are another word');
    assert.equal(findContradiction('Contect us', { alt: 'Contact us' }), 'Contact us');
    assert.equal(findContradiction('Contact us', { alt: 'Contact Us!' }), null);
  });

  test('neighbours tell look-alikes apart', () => {
    assert.ok(isPlausible('Index', 0));
    assert.ok(!isPlausible('lndex', 0));
    assert.ok(!isPlausible('HeIp', 2));
    assert.ok(isPlausible('2019', 2));
    assert.ok(!isPlausible('So1d', 2));
    assert.ok(isPlausible('I10', 0), 'a road');
    assert.ok(isPlausible('5l', 1), 'litres');
    assert.ok(!isPlausible('1I0', 1));
    assert.ok(!isPlausible('I999', 0), 'a year');
    assert.ok(isPlausible('one | two', 4) && !isPlausible('|inks', 0), 'a bar parts words');
    assert.ok(isPlausible('Hi!', 2) && !isPlausible('!nks', 0));
    assert.ok(isPlausible('Us', 1), 'a small letter after a capital');
    assert.ok(isPlausible('lbs', 0), 'one of the words that start with an l and a consonant');
    assert.ok(!isPlausible('SchedUle', 5));
  });
});

describe('variants', () => {
  test('of a word hold its look-alikes', () => {
    const text = 'modern clip';
    const spelled = listVariants(text).map(
      ({ at, length, letters }) => text.slice(0, at) + letters + text.slice(at + length),
    );
    for (const wrong of ['modem clip', 'modern dip', 'madern clip', 'módern clip', 'modern cIip']) {
      assert.ok(spelled.includes(wrong), wrong);
    }
    assert.ok(!spelled.includes(text));
    assert.ok(
      listVariants('élan').some(({ at, letters }) => at === 0 && letters === 'ó'),
      'under the same accent',
    );
  });
});

test('letters of one shape are what their neighbours call for', () => {
  assert.equal(resolveHomoglyphs('HeIp and Iist'), 'Help and Iist');
  for (const text of ['AI', 'Vol. III', '5 lbs', 'HTMl', 'I0', 'Illinois']) assert.equal(resolveHomoglyphs(text), text);
});

describe('spaces', () => {
  /** A line of blocks four pixels wide with given gaps between them. @param {number[]} gaps */
  const blocks = (gaps) => {
    const width = gaps.reduce((sum, gap) => sum + gap + 4, 4);
    const coverage = new Float32Array(width * 10);
    let x = 0;
    for (const gap of [...gaps, 0]) {
      for (let y = 0; y < 10; y++) coverage.fill(1, y * width + x, y * width + x + 4);
      x += 4 + gap;
    }
    return { coverage, width, lines: [{ box: { x: 0, y: 0, width, height: 10 } }] };
  };

  test('must be wider than other gaps', () => {
    const { coverage, width, lines } = blocks([1, 6, 1]);
    assert.equal(findSpacingDoubt(coverage, width, lines, [{ text: 'ab cd' }]), null);
    assert.ok(findSpacingDoubt(coverage, width, lines, [{ text: 'a b cd' }]));
    assert.ok(findSpacingDoubt(coverage, width, lines, [{ text: 'abcd' }]));
  });

  test('must be about as wide as each other', () => {
    const doubt = (/** @type {number[]} */ gaps) => {
      const { coverage, width, lines } = blocks(gaps);
      return findUnevenDoubt(coverage, width, lines, [{ text: 'ab cd ef' }]);
    };
    assert.equal(doubt([1, 6, 1, 4, 1]), null);
    assert.match(doubt([1, 7, 1, 3, 1]) ?? '', /not alike/);
  });
});

describe('boxes', () => {
  test('escape what they say', () => {
    assert.equal(escapeText('<script>&amp;'), '&lt;script&gt;&amp;amp;');
  });

  test('write a bevel as inset shadows', () => {
    const [light, dark] = /** @type {[number, number, number][]} */ ([
      [255, 255, 255],
      [119, 119, 119],
    ]);
    const frame = {
      top: [light],
      left: [light],
      right: [dark],
      bottom: [dark],
      over: /** @type {const} */ ('end'),
      radius: 0,
    };
    assert.equal(writeFrame(frame), 'inset -1px -1px #777,inset 1px 1px #fff');
  });

  test('write a gradient with few stops', () => {
    const lines = Array.from(
      { length: 20 },
      (_, y) => /** @type {[number, number, number]} */ ([255 - y * 5, 255 - y * 5, 255]),
    );
    assert.equal(writeStops(lines), '#fff,#a0a0ff');
  });
});

test('readings are tidied: one line, plain quotes', () => {
  assert.equal(tidy(' Katy’s \n “Dream” — world\n'), 'Katy\'s "Dream" - world');
});

test('overlap is one for the same map and nought for another place', () => {
  const size = { x: 0, y: 0, width: 20, height: 5 };
  const [one, other] = [new Float32Array(100), new Float32Array(100)];
  one.fill(1, 40, 44);
  other.fill(1, 54, 58);
  assert.equal(overlap(one, one, size), 1);
  assert.ok(overlap(one, other, size) < 0.01);
});
