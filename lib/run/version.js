import { createRequire } from 'node:module';

/** The version of this package. @type {string} */
export const VERSION = createRequire(import.meta.url)('../../package.json').version;
