/** @import { SitePath } from '../site/types.ts' */
/** @import { Settings } from './types.ts' */

import { InputError } from '../base/errors.js';
import { findOwnCompressed } from '../site/own-compressed.js';
import { readSite } from '../site/read-site.js';
import { withoutOwnFiles } from './own-output.js';

/**
 * Reads the site to build; throws an input error if a file cannot be read or no file is a page.
 * @param {{ folder: string, inPlace: boolean }} where
 * @param {Settings} asked
 * @param {import('../base/file-stamps.js').FileStamps} stamps
 */
export async function readBuildInput({ folder, inPlace }, asked, stamps) {
  const whole = await readSite(folder, asked, { withOthers: true, withExcluded: inPlace, stamps });
  const read = inPlace ? withoutOwnFiles(whole, folder) : whole;
  const own = findOwnCompressed(read.files);
  const site = Object.freeze({ ...read, warnings: [...read.warnings, ...[...own].map(warnOfOwn)] });
  const lost = site.warnings.find(({ code }) => code === 'unreadable');
  if (lost) throw new InputError('unreadable', lost.message.replace('so it was excluded', 'so nothing was written'));
  if (![...site.files.values()].some(({ type }) => type === 'html')) {
    throw new InputError('no-page', `“${folder}” contains no page. Name the folder that the site build writes.`);
  }
  return { whole, site, own };
}

/**
 * Pages are priced separately, as the first page of a visit or with a full cache.
 * @param {Settings} settings
 * @returns {Settings}
 */
export function withPageVisit(settings) {
  return { ...settings, visit: settings.visit === 'revalidate' ? 'revalidate' : 'first' };
}

/** @param {SitePath} path */
function warnOfOwn(path) {
  const message = `“${path}” has the name of a compressed copy and other content. It stays, and no copy is written.`;
  return { code: 'own-name', page: path, message };
}
