/** @import { Page } from '../../site/types.ts' */
/** @import { ScriptFacts } from '../types.ts' */
/** @import { CodeFacts } from './page-facts.js' */

import { digestOf } from '../../base/digest.js';

/**
 * A question of a rule to the facts about scripts, and the answer. A page whose scripts were changed is not searched
 * again while all answers are the same.
 * @typedef {'words' | 'classes' | 'composes' | 'assembles' | 'says'} NamedQuestion
 * @typedef {NamedQuestion | 'files' | 'walksImages' | 'lastImage' | 'readsSources' | 'handlesImages' | 'swaps' |
 *   'images'} Question
 * @typedef {readonly [question: Question, about: string, answer: string | number | boolean]} Answer
 */

/**
 * @type {Readonly<Record<NamedQuestion, (facts: CodeFacts, about: string) => boolean> & Record<Question, (facts:
 *   CodeFacts, about: string) => Answer[2]>>}
 */
const ANSWERS = Object.freeze({
  words: ({ words }, name) => words.has(name),
  classes: ({ classes }, name) => classes.has(name),
  composes: ({ composes }, name) => composes(name),
  assembles: ({ assembles }, name) => assembles(name),
  says: ({ says }, text) => says(readText(text)),
  files: ({ digestFiles }) => digestFiles(),
  walksImages: ({ walksImages }) => walksImages,
  lastImage: ({ lastTaken }) => lastTaken,
  readsSources: ({ readsSources }) => readsSources,
  handlesImages: ({ handlesImages }) => handlesImages,
  swaps: ({ swaps }) => digestOf(swaps),
  images: ({ images }) => digestOf(images),
});

/**
 * Returns true if facts still give the same answers.
 * @param {CodeFacts} facts @param {readonly Answer[]} answers
 */
export function areSameAnswers(facts, answers) {
  return answers.every(([question, about, answer]) => ANSWERS[question](facts, about) === answer);
}

/**
 * Facts about scripts that record what is asked.
 * @implements {ScriptFacts}
 */
export class TracedScripts {
  #facts;
  #page;
  #note;
  /** @type {Set<Question>} */
  #noted = new Set();

  /**
   * @param {CodeFacts} facts
   * @param {Page | null} page null for a sheet
   * @param {(answer: Answer) => void} note
   */
  constructor(facts, page, note) {
    this.#facts = facts;
    this.#page = page;
    this.#note = note;
    this.words = Object.freeze({ has: (/** @type {string} */ name) => this.#ask('words', name) });
    this.classes = Object.freeze({ has: (/** @type {string} */ name) => this.#ask('classes', name) });
    this.composes = (/** @type {string} */ name) => this.#ask('composes', name);
    this.assembles = (/** @type {string} */ name) => this.#ask('assembles', name);
    this.says = (/** @type {string | RegExp} */ text) => this.#ask('says', writeText(text));
  }

  get files() {
    return this.#read('files').files;
  }

  get walksImages() {
    return this.#read('walksImages').walksImages;
  }

  get lastImage() {
    const { lastTaken } = this.#read('lastImage');
    return lastTaken < 0 || !this.#page ? -1 : numberedImage(this.#page, lastTaken);
  }

  get readsSources() {
    return this.#read('readsSources').readsSources;
  }

  get handlesImages() {
    return this.#read('handlesImages').handlesImages;
  }

  get swaps() {
    return this.#read('swaps').swaps;
  }

  get images() {
    return this.#read('images').images;
  }

  /** @param {NamedQuestion} question @param {string} about */
  #ask(question, about) {
    const answer = ANSWERS[question](this.#facts, about);
    this.#note([question, about, answer]);
    return answer;
  }

  /** Notes the answer to a question about all scripts, and returns the facts. @param {Question} question */
  #read(question) {
    if (!this.#noted.has(question)) this.#note([question, '', ANSWERS[question](this.#facts, '')]);
    this.#noted.add(question);
    return this.#facts;
  }
}

/** @param {string | RegExp} text */
function writeText(text) {
  return JSON.stringify(typeof text === 'string' ? text : [text.source, text.flags]);
}

/** @param {string} written @returns {string | RegExp} */
function readText(written) {
  const text = JSON.parse(written);
  return typeof text === 'string' ? text : new RegExp(text[0], text[1]);
}

/**
 * Returns the position of the image with a number in `document.images`, or the end if there is none.
 * @param {Page} page
 * @param {number} number
 */
function numberedImage({ elements }, number) {
  const images = elements.filter(({ tag, inert, foreign }) => tag === 'img' && !inert && !foreign);
  return images[number]?.index ?? elements.length;
}
