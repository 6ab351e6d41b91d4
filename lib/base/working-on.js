import { workerData } from 'node:worker_threads';

/*
 * The name of a run's current document, in memory that its supervisor reads, because a thread that hangs cannot send
 * messages.
 */

/** Bytes of the header: a count of changes and the length of the name. The name follows in UTF-8. */
const HEAD_BYTES = 8;
/** Longer names are cut off. */
const MAX_NAME_BYTES = 1024;
const encoder = new TextEncoder();

/** @type {SharedArrayBuffer | undefined} */
const shared = workerData?.pagethriftNote;
const own = shared ? viewsOf(shared) : null;

/** Creates the memory of a note, for `workerData.pagethriftNote`. */
export function createNote() {
  return new SharedArrayBuffer(HEAD_BYTES + MAX_NAME_BYTES);
}

/** Notes the name of the current document, an empty name for none. @param {string} name */
export function workOn(name) {
  if (!own) return;
  own.head[1] = encoder.encodeInto(name, own.name).written;
  Atomics.add(own.head, 0, 1);
}

/** Notes that the work makes progress. */
export function keepAlive() {
  if (own) Atomics.add(own.head, 0, 1);
}

/**
 * Reads a note: `count` changes whenever the work makes progress.
 * @param {SharedArrayBuffer} note
 * @returns {{ count: number, name: string }}
 */
export function readNote(note) {
  const { head, name } = viewsOf(note);
  return { count: Atomics.load(head, 0), name: Buffer.from(name.subarray(0, head[1])).toString() };
}

/** @param {SharedArrayBuffer} note */
function viewsOf(note) {
  return { head: new Int32Array(note, 0, 2), name: new Uint8Array(note, HEAD_BYTES) };
}
