/**
 * The library: the same work as the command line, as functions.
 *
 * @import { FullReport } from './report/types.ts'
 * @import { Settings } from './run/types.ts'
 *
 * @typedef {Partial<Omit<Settings, 'also' | 'keep'>> & { keep?: import('./run/types.ts').KeepOption }} Options the keys
 *   of a config file: see `pagethrift/config.schema.json`
 */

import { resolve } from 'node:path';
import { InputError } from './base/errors.js';
import { buildSite } from './run/build-site.js';
import { findBaseline, openGate } from './run/hold.js';
import { readInput } from './run/read-input.js';
import { runOptimize } from './run/run-optimize.js';
import { readSettings } from './run/settings.js';

export { estimate } from './network/index.js';
export { InputError };

const silent = () => {};

/**
 * Optimises a built site into another folder, whole or not at all.
 * @param {string} folder
 * @param {Options & { out?: string, inPlace?: boolean, force?: boolean, progress?: (stage: string, done: number, of:
 *   number) => void }} options
 * @returns {Promise<FullReport>}
 */
export async function build(folder, { out, inPlace = false, force = false, progress = silent, ...options }) {
  if (!out && !inPlace) throw new InputError('usage', 'Name the output folder: build(folder, { out }).');
  const settings = await readSettings(process.cwd(), '', options);
  const where = { folder: resolve(folder), out: resolve(out ?? folder), inPlace, force };
  return (await buildSite(where, settings, progress)).report;
}

/**
 * Estimates the saving of each change, and changes nothing.
 * @param {string} target a folder, a page, an image, a URL or a HAR file
 * @param {Options & { progress?: (stage: string, done: number, of: number) => void }} [options]
 * @returns {Promise<FullReport>}
 */
export async function audit(target, { progress = silent, ...options } = {}) {
  const settings = await readSettings(process.cwd(), '', options);
  const { site, input } = await readInput(target, process.cwd(), settings);
  return (await runOptimize(site, { command: 'audit', input, onlyFetched: true }, settings, progress)).report;
}

/**
 * Compares a site with budgets, a baseline and the rules at level `error`.
 * @param {string} target a folder, a URL or a HAR file
 * @param {Options & { baseline?: string, progress?: (stage: string, done: number, of: number) => void }} [options]
 * @returns {Promise<FullReport & { gate: NonNullable<FullReport['gate']> }>}
 */
export async function check(target, { baseline: file, progress = silent, ...options } = {}) {
  const settings = await readSettings(process.cwd(), '', options);
  const gate = openGate(settings);
  const baseline = file ? findBaseline(process.cwd(), file) : null;
  const { site, input } = await readInput(target, process.cwd(), settings);
  const job = { command: 'check', input, onlyFetched: true, onlyLimits: true };
  const { report } = await runOptimize(site, job, gate.settings, progress);
  return { ...report, gate: gate.judge(report, baseline) };
}
