import { fingerprintSite } from '../../../lib/output/fingerprint/fingerprint-site.js';
import { linkSite } from '../../../lib/site/graph/build-graph.js';
import { makeFile } from '../../../lib/site/read-site.js';

export const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==', 'base64');

/** @param {Record<string, string | Buffer>} texts */
export function siteOf(texts) {
  const files = Object.entries(texts).map(([path, text]) => makeFile(path, Buffer.from(text)));
  return { root: '', name: 'site', files: new Map(files.map((file) => [file.path, file])), warnings: [] };
}

/**
 * @param {Record<string, string | Buffer>} texts as shipped
 * @param {{ before?: Record<string, string | Buffer>, all?: boolean }} [options] `before`: files that differ in the
 * input
 */
export function fingerprint(texts, { before = {}, all = true } = {}) {
  const site = siteOf(texts);
  const found = fingerprintSite({ site, linked: linkSite(site) }, siteOf({ ...texts, ...before }), { all });
  const files = new Map([...site.files, ...found.changed]);
  for (const path of found.gone) files.delete(path);
  const textOf = (/** @type {string} */ path) => Buffer.from(files.get(path)?.bytes ?? []).toString();
  return { ...found, files, textOf, nameOf: (/** @type {string} */ path) => found.names.get(path) ?? path };
}
