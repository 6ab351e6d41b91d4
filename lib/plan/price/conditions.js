/**
 * The conditions under which costs decide: link, HTTP version, visit, and the server's coding of texts without a
 * compressed file.
 * @typedef {object} Conditions
 * @property {string} link
 * @property {string} http
 * @property {'first' | 'revalidate'} visit
 * @property {readonly string[]} links further links that the report estimates
 * @property {readonly string[]} https further HTTP versions that the report estimates
 * @property {readonly { link: string, http: string, visit: 'first' | 'revalidate' }[]} [also] further combinations
 * @property {'identity' | 'gzip' | 'br' | 'zstd'} server
 * @property {number} pagesPerVisit 0: the mean of the SURGE distribution
 */

import { InputError } from '../../base/errors.js';
import { exact } from '../../base/exact.js';
import { HTTP_VERSIONS, LINKS } from '../../network/index.js';

/**
 * Checks the conditions of a run.
 * @param {Omit<Conditions, 'visit'> & { visit: string }} wanted
 * @returns {Conditions}
 */
export function checkConditions(wanted) {
  const { link, http, visit, links, https, server, pagesPerVisit, also = [] } = wanted;
  if (visit !== 'first' && visit !== 'revalidate')
    throw new InputError('usage', `Only builds count “--visit ${visit}”. Use “first” or “revalidate” here.`);
  for (const link of [wanted.link, ...wanted.links, ...also.map((each) => each.link)]) {
    if (!Object.hasOwn(LINKS, link))
      throw new InputError(
        'unknown-link',
        `There is no link “${link}”. Choose one of ${Object.keys(LINKS).join(', ')}.`,
      );
  }
  for (const version of [wanted.http, ...wanted.https, ...also.map((each) => each.http)]) versionOf(version);
  return Object.freeze({ link, http, visit, links, https, server, pagesPerVisit, also });
}

/**
 * Returns a version of HTTP by its name.
 * @param {string} name
 * @returns {import('./types.ts').Conditions['http']}
 */
export function versionOf(name) {
  const version = [...HTTP_VERSIONS, exact('1.1-pipelined')].find((known) => known === name);
  if (version) return version;
  throw new InputError(
    'unknown-http',
    `There is no HTTP version “${name}”. Choose one of ${HTTP_VERSIONS.join(', ')}.`,
  );
}
