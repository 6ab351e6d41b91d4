/** @import { ChosenMinifier } from '../output/pack/chosen-minifier.js' */
/** @import { Settings } from './types.ts' */

import { createRequire } from 'node:module';
import { InputError } from '../base/errors.js';

/**
 * Returns the key `minify` of a config as plain data, which caches and worker threads need: patterns as texts.
 * @param {unknown} minify
 * @param {string} from
 * @returns {unknown}
 */
export function readMinify(minify, from) {
  if (Object(minify) !== minify) return minify;
  const text = JSON.stringify(minify, (key, value) => {
    if (typeof value === 'function')
      throw new InputError(
        'bad-config',
        `${from}: minify.options.${key} is a function, which cannot be passed to threads. Use options that JSON ` +
          `can express.`,
      );
    return value instanceof RegExp ? String(value) : value;
  });
  return JSON.parse(text);
}

/**
 * Returns the HTML minifier that a run is configured to use, null for the built-in one.
 * @param {Settings['minify']} minify
 * @returns {ChosenMinifier | null}
 */
export function findMinifier(minify) {
  if (typeof minify === 'boolean') return null;
  const { html: name, options = {} } = minify;
  const { version } = createRequire(import.meta.url)(`${name}/package.json`);
  return { name, version, options };
}
