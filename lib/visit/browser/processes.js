import { readdirSync, readFileSync } from 'node:fs';

/**
 * Lists all descendants of a process. Only Linux provides them.
 * @param {number} pid
 * @returns {number[]}
 */
export function listDescendants(pid) {
  const threads = list(`/proc/${pid}/task`);
  const children = threads.flatMap((thread) =>
    readProc(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean),
  );
  return children.map(Number).flatMap((child) => [child, ...listDescendants(child)]);
}

/** Reads a file of a process. Returns an empty text if the process has ended. @param {string} path */
export function readProc(path) {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

/** @param {string} path */
function list(path) {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
