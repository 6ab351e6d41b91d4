/** @import { Settings } from '../types.ts' */
/** @import { IntegrationOptions } from './types.ts' */

import { filePlace } from '../check-settings.js';
import { readSettings } from '../settings.js';
import { OWN_OPTIONS } from './own-options.js';

/**
 * Returns the settings of an integration: its options and the project's config.
 * @param {string} root
 * @param {IntegrationOptions} options
 * @param {string} [file] with the options, for messages
 * @returns {Promise<Settings>}
 */
export function settingsFor(root, options, file = 'The options') {
  const said = Object.entries(options).filter(([name]) => !OWN_OPTIONS.includes(name));
  return readSettings(root, null, Object.fromEntries(said), filePlace(file));
}
