/** @import { Linked } from '../../site/graph/build-graph.js' */
/** @import { Site, SitePath, Warning } from '../../site/types.ts' */

import { basename } from 'node:path/posix';
import { InputError } from '../../base/errors.js';

/** Max faults of one cause in a message. */
const MAX_NAMED = 3;
/** Characters between the marks that end an address in a script or in data. */
const WORD = /[^\s"'`()<>,=/\\?#&;]+/g;

/**
 * Rejects the exclusion of files that the site references: it would be broken.
 * @param {Site} site
 * @param {Linked} linked
 */
export function refuseNamed(site, { graph }) {
  const { excluded = new Set() } = site;
  if (excluded.size === 0) return;
  const named = [...namedInDocuments(graph.warnings, excluded), ...namedInScripts(site, excluded)];
  if (named.length === 0) return;
  const shown = named.slice(0, MAX_NAMED).map(({ path, place }) => `${path} (named in ${place})`);
  const more = named.length > MAX_NAMED ? ` and ${named.length - MAX_NAMED} more` : '';
  throw new InputError(
    'excluded-named',
    `“exclude” would omit files that the site references: ${shown.join(', ')}${more}. Use “keep” to leave ` +
      'files unchanged, or remove the references.',
  );
}

/** @param {readonly Warning[]} warnings @param {ReadonlySet<SitePath>} excluded */
function namedInDocuments(warnings, excluded) {
  const missing = warnings.filter(({ code }) => code === 'missing-resource' || code === 'missing-link');
  return missing.flatMap(({ resource = '', page, line }) => {
    const path = [resource, `${resource.replace(/\/?$/, '/')}index.html`].find((each) => excluded.has(each));
    return path ? [{ path, place: [page, line].filter(Boolean).join(':') }] : [];
  });
}

/**
 * Returns the files that scripts and data name by their name alone, in any place.
 * @param {Site} site @param {ReadonlySet<SitePath>} excluded
 */
function namedInScripts({ files }, excluded) {
  const byName = new Map([...excluded].map((path) => [basename(path), path]));
  return [...files.values()].flatMap(({ path: place, type, bytes }) => {
    if (type !== 'script' && !place.endsWith('.json')) return [];
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
    const names = new Set((text.match(WORD) ?? []).filter((word) => byName.has(word)));
    return [...names].map((name) => ({ path: String(byName.get(name)), place }));
  });
}
