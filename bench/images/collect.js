import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sniffImage } from '../../lib/images/codecs/decode.js';

/** @typedef {{ path: string, bytes: Uint8Array, format: string, frames: number, hash: string }} Found */

const packages = ['apache2-data', 'latex2html', 'xfig-doc'];

/**
 * Downloads and unpacks the Debian packages once. Returns none if apt is not available.
 * @param {string} scratch
 */
export function fetchPackages(scratch) {
  return packages.map((name) => {
    const folder = join(scratch, name);
    if (existsSync(folder)) return folder;
    const downloads = join(scratch, 'downloads');
    mkdirSync(downloads, { recursive: true });
    try {
      execFileSync('apt-get', ['download', name], { cwd: downloads, stdio: 'ignore' });
      const file = readdirSync(downloads).find((entry) => entry.startsWith(`${name}_`));
      execFileSync('dpkg', ['-x', join(downloads, String(file)), folder]);
    } catch (error) {
      console.log(`${name} left out: ${error instanceof Error ? error.message.split('\n')[0] : error}`);
    }
    return folder;
  });
}

/**
 * Returns every distinct image below some folders, compared by content.
 * @param {readonly string[]} folders
 * @returns {Found[]}
 */
export function collectImages(folders) {
  /** @type {Map<string, Found>} */
  const found = new Map();
  for (const folder of folders) {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    for (const path of files.map(({ parentPath, name }) => join(parentPath, name)).toSorted()) {
      if (!/\.(gif|png|jpe?g)$/i.test(path)) continue;
      const bytes = new Uint8Array(readFileSync(path));
      const { format, frames = 1 } = sniffImage(bytes);
      const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
      found.set(hash, { path, bytes, format, frames, hash });
    }
  }
  return [...found.values()];
}

/**
 * Prints rows of text in columns.
 * @param {readonly (readonly (string | number)[])[]} rows
 */
export function printTable(rows) {
  const widths = rows[0].map((_, i) => Math.max(...rows.map((row) => String(row[i]).length)));
  for (const row of rows) {
    console.log(
      row.map((cell, i) => (i === 0 ? String(cell).padEnd(widths[i]) : String(cell).padStart(widths[i]))).join('  '),
    );
  }
}
