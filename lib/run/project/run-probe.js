/** @import { Probed } from './types.ts' */

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

const PROGRAM = readFileSync(new URL('./probe.js', import.meta.url), 'utf8');
/** Max time. Configs of large projects load in 1 to 8 s, and one that never ends must not block a command. */
const MAX_WAIT_MS = 60_000;
/** Max length of the message of a config that does not load. */
const MAX_MESSAGE_LENGTH = 200;

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
    const fail = (/** @type {string} */ why) => give({ output: null, source: '', note: `Its config ${why}` });
    const timer = setTimeout(() => fail('did not load within 60 s.'), MAX_WAIT_MS);
    child.on('message', (/** @type {Probed & { error?: string }} */ { error, ...found }) => {
      if (error === undefined) give(found);
      else fail(`did not load: ${error.split('\n')[0].slice(0, MAX_MESSAGE_LENGTH)}`);
    });
    child.on('error', (error) => fail(`could not be loaded: ${error.message}`));
    child.on('exit', (status) => fail(`ended the process that loads it (${status}).`));
  });
}
