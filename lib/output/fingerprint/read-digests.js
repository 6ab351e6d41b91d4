/** @import { Site, SiteFile, SitePath } from '../../site/types.ts' */
/** @import { DigestPlace } from '../../site/text/digest-name.js' */
/** @import { Named } from './types.ts' */

import { exact } from '../../base/exact.js';
import { textOf } from './text-of.js';

/*
 * Bundlers write the names of chunks into scripts and data, whole or in pieces:
 * __vite__mapDeps=(…["assets/menu-BX_-x9dQ.js","assets/menu-C8aK2f0z.css"]) "css/"+{7:"8f3a2b1c"}[e]+".css" A digest is
 * as good as unique: where it stands, the file is named. Where it stands in these two forms alone, it can give way to
 * another of the same length, which moves nothing. Of 13 sites by the starters of today's generators, 8 name their
 * sheets so.
 */

/** Maps name the files that they explain, and nothing loads those because of it. */
const MAP = /\.map$/i;
const HOLDS_TEXT = new Set(['html', 'css', 'script', 'text', 'other']);
/** Where a digest may start: no name has one of fewer than eight characters. */
const START = /(?<![A-Za-z\d])(?=[\w-]{8})/g;
const QUOTED_BEFORE = /["'`]$/;
const QUOTED_AFTER = /^\\*["'`]/;
/** A name goes on: `app-8f3a2b1c.js.map` is another one than `app-8f3a2b1c.js`. */
const GOES_ON = /^(?:[\w-]|\.[a-z])/i;
const IS_OF_MAP = /^\.map\b/i;
/** As much as tells how a name goes on. */
const AHEAD = 5;

/** @typedef {{ path: SitePath, place: DigestPlace }} DigestName */

/**
 * Where the texts of a site name files by their digests.
 * @param {Site} site
 * @param {ReadonlyMap<SitePath, DigestPlace | null>} digestNames
 * @returns {Map<SitePath, Named>} files of one digest have the same
 */
export function readDigests({ files }, digestNames) {
  const names = [...digestNames].flatMap(([path, place]) => (place && !MAP.test(path) ? { path, place } : []));
  const byDigest = Map.groupBy(names, ({ path, place }) => path.slice(place.start, place.end));
  const lengths = [...new Set([...byDigest.keys()].map(({ length }) => length))];
  const texts = byDigest.size === 0 ? [] : [...files.values()].filter(isText);
  const found = texts.flatMap((file) => readText(file, byDigest, lengths));
  const byFound = Map.groupBy(found, ({ digest }) => digest);
  return new Map(
    [...byDigest].flatMap(([digest, group]) => {
      const places = byFound.get(digest) ?? [];
      const named = Object.freeze({
        digest,
        paths: group.map(({ path }) => path),
        mentions: places.flatMap(({ from, to, start }) =>
          to.map((path) => ({ from, to: path, start, end: start + digest.length })),
        ),
        unsure: places.find(({ to }) => to.length === 0)?.from ?? null,
      });
      return group.map(({ path }) => exact([path, named]));
    }),
  );
}

/** @param {SiteFile} file */
function isText({ path, type }) {
  return HOLDS_TEXT.has(type) && !MAP.test(path);
}

/**
 * The digests in a text, each with the files that it names there; none: the form is not known.
 * @param {SiteFile} file
 * @param {ReadonlyMap<string, readonly DigestName[]>} byDigest
 * @param {readonly number[]} lengths
 */
function readText(file, byDigest, lengths) {
  const { text } = textOf(file);
  return [...text.matchAll(START)].flatMap(({ index: start }) =>
    lengths.flatMap((length) => {
      const digest = text.slice(start, start + length);
      const group = byDigest.get(digest);
      if (!group || isOfMap(text, start, group)) return [];
      return [{ digest, from: file.path, start, to: namedAt(text, start, digest, group) }];
    }),
  );
}

/**
 * @param {string} text
 * @param {number} start
 * @param {string} digest
 * @param {readonly DigestName[]} group
 * @returns {SitePath[]}
 */
function namedAt(text, start, digest, group) {
  const whole = group.filter(
    (name) => isBegun(text, start, name) && !GOES_ON.test(restAfter(text, start, name) ?? 'a'),
  );
  const end = start + digest.length;
  const isPiece = QUOTED_BEFORE.test(text.slice(start - 1, start)) && QUOTED_AFTER.test(text.slice(end, end + AHEAD));
  return (whole.length > 0 ? whole : isPiece ? group : []).map(({ path }) => path);
}

/**
 * Whether it is the name of a map that stands there.
 * @type {(text: string, start: number, group: readonly DigestName[]) => boolean}
 */
function isOfMap(text, start, group) {
  return group.some((name) => isBegun(text, start, name) && IS_OF_MAP.test(restAfter(text, start, name) ?? ''));
}

/**
 * Whether what stands before a digest is what stands before it in the name.
 * @param {string} text
 * @param {number} start
 * @param {DigestName} name
 */
function isBegun(text, start, { path, place }) {
  const before = path[place.start - 1] ?? '/';
  return before === '/' || text[start - 1] === before;
}

/**
 * What follows the name whose digest starts there; null where it does not end as the name does.
 * @param {string} text @param {number} start @param {DigestName} name
 */
function restAfter(text, start, { path, place }) {
  const rest = path.slice(place.end);
  const at = start + place.end - place.start;
  return text.startsWith(rest, at) ? text.slice(at + rest.length, at + rest.length + AHEAD) : null;
}
