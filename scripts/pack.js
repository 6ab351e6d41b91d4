/**
 * Packs the package as it is published: with declarations, and without the comments of the code and the spaces of data.
 * node scripts/pack.js [FOLDER for the file]
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripComments } from './release/strip-comments.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const destination = resolve(process.argv[2] ?? root);
const staging = mkdtempSync(join(tmpdir(), 'pagethrift-pack-'));

try {
  const listed = npm(['pack', '--dry-run', '--json', '--ignore-scripts'], root);
  for (const { path } of JSON.parse(listed)[0].files) copy(path);
  execFileSync(process.execPath, [join(root, 'scripts/types.js'), join(staging, 'types')], { stdio: ['ignore', 2, 2] });
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', destination];
  const [{ filename, size, unpackedSize }] = JSON.parse(npm(args, staging));
  console.log(JSON.stringify({ file: join(destination, filename), size, unpackedSize }));
} finally {
  rmSync(staging, { recursive: true });
}

/** @param {string} path */
function copy(path) {
  const [from, to] = [join(root, path), join(staging, path)];
  if (path.startsWith('types/')) return;
  mkdirSync(dirname(to), { recursive: true });
  const shorten = path.endsWith('.js') ? stripComments : isData(path) ? stripSpaces : null;
  if (!shorten) return cpSync(from, to);
  writeFileSync(to, shorten(readFileSync(from, 'utf8')), { mode: statSync(from).mode });
}

/** Returns true for data of the code. People read the manifest. @param {string} path */
function isData(path) {
  return path.endsWith('.json') && path !== 'package.json';
}

/** @param {string} json */
function stripSpaces(json) {
  return JSON.stringify(JSON.parse(json));
}

/** @param {string[]} args @param {string} cwd */
function npm(args, cwd) {
  return execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}
