/** The module that each worker thread runs: one task, one file. */
export { packFile as default } from './pack-file.js';
