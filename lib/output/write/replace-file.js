import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Writes a file completely or not at all: next to its place, synced, then renamed.
 * @param {string} path
 * @param {string} text
 */
export function replaceFile(path, text) {
  const beside = `${path}.${process.pid}.part`;
  const file = openSync(beside, 'w');
  try {
    writeFileSync(file, text);
    fsyncSync(file);
    renameSync(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}
