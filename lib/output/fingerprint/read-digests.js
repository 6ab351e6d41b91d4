/** @import { Site, SiteFile, SitePath } from '../../site/types.ts' */
/** @import { DigestPlace } from '../../site/text/digest-name.js' */
/** @import { Named } from './types.ts' */

import { exact } from '../../base/exact.js';
import { textOf } from './text-of.js';

/*
 * Bundlers write the names of chunks into scripts and data, whole or in pieces:
 *
 *   __vite__mapDeps=(…["assets/menu-BX_-x9dQ.js","assets/menu-C8aK2f0z.css"])
 *   "css/"+{7:"8f3a2b1c"}[e]+".css"
 *
 * A digest is practically unique: a text that contains it names the file. If it occurs only in these two forms, it can
 * be replaced by another of the same length, which moves nothing. Many current
 * generators name their sheets in this way.
 */

/** Source maps name the files that they explain, but load none of them. */
const MAP = /\.map$/i;
const HOLDS_TEXT = new Set(['html', 'css', 'script', 'text', 'other']);
/** Position at which a digest can start: none has fewer than eight characters. */
const START = /(?<![A-Za-z\d])(?=[\w-]{8})/g;
const QUOTED_BEFORE = /["'`]$/;
const QUOTED_AFTER = /^\\*["'`]/;
/** Continuation of a name: `app-8f3a2b1c.js.map` differs from `app-8f3a2b1c.js`. */
const GOES_ON = /^(?:[\w-]|\.[a-z])/i;
const IS_OF_MAP = /^\.map\b/i;
/** Characters that show whether a name continues. */
const AHEAD = 5;

/** @typedef {{ path: SitePath, place: DigestPlace }} DigestName */

/**
 * Finds the places at which the texts of a site name files by their digests.
 * @param {Site} site
 * @param {ReadonlyMap<SitePath, DigestPlace | null>} digestNames
 * @returns {Map<SitePath, Named>} files with the same digest have the same entry
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
 * Returns the digests in a text, each with the files that it names there, none if the form is unknown.
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
 * Returns true if the text is the name of a source map.
 * @type {(text: string, start: number, group: readonly DigestName[]) => boolean}
 */
function isOfMap(text, start, group) {
  return group.some((name) => isBegun(text, start, name) && IS_OF_MAP.test(restAfter(text, start, name) ?? ''));
}

/**
 * Returns true if the text before a digest equals the name before it.
 * @param {string} text
 * @param {number} start
 * @param {DigestName} name
 */
function isBegun(text, start, { path, place }) {
  const before = path[place.start - 1] ?? '/';
  return before === '/' || text[start - 1] === before;
}

/**
 * Returns the text after the name with this digest, null if it does not end like the name.
 * @param {string} text @param {number} start @param {DigestName} name
 */
function restAfter(text, start, { path, place }) {
  const rest = path.slice(place.end);
  const at = start + place.end - place.start;
  return text.startsWith(rest, at) ? text.slice(at + rest.length, at + rest.length + AHEAD) : null;
}
