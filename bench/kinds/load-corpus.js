import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { exact } from '../../lib/base/exact.js';
import { decodeImage } from '../../lib/images/codecs/decode.js';

/**
 * @import { DecodedImage } from '../../lib/images/types.ts'
 *
 * @typedef {object} Labelled
 * @property {string} path
 * @property {string} site
 * @property {string} kind the kind in the report, or `background` for solid, gradient or tile
 * @property {DecodedImage} decoded
 */

/** Folders of labelled images, separated as in PATH. */
const CORPORA = (process.env.PAGETHRIFT_CORPUS ?? join(import.meta.dirname, '../../../shared/corpus')).split(delimiter);
const FIXTURES = join(import.meta.dirname, '../../fixtures/rules');

/** Kinds by the labels of the corpus. @type {Readonly<Record<string, string>>} */
const KIND_OF_LABEL = { mixed: 'text-and-graphic', diagram: 'chart', animated: 'animation' };

/** Kinds of the images on which rules act in their fixtures. */
const KIND_OF_RULE = exact({
  'text-image': 'text',
  'text-and-graphic-image': 'text-and-graphic',
  'arrow-image': 'arrow',
  'bullet-image': 'bullet',
});

/** Returns true if the labelled images exist on this machine. */
export function hasCorpus() {
  return CORPORA.every((folder) => existsSync(join(folder, 'labels.csv')));
}

/**
 * Reads and decodes every labelled image.
 * @param {readonly string[]} [folders]
 * @returns {AsyncGenerator<Labelled>}
 */
export async function* loadCorpus(folders = CORPORA) {
  for (const folder of folders) {
    const [header, ...lines] = readFileSync(join(folder, 'labels.csv'), 'utf8').trim().split('\n').map(splitLine);
    const pathAt = header.indexOf('path');
    const labelAt = header.indexOf('label');
    for (const line of lines) {
      const path = line[pathAt];
      const decoded = await decodeImage(readFileSync(join(folder, 'images', path)));
      if ('broken' in decoded) throw new Error(`${path} ${decoded.broken}: the corpus is damaged, fetch it again`);
      yield { path, site: path.split('/')[0], kind: KIND_OF_LABEL[line[labelAt]] ?? line[labelAt], decoded };
    }
  }
}

/**
 * Reads and decodes the images on which rules act in their fixtures.
 * @returns {AsyncGenerator<Labelled>}
 */
export async function* loadFixtures() {
  for (const [rule, kind] of Object.entries(KIND_OF_RULE)) {
    const cases = readdirSync(join(FIXTURES, rule)).filter((name) => !name.startsWith('silent-'));
    const paths = cases.flatMap((name) =>
      readdirSync(join(FIXTURES, rule, name)).map((file) => join(FIXTURES, rule, name, file)),
    );
    for (const path of paths.filter((file) => /\.(?:gif|png|jpe?g)$/.test(file))) {
      const decoded = await decodeImage(readFileSync(path));
      if (!('broken' in decoded)) yield { path, site: 'fixtures', kind, decoded };
    }
  }
}

/**
 * Splits a line of comma-separated values into fields.
 * @param {string} line
 */
function splitLine(line) {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map((match) => match[1] ?? match[2]);
}
