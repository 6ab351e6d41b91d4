/**
 * @import { FactReading, FactSources } from './fact-digests.js'
 * @import { Detection, Findings } from './run-rules.js'
 * @import { Answer } from './script-answers.js'
 * @import { Document, SiteFile, SitePath } from '../../site/types.ts'
 */

import { digestOf } from '../../base/digest.js';
import { exact } from '../../base/exact.js';
import { NO_MEMO } from '../../base/memo.js';
import { readOnce } from '../../base/read-once.js';
import { codeOf } from '../../site/page/code.js';
import { openFactDigests } from './fact-digests.js';
import { openLinkIds } from './link-ids.js';
import { areSameAnswers } from './script-answers.js';

/** Max findings that are kept of a document: an undone edit finds those before it. */
const MAX_KEPT = 3;
/** Facts that the id of a page's references decides. @type {ReadonlySet<string>} */
const OF_LINKS = new Set(['references', 'fetches', 'follows']);
/** Max characters of a page's own code that is kept with its findings. */
const MAX_CODE = 2000;

/**
 * A fact that was read, and its digest.
 * @typedef {readonly [reading: FactReading, digest: string]} Trace
 *
 * The findings in a document, with the facts that were read: its `own`, and those `around` it, which pages of a
 * template have in common. `links`: the id of its references. `code`: the page's own code, and what rules asked about
 * its scripts, as JSON.
 * @typedef {object} KeptFindings
 * @property {readonly Trace[]} own
 * @property {readonly Trace[]} around
 * @property {string | null} links
 * @property {{ texts: readonly string[], answers: string } | null} code
 * @property {Findings} found
 */

/**
 * Findings of earlier runs. They are stored with the facts that rules read, and recalled while these are unchanged.
 */
export class FindingsMemo {
  #memo;
  #around;
  #sources;
  #digest;
  #linksOf;
  #isAroundSame;
  /** Findings with other facts, by document. @type {Map<SitePath, readonly KeptFindings[]>} */
  #former = new Map();
  /** Facts that rules read in the current document. @type {Map<string, FactReading>} */
  #readings = new Map();
  /** @type {Map<string, Answer>} */
  #answers = new Map();

  /**
   * @param {Detection} detection
   * @param {FactSources} sources
   * @param {'detect' | 'normalise'} ask
   */
  constructor({ site, rules, settings, memo = NO_MEMO }, sources, ask) {
    const asked = rules.map(({ meta }) => [meta.id, settings.get(meta.id)]);
    const digest = openFactDigests(sources);
    // Recalled records share what is equal, so that a fact around many documents is compared once.
    const isSame = readOnce((/** @type {Trace} */ [reading, was]) => digest('', reading) === was);
    this.#isAroundSame = readOnce((/** @type {readonly Trace[]} */ traces) => traces.every(isSame));
    this.#memo = memo;
    this.#around = digestOf([ask, asked, site.place]);
    this.#sources = sources;
    this.#digest = digest;
    this.#linksOf = openLinkIds(sources.linked);
  }

  /** @param {FactReading} reading */
  note(reading) {
    this.#readings.set(`${reading.fact} ${reading.part} ${'key' in reading ? reading.key : ''}`, reading);
  }

  /** @param {Answer} answer */
  noteAnswer(answer) {
    this.#answers.set(`${answer[0]} ${answer[1]}`, answer);
  }

  /** @param {SiteFile} file @returns {Findings | null} */
  recall(file) {
    const all = /** @type {readonly KeptFindings[]} */ (this.#memo.recall('detect', this.#keyOf(file)) ?? []);
    for (const kept of all) {
      const match = this.#match(file.path, kept);
      if (!match) continue;
      if (match === 'answers') this.#renew(file, kept, all);
      this.#memo.count('detect', true);
      return kept.found;
    }
    this.#memo.count('detect', false);
    if (all.length > 0) this.#former.set(file.path, all);
    return null;
  }

  /**
   * Stores the findings of a document, unless they are null.
   * @param {SiteFile} file @param {Document | null} document @param {Findings | null} found
   */
  finish(file, document, found) {
    if (found && this.#memo !== NO_MEMO) {
      const traces = this.#trace(file.path, [...this.#readings.values()]);
      const [own, around] = [true, false].map((isWanted) =>
        traces.filter(([reading]) => isOwn(file.path, reading) === isWanted),
      );
      const isAsked = document?.kind === 'page' && this.#readings.has('scripts fact ');
      const code = isAsked ? keepCode(document, this.#answers.values()) : null;
      const links = this.#linksOf(file.path);
      this.#keep(file, { own, around, links, code, found }, this.#former.get(file.path) ?? []);
    }
    this.#former.delete(file.path);
    this.#readings = new Map();
    this.#answers = new Map();
  }

  /**
   * Compares the facts of a document with those of kept findings: all of them, or of scripts only the answers.
   * @param {SitePath} path @param {KeptFindings} kept
   * @returns {'facts' | 'answers' | null}
   */
  #match(path, { own, around, links, code }) {
    if (!this.#isAroundSame(around)) return null;
    const isLinkedSame = links !== null && links === this.#linksOf(path);
    const different = own.filter(
      ([reading, was]) => !(isLinkedSame && OF_LINKS.has(reading.fact)) && this.#digest(path, reading) !== was,
    );
    if (different.length === 0) return 'facts';
    const isAnswered = different.every(([{ fact }]) => fact === 'scripts') && this.#areSameAnswers(path, code);
    return isAnswered ? 'answers' : null;
  }

  /** @param {SitePath} path @param {KeptFindings['code']} code */
  #areSameAnswers(path, code) {
    if (!code) return false;
    return areSameAnswers(this.#sources.pageFacts.codeFactsOf(path, code.texts), JSON.parse(code.answers));
  }

  /**
   * Stores findings again with other scripts that give the same answers.
   * @param {SiteFile} file @param {KeptFindings} kept @param {readonly KeptFindings[]} all
   */
  #renew(file, kept, all) {
    const readings = kept.own.map(([reading]) => reading);
    const others = all.filter((one) => one !== kept);
    this.#keep(file, { ...kept, own: this.#trace(file.path, readings) }, others);
  }

  /** @param {SitePath} path @param {readonly FactReading[]} readings @returns {Trace[]} */
  #trace(path, readings) {
    return readings.map((reading) => exact([reading, this.#digest(path, reading)]));
  }

  /** @param {SiteFile} file @param {KeptFindings} kept @param {readonly KeptFindings[]} others */
  #keep(file, kept, others) {
    this.#memo.keep('detect', this.#keyOf(file), [kept, ...others].slice(0, MAX_KEPT));
  }

  /** @param {SiteFile} file */
  #keyOf({ path, hash, type }) {
    return `${this.#around} ${hash} ${type} ${path}`;
  }
}

/**
 * Returns a page's own code and answers about it, null if the code is long.
 * @param {import('../../site/types.ts').Page} page @param {Iterable<Answer>} answers
 */
function keepCode(page, answers) {
  const texts = codeOf(page).map(({ text }) => text);
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  return length > MAX_CODE ? null : { texts, answers: JSON.stringify([...answers]) };
}

/**
 * Returns true if a fact concerns the document itself.
 * @param {string} document @param {FactReading} reading
 */
function isOwn(document, reading) {
  if (reading.part === 'fact') return reading.fact !== 'texts';
  if (reading.part !== 'value') return false;
  return reading.key === document || (reading.fact === 'exceeds' && JSON.parse(reading.key)[1] === null);
}
