/** Finds or installs the programs that captures need: from apt, the Go module proxy and PyPI. */

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { env } from 'node:process';
import { findInstalledBrowsers } from '../../lib/visit/browser/find.js';
import { unpackChromium } from '../../lib/visit/browser/unpack.js';

/**
 * Paths of programs, null if one was neither found nor installed.
 * @typedef {{ nghttp: string | null, chromium: string | null, libraries: string | null, caddy: string | null,
 *   python: string | null }} Programs
 */

/** The newest version used for captures. */
const CADDY = 'github.com/caddyserver/caddy/v2/cmd/caddy@v2.11.9';
/** See `CADDY`. */
const AIOQUIC = 'aioquic==1.7.2';
/** Time limit of an installation, in milliseconds. Compiling Caddy takes two to five minutes on two processors. */
const INSTALL_MS = 1_200_000;
/** Debian packages of the programs that the lab starts. */
const APT_PACKAGES = Object.freeze({ nginx: 'nginx', ip: 'iproute2', cc: 'gcc libc6-dev', nghttp: 'nghttp2-client' });

/** Returns the folder of installed programs, which the next run uses again. `WIRE_PROGRAMS` names another folder. */
const folder = () => env.WIRE_PROGRAMS ?? join(env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'pagethrift-wire');

/** @param {string} program */
function findOnPath(program) {
  const { status, stdout } = spawnSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

/**
 * Runs an installer.
 * @param {(line: string) => void} note @param {string} what @param {string} program @param {string[]} words
 * @param {NodeJS.ProcessEnv} [more]
 * @returns {boolean} true on success; otherwise `note` receives the reason
 */
function install(note, what, program, words, more = {}) {
  note(`installing ${what}: ${program} ${words.join(' ')}`);
  try {
    execFileSync(program, words, { stdio: 'pipe', timeout: INSTALL_MS, env: { ...env, ...more } });
    return true;
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim().split('\n').at(-1) : error;
    note(`${what} could not be installed: ${said}`);
    return false;
  }
}

/** @param {(line: string) => void} note */
function installFromApt(note) {
  const wanted = Object.entries(APT_PACKAGES).filter(([program]) => findOnPath(program) === null);
  if (wanted.length === 0 || process.getuid?.() !== 0 || findOnPath('apt-get') === null) return;
  const packages = wanted.flatMap(([, names]) => names.split(' '));
  install(note, packages.join(', '), 'apt-get', ['install', '-y', ...packages], { DEBIAN_FRONTEND: 'noninteractive' });
}

/** @param {(line: string) => void} note */
function findCaddy(note) {
  const path = join(folder(), 'go', 'bin', 'caddy');
  if (env.CADDY) return env.CADDY;
  if (existsSync(path)) return path;
  if (findOnPath('go') === null) {
    note('Caddy needs Go to be compiled, and there is none; HTTP/3 with quic-go is left out');
    return null;
  }
  return install(note, 'Caddy', 'go', ['install', CADDY], { GOPATH: join(folder(), 'go') }) ? path : null;
}

/** @param {(line: string) => void} note */
function findPython(note) {
  const venv = join(folder(), 'venv');
  const path = join(venv, 'bin', 'python');
  if (existsSync(path) && spawnSync(path, ['-c', 'import aioquic']).status === 0) return path;
  if (findOnPath('python3') === null) {
    note('aioquic needs Python, and there is none; HTTP/3 with aioquic is left out');
    return null;
  }
  mkdirSync(folder(), { recursive: true });
  const ok =
    install(note, 'a Python environment', 'python3', ['-m', 'venv', venv]) &&
    install(note, 'aioquic', path, ['-m', 'pip', 'install', '--quiet', AIOQUIC]);
  return ok ? path : null;
}

/**
 * Finds Chromium: that of `CHROMIUM`, an installed one, or the bundled one.
 * @param {(line: string) => void} note
 */
async function findChromium(note) {
  const installed = env.CHROMIUM ?? findInstalledBrowsers()[0];
  if (installed) return { chromium: installed, libraries: null };
  try {
    const { path, libraries } = await unpackChromium();
    return { chromium: path, libraries };
  } catch (error) {
    note(`Chromium is left out: ${error instanceof Error ? error.message : error}`);
    return { chromium: null, libraries: null };
  }
}

/**
 * Finds every program, and installs missing ones.
 * @param {(line: string) => void} note
 * @param {{ quic?: boolean }} [wanted] QUIC servers take minutes to compile, so they are optional
 * @returns {Promise<Programs>}
 */
export async function provision(note, { quic = false } = {}) {
  installFromApt(note);
  return {
    nghttp: findOnPath('nghttp'),
    ...(await findChromium(note)),
    caddy: quic ? findCaddy(note) : null,
    python: quic ? findPython(note) : null,
  };
}
