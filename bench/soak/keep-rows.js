/** @import { Row } from './run-site.js' */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const DETAIL_CHARACTERS = 160;

/**
 * The origin of a site. `isSeen`: the tool was tuned on it before the bench ran.
 * @typedef {{ repository: string | null, commit: string | null, isSeen: boolean }} Source
 */

/**
 * Reads the origins of the sites in folders, by name.
 * @param {readonly string[]} folders
 * @returns {Record<string, Source>}
 */
export function readSources(folders) {
  const files = folders.map((folder) => join(folder, 'sites.json')).filter((file) => existsSync(file));
  return Object.assign({}, ...files.map((file) => JSON.parse(readFileSync(file, 'utf8'))));
}

/**
 * Returns the part of a row that the repository stores: no paths of a machine, one finding of each kind and page.
 * @param {Row} row @param {Source | undefined} source
 */
export function keepRow({ findings, ...row }, source) {
  const first = findings.filter(
    ({ kind, page }, index) => findings.findIndex((each) => each.kind === kind && each.page === page) === index,
  );
  const plain = (/** @type {string} */ detail) =>
    detail
      .replace(/\s+/g, ' ')
      .replaceAll(/(?<![\w.])\/(?:[\w.@-]+\/){2,}/g, '…/')
      .slice(0, DETAIL_CHARACTERS);
  return { ...row, source, findings: first.map((finding) => ({ ...finding, detail: plain(finding.detail) })) };
}

/**
 * Returns the stored rows with new ones, which replace those of the same site and level.
 * @template {{ name: string, level: string }} Kept
 * @param {readonly Kept[]} stored @param {readonly Kept[]} rows
 */
export function addRows(stored, rows) {
  const isNew = (/** @type {Kept} */ { name, level }) => rows.some((row) => row.name === name && row.level === level);
  return [...stored.filter((row) => !isNew(row)), ...rows];
}
