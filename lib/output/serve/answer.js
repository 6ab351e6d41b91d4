/** @import { IncomingHttpHeaders } from 'node:http' */
/** @import { Variant } from './choose-variant.js' */

import fresh from 'fresh';
import { lookup } from 'mrmime';

/**
 * @typedef {object} Answer
 * @property {number} status
 * @property {Readonly<Record<string, string>>} headers
 * @property {{ file: string, start: number, end: number } | string} body the bytes of a file, `end` included, or a text
 */

/**
 * Returns the answer to a request for an existing file.
 * @param {Variant} variant
 * @param {IncomingHttpHeaders} request
 * @param {Readonly<Record<string, string>>} more further headers of the file
 * @returns {Answer}
 */
export function answerFile({ coding, file }, request, more) {
  const { size, modified, disk } = file;
  const tag = `"${size.toString(36)}-${modified.getTime().toString(36)}${coding === 'identity' ? '' : `-${coding}`}"`;
  const lasting = { etag: tag, 'last-modified': modified.toUTCString(), ...more };
  if (!meetsConditions(request, lasting)) return { status: 412, headers: lasting, body: '' };
  if (fresh(request, lasting)) return { status: 304, headers: lasting, body: '' };
  const headers = {
    ...lasting,
    'accept-ranges': 'bytes',
    ...(coding === 'identity' ? {} : { 'content-encoding': coding }),
  };
  const range = isRangeWanted(request, lasting) ? readRange(String(request.range), size) : null;
  if (range === 'beyond') return { status: 416, headers: { ...lasting, 'content-range': `bytes */${size}` }, body: '' };
  const { start, end } = range ?? { start: 0, end: size - 1 };
  return {
    status: range ? 206 : 200,
    headers: {
      ...headers,
      'content-length': String(end - start + 1),
      ...(range ? { 'content-range': `bytes ${start}-${end}/${size}` } : {}),
    },
    body: { file: disk, start, end },
  };
}

/**
 * Returns the type by a file's name, without a charset: pages declare their own, and old ones use many.
 * @param {string} path
 */
export function typeOf(path) {
  return lookup(path) ?? 'application/octet-stream';
}

/**
 * Evaluates `If-Match` and `If-Unmodified-Since`, which `fresh` ignores.
 * @param {IncomingHttpHeaders} request
 * @param {{ etag: string, 'last-modified': string }} file
 */
function meetsConditions(request, file) {
  const match = request['if-match'];
  if (match !== undefined) return match.trim() === '*' || match.split(',').some((tag) => tag.trim() === file.etag);
  const since = Date.parse(request['if-unmodified-since'] ?? '');
  return Number.isNaN(since) || Date.parse(file['last-modified']) <= since;
}

/**
 * Returns true if a part is requested, of the file that the browser has the rest of.
 * @param {IncomingHttpHeaders} request
 * @param {{ etag: string, 'last-modified': string }} file
 */
function isRangeWanted(request, file) {
  const condition = request['if-range'];
  if (request.range === undefined) return false;
  return condition === undefined || condition === file.etag || condition === file['last-modified'];
}

/**
 * Returns one range of bytes, null for several or another unit, which are answered by the whole file.
 * @param {string} text
 * @param {number} size
 * @returns {{ start: number, end: number } | 'beyond' | null}
 */
function readRange(text, size) {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/i.exec(text.replaceAll(/\s+/g, '')) ?? ['', '', ''];
  if (first === '' && last === '') return null;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < start) return null;
  return start > end ? 'beyond' : { start, end };
}
