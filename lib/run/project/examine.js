/** @import { Settings } from '../types.ts' */

import { accessSync, constants, mkdirSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { attempt } from '../../base/attempt.js';
import { InputError } from '../../base/errors.js';
import { layOutFonts } from '../../visit/browser/fonts.js';
import { openBrowser } from '../../visit/browser/open.js';
import { connect } from '../tasks/connect.js';
import { isTooOld, OLDEST_NODE, VERSION } from '../version.js';
import { findProject } from './find-project.js';
import { installCommand, listMissingParts, PARTS } from './parts.js';

/** Unpacking the bundled browser and its libraries takes about this much. */
const BROWSER_BYTES = 250e6;

/**
 * The result of one check. `good`: no action needed; `note`: works with a limitation; `bad`: must be repaired.
 * @typedef {{ name: string, state: 'good' | 'note' | 'bad', says: string, remedy?: string }} Check
 */

/**
 * Checks the requirements of a run: the machine, then the project.
 * @param {string} cwd
 * @param {Readonly<Record<string, string | undefined>>} env
 * @param {() => Promise<Settings>} readSettings
 * @returns {Promise<Check[]>}
 */
export async function examine(cwd, env, readSettings) {
  const { settings, check: config } = await examineConfig(readSettings);
  return [
    examineNode(),
    config,
    await examineBrowser(settings?.browser ?? 'auto'),
    examineTemporary(),
    ...(settings ? [examineCache(settings.cache)] : []),
    await examineFonts(),
    ...(settings?.queue ? [await examineQueue(settings.queue)] : []),
    ...(await examineParts()),
    await examineProject(cwd, env),
  ];
}

/** @returns {Check} */
function examineNode() {
  const { node } = process.versions;
  const says = `Node.js ${node}, pagethrift ${VERSION}`;
  if (!isTooOld(node)) return { name: 'Node.js', state: 'good', says };
  return { name: 'Node.js', state: 'bad', says, remedy: `Install Node.js ${OLDEST_NODE} or later.` };
}

/** @param {() => Promise<Settings>} readSettings @returns {Promise<{ settings: Settings | null, check: Check }>} */
async function examineConfig(readSettings) {
  try {
    const settings = await readSettings();
    return { settings, check: { name: 'Config', state: 'good', says: 'is valid' } };
  } catch (error) {
    const says = error instanceof Error ? error.message : String(error);
    return { settings: null, check: { name: 'Config', state: 'bad', says } };
  }
}

/** @param {string} browser @returns {Promise<Check>} */
async function examineBrowser(browser) {
  const name = 'Browser';
  if (browser === 'off')
    return { name, state: 'note', says: 'is switched off', remedy: 'Nothing is verified by rendering without one.' };
  /** @type {string[]} */
  const notes = [];
  const remedy = 'Install Chrome or Chromium, run “npm install @sparticuz/chromium” on Linux, or pass --browser PATH.';
  try {
    const opened = await openBrowser({ browser, jobs: 1, note: (reason) => notes.push(reason) });
    if (!opened) return { name, state: 'bad', says: `does not start: ${notes.join('; ')}`, remedy };
    await opened.close();
    return { name, state: 'good', says: `${opened.version} starts` };
  } catch (error) {
    return { name, state: 'bad', says: error instanceof Error ? error.message : String(error), remedy };
  }
}

/** @returns {Check} */
function examineTemporary() {
  const { bavail, bsize } = statfsSync(tmpdir());
  const free = bavail * bsize;
  const says = `${tmpdir()}, ${Math.round(free / 1e6)} MB free`;
  const name = 'Temporary files';
  if (!isWritable(tmpdir()))
    return { name, state: 'bad', says: `${tmpdir()} is not writable`, remedy: 'Set TMPDIR to a folder that is.' };
  if (free > BROWSER_BYTES) return { name, state: 'good', says };
  return { name, state: 'bad', says, remedy: 'The bundled browser needs 250 MB there. Set TMPDIR to another disk.' };
}

/** @param {string} folder @returns {Check} */
function examineCache(folder) {
  const name = 'Cache';
  if (folder === 'off')
    return { name, state: 'note', says: 'is switched off', remedy: 'Every run starts without cached results.' };
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    return { name, state: 'bad', says: error instanceof Error ? error.message : String(error) };
  }
  if (isWritable(folder)) return { name, state: 'good', says: folder };
  return { name, state: 'bad', says: `${folder} is not writable`, remedy: 'Name another folder with --cache DIR.' };
}

/** Lays out the fonts that pages are rendered with on Linux. @returns {Promise<Check>} */
async function examineFonts() {
  const name = 'Fonts';
  if (process.platform !== 'linux') return { name, state: 'good', says: 'are those of the system' };
  try {
    const { FONTCONFIG_FILE = '' } = await layOutFonts();
    return { name, state: 'good', says: FONTCONFIG_FILE };
  } catch (error) {
    const remedy = 'Remove that folder, or set TMPDIR to another one.';
    return { name, state: 'bad', says: error instanceof Error ? error.message : String(error), remedy };
  }
}

/** @param {string} url of Redis @returns {Promise<Check>} */
async function examineQueue(url) {
  const name = 'Redis';
  try {
    const { redis } = await connect(url);
    redis.disconnect();
    return { name, state: 'good', says: `${url} answers` };
  } catch (error) {
    if (error instanceof InputError) return { name, state: 'bad', says: error.message };
    throw error;
  }
}

/** Checks the optional parts of an installation. @returns {Promise<Check[]>} */
async function examineParts() {
  const missing = new Set(await listMissingParts());
  return PARTS.map((part) => {
    const { name, packages, loss, state } = part;
    if (!missing.has(part)) return { name, state: 'good', says: `${packages[0]} is installed` };
    const remedy = `Without it, ${loss}. Run “${installCommand(part)}”.`;
    return { name, state, says: 'is not installed', remedy };
  });
}

/** @param {string} cwd @param {Readonly<Record<string, string | undefined>>} env @returns {Promise<Check>} */
async function examineProject(cwd, env) {
  const { generator, output, isBuilt, buildCommand, notes } = await findProject(cwd);
  const name = env.CI ? 'Site (CI)' : 'Site';
  const by = generator ? `${generator.name}, ` : '';
  if (!output) return { name, state: 'note', says: `${by}no build output was found. ${notes.join(' ')}`.trim() };
  const says = `${by}build output ${output.folder} (${output.source})`;
  if (isBuilt) return { name, state: 'good', says };
  return { name, state: 'note', says: `${says} does not exist yet`, remedy: `Run “${buildCommand}”.` };
}

/** @param {string} folder */
function isWritable(folder) {
  return attempt(() => accessSync(folder, constants.W_OK)).ok;
}
