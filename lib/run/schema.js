/** @import { ValidateFunction } from 'ajv' */

import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { readOnce } from '../base/read-once.js';

/** The JSON Schema of the config. @type {Record<string, unknown>} */
export const schema = JSON.parse(readFileSync(new URL('./config.schema.json', import.meta.url), 'utf8'));

/** @type {(config: Record<string, unknown>) => ValidateFunction} */
const compile = readOnce((config) => {
  return new Ajv({ allErrors: true, strict: false, verbose: true, useDefaults: true }).compile(config);
});

/**
 * Returns the schema's check of a config, which also fills in the defaults. It is compiled once, on first use: that
 * takes longer than the rest of a start.
 */
export function openValidator() {
  return compile(schema);
}
