/** @import { Site, SiteFile, SitePath } from '../site/types.ts' */
/** @import { Settings } from './types.ts' */

import { createHash } from 'node:crypto';
import { basename } from 'node:path/posix';
import { rules } from '../../rules/index.js';
import { attempt } from '../base/attempt.js';
import { exact } from '../base/exact.js';
import { readMarker } from '../output/write/marker.js';
import { listEffective } from './remember-run.js';
import { stampRun } from './stages.js';

/** Characters between the marks that end an address or its last part. */
const WORD = /[^\s"'`()<>,=/\\?#&;]+/g;

/*
 * A plan is a search under limits, and its result can have room for a further one. So that a build of a build changes
 * nothing, the output contains a digest of its settings and code, and a build with the same ones leaves it unchanged.
 */

/** Returns a digest of the settings and the code of a build. @param {Settings} settings */
export function stampSettings(settings) {
  const said = JSON.stringify([stampRun(), process.versions.node, listEffective(settings)]);
  return createHash('sha256').update(said).digest('hex');
}

/**
 * Returns true if a site is the unchanged output of a build with the same settings.
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
 * Returns the site without the files that a former run left in its folder: compressed copies, and files that it added
 * and nothing references any more. Generators overwrite their own files and keep others.
 * @param {Site} site
 * @param {string} folder
 * @returns {Site}
 */
export function withoutOwnFiles(site, folder) {
  const { files = {}, variants = [], added = [] } = readMarker(folder) ?? {};
  const copies = new Set(variants.filter((path) => isAsWritten(site, files, path)));
  const own = new Set(added.filter((path) => isAsWritten(site, files, path)));
  const kept = [...site.files].filter(([path]) => !copies.has(path));
  const brought = kept.flatMap(([path, file]) => (own.has(path) ? [] : file));
  const named = own.size > 0 ? namesIn(brought, new Set([...own].map((path) => basename(path)))) : own;
  return Object.freeze({
    ...site,
    files: new Map(kept.filter(([path]) => !own.has(path) || named.has(basename(path)))),
  });
}

/**
 * Lists the files that no build added. The next build of the output then knows what was added.
 * @param {Site} site
 * @param {string} folder
 * @returns {Set<SitePath>}
 */
export function listBrought(site, folder) {
  const { files = {}, added = [] } = readMarker(folder) ?? {};
  const own = new Set(added.filter((path) => isAsWritten(site, files, path)));
  return new Set([...site.files.keys()].filter((path) => !own.has(path)));
}

/**
 * Returns true if a file has the content that a build wrote.
 * @param {Site} site @param {Readonly<Record<SitePath, string>>} written hashes @param {SitePath} path
 */
function isAsWritten(site, written, path) {
  return site.files.get(path)?.hash === written[path];
}

/** @param {string} word as written in an address */
function decode(word) {
  if (!word.includes('%')) return word;
  // Fails for a percent sign that starts no escape.
  const decoded = attempt(() => decodeURIComponent(word));
  return decoded.ok ? decoded.value : word;
}

/**
 * Returns the names that occur in the texts of some files.
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
 * Returns the settings under which nothing is changed.
 * @param {Settings} settings
 * @returns {Settings}
 */
export function withoutChanges(settings) {
  const off = Object.fromEntries(rules.map(({ meta }) => [meta.id, exact('off')]));
  return { ...settings, rules: off, minify: false, verify: 'off', fingerprint: false, dictionaries: false };
}
