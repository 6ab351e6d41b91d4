/** @import { Site, SiteFile, SitePath } from '../site/types.ts' */
/** @import { Settings } from './types.ts' */

import { createHash } from 'node:crypto';
import { basename } from 'node:path/posix';
import { rules } from '../../rules/index.js';
import { exact } from '../base/exact.js';
import { readMarker } from '../output/write/marker.js';
import { listEffective } from './remember-run.js';
import { stampRun } from './stages.js';

/** What stands between the marks that end an address or its last part. */
const WORD = /[^\s"'`()<>,=/\\?#&;]+/g;

/*
 * A plan is a search under limits, and what it made may have room for a further one. So that a build of a build changes
 * nothing, what a build wrote says by which settings and which code it was made, and the same settings and code leave
 * it as it is.
 */

/** Names the settings and the code that a build is made with. @param {Settings} settings */
export function stampSettings(settings) {
  const said = JSON.stringify([stampRun(), process.versions.node, listEffective(settings)]);
  return createHash('sha256').update(said).digest('hex');
}

/**
 * Whether a site is what a build with the same settings wrote, and nothing else.
 * @param {Site} site
 * @param {string} folder
 * @param {Settings} settings
 */
export function isOwnOutput({ files, others }, folder, settings) {
  const marker = readMarker(folder);
  if (marker?.settings !== stampSettings(settings)) return false;
  const chosen = [...files.values()].filter(({ path }) => !others?.has(path));
  return chosen.every(({ path, hash }) => marker.links?.[path] !== undefined || marker.files[path] === hash);
}

/**
 * The site without what a former run left in its folder: compressed copies, and files that it added and nothing names
 * any more. Generators write over their own files and let others lie.
 * @param {Site} site
 * @param {string} folder
 * @returns {Site}
 */
export function withoutOwnFiles(site, folder) {
  const { files = {}, variants = [], added = [] } = readMarker(folder) ?? {};
  const isAsWritten = (/** @type {SitePath} */ path) => site.files.get(path)?.hash === files[path];
  const copies = new Set(variants.filter(isAsWritten));
  const own = new Set(added.filter(isAsWritten));
  const kept = [...site.files].filter(([path]) => !copies.has(path));
  const brought = kept.flatMap(([path, file]) => (own.has(path) ? [] : file));
  const named = own.size > 0 ? namesIn(brought, new Set([...own].map((path) => basename(path)))) : own;
  return Object.freeze({
    ...site,
    files: new Map(kept.filter(([path]) => !own.has(path) || named.has(basename(path)))),
  });
}

/**
 * Lists the files that no build added, so that a build of a build remembers what the first one added.
 * @param {Site} site
 * @param {string} folder
 * @returns {Set<SitePath>}
 */
export function listBrought(site, folder) {
  const { files = {}, added = [] } = readMarker(folder) ?? {};
  const own = new Set(added.filter((path) => site.files.get(path)?.hash === files[path]));
  return new Set([...site.files.keys()].filter((path) => !own.has(path)));
}

/** @param {string} word as an address writes it */
function decode(word) {
  if (!word.includes('%')) return word;
  try {
    return decodeURIComponent(word);
  } catch {
    // A sign of per cent that starts no escape.
    return word;
  }
}

/**
 * Which of some names stand in the texts of some files.
 * @param {readonly SiteFile[]} files @param {ReadonlySet<string>} names
 */
function namesIn(files, names) {
  const texts = files.filter(({ type }) => type === 'html' || type === 'css' || type === 'script' || type === 'text');
  return new Set(
    texts.flatMap(({ bytes }) => {
      const words = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString().match(WORD) ?? [];
      return words.flatMap((word) => [word, decode(word)].filter((name) => names.has(name)));
    }),
  );
}

/**
 * The settings under which nothing is changed.
 * @param {Settings} settings
 * @returns {Settings}
 */
export function withoutChanges(settings) {
  const off = Object.fromEntries(rules.map(({ meta }) => [meta.id, exact('off')]));
  return { ...settings, rules: off, minify: false, verify: 'off', fingerprint: false, dictionaries: false };
}
