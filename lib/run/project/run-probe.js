/** @import { Probed } from './types.ts' */

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

const PROGRAM = readFileSync(new URL('./probe.js', import.meta.url), 'utf8');
/** Max time. Configs of large projects load in 1 to 8 s, and one that never ends must not block a command. */
const MAX_WAIT_SECONDS = 60;

/**
 * Loads a project's config in its own process, so that its output, changes and open handles have no effect here.
 * @param {string} loader
 * @param {{ folder: string, root: string | null, config: string | null }} project
 * @returns {Promise<Probed>} `note`: the reason if nothing was found
 */
export function runProbe(loader, { folder, root, config }) {
  const code = ['--input-type=module', '--eval', PROGRAM, '--', loader, root ?? '', config ?? ''];
  const env = { ...process.env, NODE_ENV: 'production', NODE_OPTIONS: '', NUXT_TELEMETRY_DISABLED: '1' };
  const child = spawn(process.execPath, code, { cwd: folder, env, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  return new Promise((done) => {
    const give = (/** @type {Probed} */ found) => {
      clearTimeout(timer);
      child.kill();
      done(found);
    };
    const fail = (/** @type {string} */ why) =>
      give({ output: null, source: '', note: `The config of this project ${why}`, isFailed: true });
    const timer = setTimeout(() => fail(`was not loaded within ${MAX_WAIT_SECONDS} s.`), MAX_WAIT_SECONDS * 1000);
    child.on('message', (/** @type {Probed & { error?: string }} */ { error, ...found }) => {
      if (error === undefined) give(found);
      else fail(`could not be loaded${explainError(error)}`);
    });
    child.on('error', (error) => fail(`could not be loaded${explainError(error.message)}`));
    child.on('exit', (status) => fail(`ended the process that loads it (${status}).`));
  });
}

/** Explains why a config could not be loaded, as the end of a sentence. @param {string} message of the error */
function explainError(message) {
  const [line] = message.split('\n');
  const missing = /^Cannot find (?:package|module) '([^']+)'/.exec(line)?.[1];
  if (missing) return `: “${missing}” is not installed. Install the packages of the project, and try again.`;
  return `: ${line.replace(/\.?$/, '.')}`;
}
