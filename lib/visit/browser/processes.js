import { readdirSync, readFileSync } from 'node:fs';

/**
 * All processes that a process started, and those that they did. Only Linux says.
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

/** A file of a process, empty where the process ended. @param {string} path */
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
