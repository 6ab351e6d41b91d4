/** @import { Form } from './part-forms.js' */
/** @import { Records } from './records.js' */

import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { keepAlive } from '../../base/working-on.js';

/*
 * A run asks for the same records as the last one, in about the same order. They are stored again in parts of some
 * hundred records each: reading one large record takes a fraction of the time of reading its content one by one.
 *
 * <form>/<name>/<kind>  the parts of one kind of records, in order
 * trail-part/<id>       the keys and values of one part
 */

/** A part ends after a key whose checksum is 0 in these bits, so an added key changes no part but its own. */
const BOUNDARY_MASK = 127;
/** Max records of a part: four times the mean. */
const MAX_PART_RECORDS = 512;
/** Parts that are open at a time: the order of parallel tasks differs from run to run. */
const MAX_OPEN_PARTS = 6;
/** Parts that are opened beyond the last one that had a record. */
const MAX_AHEAD = 2;
/** The source of a record that is in no part. */
const NO_PART = -1;
/**
 * The source of a record that was asked for and not found. It has the place of the question: the next run asks in this
 * order, while results are stored in the order in which they are ready.
 */
const MISSED = -2;

/**
 * One kind of records of a run.
 * @template V
 * @typedef {object} Trail
 * @property {readonly string[]} ids of the parts that the last run stored
 * @property {{ index: number, values: ReadonlyMap<string, V> }[]} open parts, the most recently used first
 * @property {number[]} sizes of the opened parts, in records
 * @property {number} next index of the part that is opened next
 * @property {number} last index of the last part that had a record
 * @property {Map<string, number>} used the keys of this run, each with the index of its part
 */

/**
 * Records of the last run on the same input, read in parts.
 * @template V
 */
export class Trails {
  #records;
  #name;
  #form;
  #stages;
  #load;
  /** By kind; null: not followed. @type {Map<string, Trail<V> | null>} */
  #trails = new Map();

  /**
   * @param {Pick<Records, 'get' | 'put' | 'remove'>} records
   * @param {string} input names the input, for example its folder
   * @param {Form<V>} form
   * @param {ReadonlySet<string>} stages whose results are followed. Other records are replaced under the same key
   * @param {(key: string) => V | undefined} load returns a record that is in no part, undefined if it is lost
   */
  constructor(records, input, form, stages, load) {
    this.#records = records;
    this.#name = hash('sha256', input).slice(0, 32);
    this.#form = form;
    this.#stages = stages;
    this.#load = load;
  }

  /**
   * Returns the record of a key if the last run used it, too.
   * @param {string} key
   * @returns {V | undefined}
   */
  get(key) {
    const trail = this.#trailOf(key);
    if (!trail) return undefined;
    let found = findOpen(trail, key);
    while (!found && trail.next < trail.ids.length && trail.next <= trail.last + MAX_AHEAD) {
      this.#openNext(trail);
      found = findOpen(trail, key);
    }
    if (!found) {
      if (!trail.used.has(key)) trail.used.set(key, MISSED);
      return undefined;
    }
    trail.last = Math.max(trail.last, found.index);
    trail.used.set(key, found.index);
    return found.value;
  }

  /** Notes that the run used or stored a record that no part contains in this form. @param {string} key */
  note(key) {
    this.#trailOf(key)?.used.set(key, NO_PART);
  }

  /** Stores the parts of this run for the next one. */
  keep() {
    for (const [kind, trail] of this.#trails) {
      const groups = trail ? groupKeys(trail.used) : [];
      if (!trail || groups.length === 0) continue;
      const ids = groups.map((group) => this.#keepPart(trail, group));
      const kept = new Set(ids);
      for (const id of trail.ids) if (!kept.has(id)) this.#records.remove(keyOfPart(id));
      if (ids.join() !== trail.ids.join()) this.#records.put(this.#keyOfTrail(kind), Buffer.from(JSON.stringify(ids)));
    }
    this.#trails.clear();
  }

  /**
   * Stores a part, unless the last run stored the same. Returns its id.
   * @param {Trail<V>} trail @param {readonly [key: string, part: number][]} group
   */
  #keepPart(trail, group) {
    const [[, first]] = group;
    const isSame = first !== NO_PART && group.length === trail.sizes[first] && group.every(([, at]) => at === first);
    if (isSame) return trail.ids[first];
    /** @type {Map<number, ReadonlyMap<string, V>>} */
    const parts = new Map();
    const entries = group.flatMap(([key, at]) => {
      if (at !== NO_PART && !parts.has(at)) parts.set(at, this.#readPart(trail.ids[at]));
      const former = parts.get(at)?.get(key);
      const value = former ?? this.#load(key);
      return value === undefined ? [] : [{ key, value, isAdded: former === undefined }];
    });
    const bytes = this.#form.format(entries);
    // A large site has a thousand parts. Storing them all can take longer than a run may be silent.
    keepAlive();
    const id = `${this.#name}/${hash('sha256', bytes).slice(0, 32)}`;
    this.#records.put(keyOfPart(id), bytes);
    return id;
  }

  /** Returns the trail of a key, null if keys of its kind are not followed. @param {string} key */
  #trailOf(key) {
    const kind = key.slice(0, key.indexOf('/'));
    const known = this.#trails.get(kind);
    if (known !== undefined) return known;
    const trail = this.#stages.has(kind.slice(0, kind.indexOf('@'))) ? this.#openTrail(kind) : null;
    this.#trails.set(kind, trail);
    return trail;
  }

  /** @param {string} kind @returns {Trail<V>} */
  #openTrail(kind) {
    const stored = this.#records.get(this.#keyOfTrail(kind));
    const ids = stored ? JSON.parse(Buffer.from(stored).toString()) : [];
    return { ids, open: [], sizes: [], next: 0, last: 0, used: new Map() };
  }

  /** @param {Trail<V>} trail */
  #openNext(trail) {
    const index = trail.next++;
    const values = this.#readPart(trail.ids[index]);
    trail.sizes[index] = values.size;
    trail.open.unshift({ index, values });
    if (trail.open.length > MAX_OPEN_PARTS) trail.open.pop();
  }

  /** Returns the content of a part, nothing if it is lost. @param {string} id @returns {ReadonlyMap<string, V>} */
  #readPart(id) {
    const bytes = this.#records.get(keyOfPart(id));
    return bytes ? this.#form.parse(bytes) : new Map();
  }

  /** @param {string} kind */
  #keyOfTrail(kind) {
    return `${this.#form.name}/${this.#name}/${kind}`;
  }
}

/** @param {string} id */
function keyOfPart(id) {
  return `trail-part/${id}`;
}

/**
 * Finds a key in the open parts, and moves its part to the front.
 * @template V
 * @param {Trail<V>} trail @param {string} key
 */
function findOpen({ open }, key) {
  for (const [at, part] of open.entries()) {
    const value = part.values.get(key);
    if (value === undefined) continue;
    if (at > 0) open.unshift(...open.splice(at, 1));
    return { index: part.index, value };
  }
  return null;
}

/** @param {ReadonlyMap<string, number>} used */
function groupKeys(used) {
  /** @type {[key: string, part: number][][]} */
  const groups = [];
  let isEnd = true;
  for (const entry of used) {
    if (entry[1] === MISSED) continue;
    const group = groups.at(-1);
    if (isEnd || !group || group.length === MAX_PART_RECORDS) groups.push([entry]);
    else group.push(entry);
    isEnd = (crc32(entry[0]) & BOUNDARY_MASK) === 0;
  }
  return groups;
}
