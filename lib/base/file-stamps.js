/** @import { BigIntStats } from 'node:fs' */

/**
 * The content of a file, by which it need not be read again.
 * @typedef {{ hash: string, type?: string, isPassedOver?: boolean }} FileContent
 *
 * Stamps of a folder's files as plain data.
 * @typedef {Record<string, [stamp: string, content: FileContent]>} StampRecord
 */

/** Age of a file's last change from which its stamp is certain: file systems count in steps of up to two seconds. */
const SETTLED_NS = 2_000_000_000n;
const NS_PER_MS = 1_000_000n;

/**
 * The contents of a folder's files, each valid while the file has the same size, times and number. A file that was
 * changed just before it was read is not listed, because a further change could leave its times as they are.
 */
export class FileStamps {
  #known;
  #now;
  #isLinked;
  /** @type {Map<string, [stamp: string, content: FileContent]>} */
  #found = new Map();
  #isChanged = false;

  /**
   * @param {StampRecord} [known] of an earlier run
   * @param {{ now?: () => number, isLinked?: boolean }} [options] `isLinked`: the files get other names from run to
   *   run, which the system notes as a change of the file
   */
  constructor(known = {}, { now = Date.now, isLinked = false } = {}) {
    this.#known = new Map(Object.entries(known));
    this.#now = now;
    this.#isLinked = isLinked;
  }

  /**
   * Returns the content of a file, null if it is not certain.
   * @param {string} path @param {BigIntStats} stat
   */
  recall(path, stat) {
    const known = this.#known.get(path);
    if (!known || known[0] !== this.#stampOf(stat)) return null;
    this.#found.set(path, known);
    return known[1];
  }

  /** @param {string} path @param {BigIntStats} stat taken before the file was read @param {FileContent} content */
  note(path, stat, content) {
    if (!this.#isLinked && this.#isUnsettled(stat)) return;
    this.#found.set(path, [this.#stampOf(stat), content]);
    this.#isChanged = true;
  }

  /** Returns the stamps of all files that were recalled or noted, null if they are the ones of the earlier run. */
  toRecord() {
    const isSame = !this.#isChanged && this.#found.size === this.#known.size;
    return isSame ? null : Object.fromEntries(this.#found);
  }

  /** @param {BigIntStats} stat */
  #isUnsettled({ mtimeNs, ctimeNs }) {
    const changedNs = ctimeNs > mtimeNs ? ctimeNs : mtimeNs;
    return BigInt(Math.floor(this.#now())) * NS_PER_MS - changedNs < SETTLED_NS;
  }

  /** @param {BigIntStats} stat */
  #stampOf({ size, mtimeNs, ctimeNs, ino }) {
    return `${size} ${mtimeNs} ${ino}${this.#isLinked ? '' : ` ${ctimeNs}`}`;
  }
}
