/** @import { Site, SiteFile, SitePath } from '../site/types.ts' */
/** @import { Settings } from './types.ts' */

import { statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { InputError } from '../base/errors.js';
import { exact } from '../base/exact.js';
import { judgeDelivery, judgeHttpVersion } from '../site/judge-delivery.js';
import { readHar } from '../site/read-har.js';
import { readInputFile } from '../site/read-input-file.js';
import { makeFile, readSite } from '../site/read-site.js';
import { siteFromResponses } from '../site/site-from-responses.js';
import { encodeName } from '../site/text/disk-name.js';
import { openBudgets } from '../visit/browser/budget.js';
import { FETCH_LIMITS } from '../visit/browser/intake.js';
import { openBrowser } from '../visit/browser/open.js';
import { recordPage } from '../visit/browser/record-page.js';
import { findPageRoot } from './find-page-root.js';

/** Max addresses in a warning. */
const MAX_NAMES = 3;
/** Bytes of a MiB. */
const BYTES_PER_MIB = 2 ** 20;

/**
 * @typedef {{ site: Site, input: { kind: 'folder' | 'page' | 'image' | 'url' | 'har', name: string, httpVersions?:
 *   readonly string[] } }} Input
 */

/**
 * Reads the input of an audit or a check: a folder, a page, an image, a URL or a HAR file.
 * @param {string} target
 * @param {string} cwd
 * @param {Settings} settings
 * @returns {Promise<Input>}
 */
export async function readInput(target, cwd, settings) {
  if (/^https?:\/\//i.test(target)) return readUrl(target, settings);
  const path = resolve(cwd, target);
  const kind = statSync(path, { throwIfNoEntry: false });
  if (!kind) throw new InputError('no-input', `There is no file or folder “${target}”.`);
  const name = basename(path);
  if (kind.isDirectory()) return { site: await readSite(path, settings), input: { kind: 'folder', name } };
  if (/\.har$/i.test(target)) {
    const { url, responses } = readHar(readInputFile(path, target).toString('utf8'), target);
    return { site: siteFromResponses(url, responses).site, input: { kind: 'har', name } };
  }
  const file = makeFile(name, readInputFile(path, target));
  if (file.type === 'image') return { site: siteOfImage(file), input: { kind: 'image', name } };
  if (file.type !== 'html')
    throw new InputError('no-page', `“${target}” is neither a page nor an image nor a HAR file.`);
  const { root, page } = findPageRoot(path, file, resolve(cwd));
  return { site: onlyPage(await readSite(root, settings), page), input: { kind: 'page', name } };
}

/**
 * @param {string} url
 * @param {Settings} settings
 * @returns {Promise<Input>}
 */
async function readUrl(url, settings) {
  if (!URL.canParse(url)) throw new InputError('bad-url', `${url} is no URL`);
  /** @type {string[]} */
  const notes = [];
  const browser = await openBrowser({ browser: settings.browser, jobs: 1, note: (reason) => notes.push(reason) });
  if (!browser)
    throw new InputError('no-browser', `The audit of a URL needs a browser, and none starts: ${notes.join('; ')}.`);
  try {
    const recorded = await recordPage(browser, url, openBudgets(settings.limits).of(url));
    const { site } = siteFromResponses(recorded.url, recorded.responses);
    const { httpVersions, responses } = recorded;
    const delivered = [...judgeHttpVersion(httpVersions, settings.http), ...judgeDelivery(recorded.url, responses)];
    const warnings = [
      ...site.warnings,
      ...delivered,
      ...warnOfCutOff(recorded.cutOff),
      ...warnOfOthers(recorded.external),
    ];
    return { site: Object.freeze({ ...site, warnings }), input: { kind: 'url', name: url, httpVersions } };
  } finally {
    await browser.close();
  }
}

/** @param {readonly string[]} urls that were not fetched completely because of a limit @returns {Site['warnings']} */
function warnOfCutOff(urls) {
  const { requests, bodyBytes, totalBytes } = FETCH_LIMITS;
  const limits = [
    `${requests} requests`,
    `${bodyBytes / BYTES_PER_MIB} MiB for one response`,
    `${totalBytes / BYTES_PER_MIB} MiB for all`,
  ];
  if (urls.length === 0) return [];
  const names = urls.slice(0, MAX_NAMES).join(', ');
  const more = urls.length > MAX_NAMES ? ` and ${urls.length - MAX_NAMES} more` : '';
  const message =
    `The page requests more than an audit fetches (${limits.join(', ')}), so these responses are not counted: ` +
    `${names}${more}.`;
  return [{ code: 'cut-off', message }];
}

/** @param {readonly string[]} urls that were not requested @returns {Site['warnings']} */
function warnOfOthers(urls) {
  if (urls.length === 0) return [];
  const hosts = [...new Set(urls.map((url) => URL.parse(url)?.host ?? url))].sort();
  const message = `Requests to ${hosts.length} other hosts were not made: ${hosts.join(', ')}.`;
  return [{ code: 'other-hosts', message }];
}

/**
 * Returns the site with only this page. The others remain as link targets.
 * @param {Site} site
 * @param {SitePath} page
 * @returns {Site}
 */
function onlyPage(site, page) {
  const files = new Map(
    [...site.files].map(([path, file]) => [path, path !== page && file.type === 'html' ? asOther(file) : file]),
  );
  return Object.freeze({ ...site, files });
}

/**
 * @param {SiteFile} file
 * @returns {SiteFile}
 */
function asOther(file) {
  return Object.freeze({ ...file, type: exact('other') });
}

/**
 * Returns a page with only one image.
 * @param {SiteFile} image
 * @returns {Site}
 */
function siteOfImage(image) {
  const page = makeFile(
    `${image.path}.html`,
    Buffer.from(`<!doctype html><img src="${encodeName(image.path)}" alt="">`),
  );
  const files = new Map([page, image].map((file) => [file.path, file]));
  return Object.freeze({ root: '', name: image.path, files, warnings: Object.freeze([]) });
}
