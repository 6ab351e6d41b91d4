/** @import { Site } from '../types.ts' */
/** @import { Settings } from './types.ts' */

import { createHash } from 'node:crypto';
import { rules } from '../../rules/index.js';
import { exact } from '../exact.js';
import { readMarker } from '../write/marker.js';
import { listEffective } from './remember-run.js';
import { stampCode } from './version.js';

/*
 * A plan is a search under limits, and what it made may have room for a further one. So that a build of a build changes
 * nothing, what a build wrote says by which settings and which code it was made, and the same settings and code leave
 * it as it is.
 */

/** Names the settings and the code that a build is made with. @param {Settings} settings */
export function stampSettings(settings) {
  const said = JSON.stringify([stampCode(), process.versions.node, listEffective(settings)]);
  return createHash('sha256').update(said).digest('hex');
}

/**
 * Whether a site is what a build with the same settings wrote, and nothing else.
 * @param {Site} site
 * @param {string} folder
 * @param {Settings} settings
 */
export function isOwnOutput({ files, others }, folder, settings) {
  const marker = readMarker(folder);
  if (marker?.settings !== stampSettings(settings)) return false;
  const chosen = [...files.values()].filter(({ path }) => !others?.has(path));
  return chosen.every(({ path, hash }) => marker.links?.[path] !== undefined || marker.files[path] === hash);
}

/**
 * The settings under which nothing is changed.
 * @param {Settings} settings
 * @returns {Settings}
 */
export function withoutChanges(settings) {
  const off = Object.fromEntries(rules.map(({ meta }) => [meta.id, exact('off')]));
  return { ...settings, rules: off, minify: false, verify: 'off', fingerprint: false, dictionaries: false };
}
