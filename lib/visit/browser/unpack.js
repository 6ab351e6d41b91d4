import { execFile } from 'node:child_process';
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { chmod, lchown, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { publishHeld } from '../../base/held.js';
import { keepAtExit, makeUnfinished } from '../../base/temporary.js';

const runFile = promisify(execFile);
/** Time-out. Unpacking takes five seconds, and minutes on a bad disk. */
const UNPACK_TIMEOUT_MS = 120_000;
/** Version of the folder's layout. */
const FORMAT = 2;
/** Mode of folders and programs that everyone may use and this user may change. */
const READABLE = 0o755;

/**
 * Unpacks the Chromium of @sparticuz/chromium into a folder that only this user can write to, once for each version.
 * @returns {Promise<{ path: string, libraries: string }>}
 */
export async function unpackChromium() {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(`@sparticuz/chromium is for Linux on x64, this is ${process.platform} on ${process.arch}`);
  }
  const entry = import.meta.resolve('@sparticuz/chromium');
  const folder = join(await openPrivateFolder(), `chromium-${readVersion(entry)}-${FORMAT}`);
  if (!existsSync(folder)) await unpackInto(folder, entry);
  return { path: join(folder, 'chromium'), libraries: join(folder, 'al2023', 'lib') };
}

/**
 * Creates the folder of this user inside the temporary folder, and rejects one that another user prepared. That of root
 * is readable by all, because root's browser runs as another user.
 */
export async function openPrivateFolder() {
  const user = process.getuid?.();
  const folder = join(tmpdir(), `pagethrift-${user ?? 'user'}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  const isOurs = found.isDirectory() && (user === undefined || (found.uid === user && (found.mode & 0o022) === 0));
  if (!isOurs) throw new Error(`${folder} is not a folder that only you can write to: remove it, or set TMPDIR`);
  if (user === 0) await chmod(folder, READABLE);
  return folder;
}

/** Makes the content of a folder readable by everyone and writable by this user only. @param {string} folder */
export async function shareForReading(folder) {
  const [user, group] = [process.getuid?.(), process.getgid?.()];
  const names = await readdir(folder, { recursive: true });
  for (const path of [folder, ...names.map((name) => join(folder, name))]) {
    // An archive that is unpacked by root keeps owners without meaning here.
    if (user === 0 && group !== undefined) await lchown(path, user, group);
    const found = lstatSync(path);
    if (found.isSymbolicLink()) continue;
    const isRun = found.isDirectory() || (found.mode & 0o100) !== 0;
    await chmod(path, isRun ? READABLE : READABLE & ~0o111);
  }
}

/** @param {string} entry */
function readVersion(entry) {
  for (let folder = dirname(fileURLToPath(entry)); folder !== dirname(folder); folder = dirname(folder)) {
    const file = join(folder, 'package.json');
    const { name, version } = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
    if (name === '@sparticuz/chromium') return version;
  }
  throw new Error('the package.json of @sparticuz/chromium is not to be found: install it again');
}

/**
 * Unpacks in a separate process, because the package uses TMPDIR. The rename makes the folder appear complete.
 * @param {string} folder @param {string} entry
 */
async function unpackInto(folder, entry) {
  const work = makeUnfinished(`${folder}-`);
  const script = `import chromium from ${JSON.stringify(entry)}; await chromium.executablePath();`;
  // With this runtime the package also unpacks the shared libraries, which a minimal machine lacks.
  const env = { ...process.env, TMPDIR: work, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' };
  try {
    await runHeld(['--input-type=module', '-e', script], { env, timeout: UNPACK_TIMEOUT_MS });
    await shareForReading(work);
    await rename(work, folder).catch((error) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(work, { recursive: true, force: true });
    keepAtExit(work);
  }
}

/**
 * Runs Node.js in a process that ends with the run, so that it does not fill a folder that the run removed.
 * @param {readonly string[]} args @param {{ env: NodeJS.ProcessEnv, timeout: number }} options
 */
async function runHeld(args, options) {
  const running = runFile(process.execPath, args, options);
  const id = running.child.pid;
  if (id !== undefined) publishHeld({ kind: 'process', id, isHeld: true });
  try {
    await running;
  } finally {
    if (id !== undefined) publishHeld({ kind: 'process', id, isHeld: false });
  }
}
