import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * @typedef {object} Labelled
 * @property {string} path @property {string} site @property {number} width @property {number} height
 * @property {string} label @property {string} text
 */

/** Where labelled images lie: `PAGETHRIFT_CORPUS`, or beside the repository. */
export const corpusFolder =
  process.env.PAGETHRIFT_CORPUS ?? fileURLToPath(new URL('../../../shared/corpus', import.meta.url));

/** @param {string} [folder] @returns {Labelled[] | null} */
export function readLabels(folder = corpusFolder) {
  const file = join(folder, 'labels.csv');
  if (!existsSync(file)) return null;
  const [, ...rows] = readFileSync(file, 'utf8').trim().split('\n');
  return rows.map((row) => {
    const [path, width, height, , , label, text] = splitRow(row);
    return { path, site: path.split('/')[0], width: Number(width), height: Number(height), label, text };
  });
}

/** @param {Labelled} labelled @param {string} [folder] */
export function readImage({ path }, folder = corpusFolder) {
  return readFileSync(join(folder, 'images', path));
}

/** Fields of a row of comma-separated values. @param {string} row */
function splitRow(row) {
  return [...row.matchAll(/(?:"((?:[^"]|"")*)"|([^,]*))(?:,|$)/g)].map(([, quoted, plain]) =>
    quoted === undefined ? plain : quoted.replace(/""/g, '"'),
  );
}
