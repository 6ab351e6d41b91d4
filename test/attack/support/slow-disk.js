/*
 * Preloaded into a build: a folder behaves as on a slow network disk. ATTACK_FOLDER is its path, ATTACK_DELAY_MS the
 * time of each call, ATTACK_FAULT the code of the error of every ATTACK_EVERY-th call.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { env } from 'node:process';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';

const FOLDER = String(env.ATTACK_FOLDER);
const DELAY_MS = Number(env.ATTACK_DELAY_MS ?? 0);
const EVERY = Number(env.ATTACK_EVERY ?? Infinity);
const PATHS = [
  'open',
  'readFile',
  'writeFile',
  'rename',
  'stat',
  'rm',
  'mkdir',
  'utimes',
  'readdir',
  'copyFile',
  'lstat',
  'link',
];
const cell = new Int32Array(new SharedArrayBuffer(4));
let calls = 0;

/** @param {string} syscall @param {unknown} path */
function failSometimes(syscall, path) {
  calls += 1;
  const code = String(env.ATTACK_FAULT);
  if (calls % EVERY === 0) throw Object.assign(new Error(`${code}: ${syscall} '${path}'`), { code, syscall, path });
}

/** @param {unknown} path */
const isThere = (path) => typeof path === 'string' && path.startsWith(FOLDER);

/** @param {any} of @param {string} name @param {string} syscall */
function slowSync(of, name, syscall) {
  const call = of[name];
  of[name] = (/** @type {any[]} */ ...args) => {
    if (isThere(args[0])) {
      Atomics.wait(cell, 0, 0, DELAY_MS);
      failSometimes(syscall, args[0]);
    }
    return call.apply(of, args);
  };
}

/** @param {any} of @param {string} name */
function slowAsync(of, name) {
  const call = of[name];
  of[name] = async (/** @type {any[]} */ ...args) => {
    if (isThere(args[0])) {
      await wait(DELAY_MS);
      failSometimes(name, args[0]);
    }
    return call.apply(of, args);
  };
}

/** @param {any} type @param {string} name */
function slowDatabase(type, name) {
  const call = type.prototype[name];
  type.prototype[name] = function slow(/** @type {any[]} */ ...args) {
    Atomics.wait(cell, 0, 0, DELAY_MS);
    return call.apply(this, args);
  };
}

for (const name of PATHS) {
  slowSync(fs, `${name}Sync`, name);
  slowAsync(fs.promises, name);
}
for (const name of ['exec', 'prepare']) slowDatabase(DatabaseSync, name);
for (const name of ['get', 'run', 'all']) slowDatabase(StatementSync, name);
syncBuiltinESMExports();
