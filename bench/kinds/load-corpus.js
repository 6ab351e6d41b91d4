import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeImage } from '../../lib/codecs/decode.js';

/**
 * @import { DecodedImage } from '../../lib/types.ts'
 *
 * @typedef {object} Labelled
 * @property {string} path
 * @property {string} site
 * @property {string} kind of the report, but `background` for what may be solid, gradient or tile
 * @property {DecodedImage} decoded
 */

const CORPUS = process.env.PAGETHRIFT_CORPUS ?? join(import.meta.dirname, '../../../shared/corpus');

/** The corpus' words for kinds. @type {Readonly<Record<string, string>>} */
const KIND_OF_LABEL = { mixed: 'text-and-graphic', diagram: 'chart', animated: 'animation' };

/** Whether the labelled images are on this machine. */
export function hasCorpus() {
  return existsSync(join(CORPUS, 'labels.csv'));
}

/**
 * Reads and decodes every labelled image.
 * @returns {AsyncGenerator<Labelled>}
 */
export async function* loadCorpus() {
  const [header, ...lines] = readFileSync(join(CORPUS, 'labels.csv'), 'utf8').trim().split('\n').map(splitLine);
  const pathAt = header.indexOf('path');
  const labelAt = header.indexOf('label');
  for (const line of lines) {
    const path = line[pathAt];
    const decoded = await decodeImage(readFileSync(join(CORPUS, 'images', path)));
    if ('broken' in decoded) throw new Error(`${path} ${decoded.broken}: the corpus is damaged, fetch it again`);
    yield { path, site: path.split('/')[0], kind: KIND_OF_LABEL[line[labelAt]] ?? line[labelAt], decoded };
  }
}

/**
 * The fields of a line of comma-separated values.
 * @param {string} line
 */
function splitLine(line) {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map((match) => match[1] ?? match[2]);
}
