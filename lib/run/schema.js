import { readFileSync } from 'node:fs';

/** The JSON Schema of the config. @type {Record<string, unknown>} */
export const schema = JSON.parse(readFileSync(new URL('./config.schema.json', import.meta.url), 'utf8'));
