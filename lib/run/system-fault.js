import { InputError } from '../base/errors.js';

/** The remedy for a disk that other machines share. */
const NETWORK_DISK = 'the network disk does not respond: try again, or name a folder on a local disk (--out, --cache)';

/** Remedies for errors of the system, by code. */
/** @type {Readonly<Record<string, string>>} */
const REMEDIES = {
  ENOSPC: 'the disk is full: make room, or name folders on another one (--out, --cache, the variable TMPDIR)',
  EDQUOT: 'your share of the disk is used up: make room, or name folders on another one (--out, --cache, TMPDIR)',
  EROFS: 'the disk is read-only: name a folder on another one',
  EACCES: 'permission was denied: change the permissions, or run as the owner',
  EPERM: 'permission was denied: change the permissions, or run as the owner',
  ENAMETOOLONG: 'the name is too long for this disk: shorten it, or exclude the file with --exclude',
  EMFILE: 'too many files are open: raise the limit (ulimit -n), or use --jobs 1',
  ENFILE: 'too many files are open on this machine: try again, or use --jobs 1',
  EFBIG: 'the file is too large for this disk: name a folder on another one',
  EBUSY: 'another program uses it: close it, or unmount what is mounted there',
  ENOTDIR: 'there is a file in place of a folder: move it away, or name another folder',
  EISDIR: 'there is a folder in place of a file: move it away, or name another file',
  EEXIST: 'there is a file in place of a folder: move it away, or name another folder',
  EIO: 'the disk failed: no output was written',
  ESTALE: NETWORK_DISK,
  ETIMEDOUT: NETWORK_DISK,
  EHOSTDOWN: NETWORK_DISK,
  EHOSTUNREACH: NETWORK_DISK,
  ENOTCONN: NETWORK_DISK,
  EREMOTEIO: NETWORK_DISK,
};

/** Node.js reports this for a recursive mkdir on a read-only disk, in place of EROFS. */
const CANNOT_MAKE = 'the folder cannot be created: its disk is read-only or its parent is missing; name another';

/**
 * Returns an error of the system as an error of the input if a user can fix it, otherwise unchanged.
 * @param {unknown} error
 */
export function explainFault(error) {
  if (!(error instanceof Error) || error instanceof InputError) return error;
  /** @type {NodeJS.ErrnoException & { dest?: string }} */
  const { code, path, dest, syscall } = error;
  const isUnmade = code === 'ENOENT' && syscall === 'mkdir';
  const known = code === undefined || syscall === undefined ? undefined : REMEDIES[code];
  const remedy = isUnmade ? CANNOT_MAKE : known;
  if (!remedy) return error;
  const where = [path, dest].filter(Boolean).join(' → ');
  const fault = new InputError(String(code).toLowerCase(), `${where ? `${where}: ` : ''}${remedy} (${code})`);
  fault.cause = error;
  return fault;
}
