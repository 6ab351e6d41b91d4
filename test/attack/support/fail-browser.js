/*
 * Preloaded into a build: ends or stops the browser when the build asks for its n-th page. ATTACK_VISIT is n,
 * ATTACK_SIGNAL the signal.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { env, kill, pid } from 'node:process';

const { write } = Socket.prototype;
let visits = 0;

/** @type {any} */
Socket.prototype.write = function writeCounted(/** @type {unknown} */ text, /** @type {any[]} */ ...rest) {
  // The protocol of the browser goes through a pipe, one message at a time.
  if (typeof text === 'string' && text.includes('"method":"Page.navigate"')) {
    visits += 1;
    failAt(visits);
  }
  return /** @type {any} */ (write).call(this, text, ...rest);
};

/** @param {number} visit */
function failAt(visit) {
  if (visit !== Number(env.ATTACK_VISIT)) return;
  for (const id of listBrowsers()) kill(id, /** @type {NodeJS.Signals} */ (env.ATTACK_SIGNAL));
}

/** Lists the main processes of the browsers that this process started. */
function listBrowsers() {
  const parents = new Map(
    readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [[Number(name), parentOf(name)]] : [])),
  );
  const isOwn = (/** @type {number} */ id) => {
    for (let at = id; at > 1; at = parents.get(at) ?? 0) if (at === pid) return true;
    return false;
  };
  return [...parents.keys()].filter((id) => {
    const command = readProcess(id, 'cmdline');
    return command.includes('--remote-debugging-pipe') && !command.includes('--type=') && isOwn(id);
  });
}

/** @param {string} id */
function parentOf(id) {
  return Number(readProcess(Number(id), 'stat').split(') ').at(-1)?.split(' ')[1] ?? 0);
}

/** Returns an empty text for a process that has ended. @param {number} id @param {string} file */
function readProcess(id, file) {
  const path = `/proc/${id}/${file}`;
  return existsSync(path) ? readFileSync(path, 'latin1') : '';
}
