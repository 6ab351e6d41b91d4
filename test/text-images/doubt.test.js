import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findDoubt } from '../../lib/text-images/doubt.js';

/** @import { Fitter, Lead } from '../../lib/text-images/fitter.js' */

/**
 * What is doubted of a text whose ink stands by every letter but those named, in a face that is like but not the same.
 * @param {string} text @param {Record<string, number>} margins of others that letters could be
 * @param {{ language?: string, isSpelledByOne?: boolean, similarity?: number }} [given]
 */
const doubt = (text, margins, { language = 'en', isSpelledByOne = false, similarity = 0.9 } = {}) => {
  const measureLeads = async (
    /** @type {unknown} */ _job,
    /** @type {unknown} */ _fit,
    /** @type {any[]} */ variants,
  ) =>
    variants.map(({ letters }) => {
      const margin = margins[letters] ?? 1;
      return /** @type {Lead} */ ({ margin, lead: margin, isSeen: true });
    });
  const fitter = /** @type {Fitter} */ (/** @type {unknown} */ ({ measureLeads }));
  const job = { text, coverage: new Float32Array(1), width: 1, height: 1, box: { x: 0, y: 0, width: 1, height: 1 } };
  const studied = { job: { ...job, colour: /** @type {const} */ ([0, 0, 0]) }, starts: [], imageHeight: 20 };
  const fit = /** @type {import('../../lib/text-images/types.ts').LineFit} */ ({ similarity });
  const said = { countWitnesses: () => 0, isSpelled: false, heeds: () => true };
  return findDoubt(fitter, { ...studied, isUnanimous: true, isSpelledByOne, language }, [fit], said);
};

describe('in doubt is', () => {
  for (const [name, work] of /** @type {const} */ ([
    ['a tail that may be a cedilla', () => doubt('Enllagos', { ç: -0.4 }, { language: 'ca' })],
    ['a quote in another face than the one seen', () => doubt("Livre d'or", { '’': 0.6 })],
    ['a quote that curls but a little more than plain ones', () => doubt('What’s New', { "'": 0.2 })],
    ['a hyphen between numbers', () => doubt('1999-2003', { '–': 0.4 })],
    ['a dash that may be longer', () => doubt('A–Z', { '—': 0.2 })],
    ['a number that may be litres', () => doubt('cl. 11', { l: 0.05 })],
    ['a word that begins with two strokes', () => doubt('Illum', { I: 0.04 })],
    [
      'an accent of which one engine alone knows',
      () => doubt('Pagína', { ì: 0.1 }, { isSpelledByOne: true, language: 'it' }),
    ],
  ])) {
    test(name, async () => assert.match((await work()) ?? '', /could be/));
  }
});

describe('in no doubt is', () => {
  for (const [name, work] of /** @type {const} */ ([
    ['a letter that the language has not', () => doubt('Dove siamo', { Đ: -0.2, ø: -0.2 }, { language: 'it' })],
    ['an en dash that the ink shows', () => doubt('A–Z', { '-': 0.4, '—': 0.4 })],
    ['a quote that the ink shows', () => doubt("Livre d'or", { '’': 0.6 }, { similarity: 0.96 })],
    ['a quote that curls, in another face than the one seen', () => doubt('What’s New', { "'": 0.44 })],
    ['a stroke inside of a word', () => doubt('Mill Lane', { I: 0 })],
    ['a year', () => doubt('1999', { I: 0, l: 0 })],
    ['a word that a list has', () => doubt('Illness', { I: 0 })],
  ])) {
    test(name, async () => assert.equal(await work(), null));
  }
});
