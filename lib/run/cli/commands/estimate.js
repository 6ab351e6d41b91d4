/** @import { Command, Values } from '../types.ts' */
/** @import { Pages } from '../../read-pages.js' */
/** @import { Settings } from '../../types.ts' */

import { resolve } from 'node:path';
import { codeOf, InputError } from '../../../base/errors.js';
import { estimate, estimateCases, LINKS, SERVER_PROFILES } from '../../../network/index.js';
import { checkConditions, versionOf } from '../../../plan/price/conditions.js';
import { estimatePage } from '../../../plan/price/index.js';
import { escapeAll, escapeTerminal, writeJson } from '../../../report/escape.js';
import { readInputFile } from '../../../site/read-input-file.js';
import { makeFile } from '../../../site/read-site.js';
import { readFilePage, readHarPages } from '../../read-pages.js';
import { describePages, describeScenario } from '../describe-estimate.js';
import { settingsOf } from '../flags.js';

/** Links for estimates in addition to the given link and version, if none are requested. */
const USUAL_LINKS = ['3g', '4g', 'cable'];
const USUAL_VERSIONS = ['1.1', '2', '3'];

/** @type {Command} */
export const command = {
  takes: ['link', 'http', 'visit', 'browser', 'jobs', 'cache', 'include', 'exclude', 'url', 'json'],
  summary: `Estimates the cost of a page. Links: ${Object.keys(LINKS).join(', ')}.`,
  usage: '<scenario.json | page.html | file.har>',
  flags: {
    server: {
      type: 'string',
      value: 'NAME',
      help: `server profile: ${Object.keys(SERVER_PROFILES).join(', ')}`,
    },
  },
  async run({ world, values, positionals: [path, ...rest] }) {
    if (!path || rest.length > 0)
      throw new InputError('usage', 'Name a scenario, a page or a HAR file: pagethrift estimate <file>.');
    if (/^https?:\/\//i.test(path))
      throw new InputError('usage', `“${path}” is a URL. Use “pagethrift audit”, or save it as a HAR file first.`);
    const file = readFile(resolve(world.cwd, path), path);
    const json = file.type === 'html' ? null : readJson(file.text, path);
    const isHar = json !== null && (/\.har$/i.test(path) || Object(json).log !== undefined);
    /** @param {object} result @param {string} text */
    const print = (result, text) => {
      world.stdout.write(values.json === undefined ? text : `${writeJson(result, 2)}\n`);
      return 0;
    };
    if (json !== null && !isHar) {
      const result = runScenario(json, path);
      return print(result, describeScenario(escapeAll(result, escapeTerminal)));
    }
    const settings = await settingsOf(world, values);
    const pages = isHar ? readHarPages(json, path) : await readFilePage(path, world.cwd, settings);
    const result = estimatePages(pages, settings, values);
    return print(result, describePages(escapeAll(result, escapeTerminal)));
  },
};

/**
 * Estimates every page on every link and version; first of all, the first page under the given conditions.
 * @param {Pages} pages @param {Settings} settings @param {Values} values
 */
function estimatePages({ kind, name, pages, notes }, settings, values) {
  const links = settings.links.length > 0 || values.link ? settings.links : USUAL_LINKS;
  const versions = settings.https.length > 0 || values.http ? settings.https : USUAL_VERSIONS;
  const { link, http, visit } = checkConditions({ ...settings, links, https: versions });
  const wanted = [...new Set([link, ...links])].flatMap((each) =>
    [...new Set([http, ...versions])].map((version) => ({ link: each, http: versionOf(version), visit })),
  );
  const server = readServer(values.server);
  const estimated = pages.map(({ page, title }) => ({
    path: page.url,
    ...(title && title !== page.url ? { title } : {}),
    requests: page.files.length,
    bytes: page.files.reduce((sum, file) => sum + file.bytes, 0),
    estimates: wanted.map((conditions) => ({
      ...conditions,
      ...asInput(name, () => estimatePage(page, { ...conditions, server })),
    })),
  }));
  const [{ estimate: cost, detail }] = estimated[0].estimates;
  const all = [...notes, ...explainVersions(wanted)];
  return {
    input: { kind, name },
    conditions: { link, http, visit },
    estimate: cost,
    detail,
    pages: estimated,
    notes: all,
  };
}

/**
 * Explains the rows that a comparison of versions can surprise with.
 * @param {readonly { http: string, visit: string }[]} wanted
 */
function explainVersions(wanted) {
  const has = (/** @type {string} */ version) => wanted.some(({ http }) => http === version);
  if (!has('2')) return [];
  return [
    ...(has('1.1') ? ['HTTP/1.1 is estimated without TLS, HTTP/2 with it.'] : []),
    ...(has('3') && wanted[0].visit === 'first'
      ? ['A browser learns from the first response that a server offers HTTP/3, so the first visit is over HTTP/2.']
      : []),
  ];
}

/**
 * Returns the named server in the form of a scenario.
 * @param {Values[string]} name
 */
function readServer(name) {
  if (name === undefined) return {};
  if (typeof name === 'string' && Object.hasOwn(SERVER_PROFILES, name)) return { profile: name };
  const known = Object.keys(SERVER_PROFILES).join(', ');
  throw new InputError('unknown-server', `There is no server “${name}”. Choose one of ${known}.`);
}

/** @param {unknown} scenario @param {string} path */
function runScenario(scenario, path) {
  return asInput(path, () =>
    Object(scenario).cases !== undefined
      ? estimateCases(/** @type {Parameters<typeof estimateCases>[0]} */ (scenario))
      : estimate(/** @type {Parameters<typeof estimate>[0]} */ (scenario)),
  );
}

/**
 * Runs the model, whose errors are about its input.
 * @template T @param {string} path @param {() => T} run @returns {T}
 */
function asInput(path, run) {
  try {
    return run();
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) throw error;
    throw new InputError('bad-scenario', `${path}: ${error instanceof Error ? error.message : error}`);
  }
}

/** @param {string} path @param {string} name */
function readFile(path, name) {
  try {
    const bytes = readInputFile(path, name);
    return { type: makeFile(name, bytes).type, text: bytes.toString('utf8') };
  } catch (error) {
    if (error instanceof InputError) throw error;
    const code = codeOf(error);
    const why =
      code === 'EISDIR' ? 'is a folder. Name a page in it, or use “pagethrift audit”.' : `cannot be read (${code}).`;
    throw new InputError('unreadable', `${name} ${why}`);
  }
}

/** @param {string} text @param {string} path @returns {{}} */
function readJson(text, path) {
  try {
    const value = JSON.parse(text.replace(/^\ufeff/, ''));
    if (typeof value === 'object' && value !== null) return value;
  } catch (error) {
    throw new InputError(
      'bad-json',
      `“${path}” is neither a page nor JSON (${error instanceof Error ? error.message : error}).`,
    );
  }
  throw new InputError(
    'bad-scenario',
    `“${path}” is not a scenario: an object with “resources”, or with a list of “cases”.`,
  );
}
