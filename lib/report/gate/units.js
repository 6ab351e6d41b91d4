/** @import { Limited } from './types.ts' */

import { InputError } from '../../base/errors.js';

/** @type {Record<string, number>} */
const byteUnits = { b: 1, kb: 1e3, mb: 1e6, kib: 1024, mib: 1024 ** 2 };
/** @type {Record<string, number>} */
const timeUnits = { ms: 1, s: 1000 };

/**
 * Reads a limit: a number, or a size or time with its unit.
 * @param {Limited} measure
 * @param {unknown} value
 * @param {string} where
 * @returns {number}
 */
export function parseLimit(measure, value, where) {
  const units = measure === 'bytes' ? byteUnits : measure === 'ms' ? timeUnits : {};
  const match = typeof value === 'string' ? /^\s*(\d+(?:\.\d+)?)\s*([a-z]+)\s*$/i.exec(value) : null;
  const unit = match ? units[match[2].toLowerCase()] : undefined;
  const limit = match && unit ? Number(match[1]) * unit : value;
  if (typeof limit !== 'number' || !Number.isFinite(limit) || limit < 0) {
    const examples = {
      bytes: '60000 or "60 kB"',
      ms: '1500 or "1.5 s"',
      requests: '20',
      packets: '150',
      imagesWithoutAlternative: '0',
      imagesOfText: '0',
    };
    throw new InputError(
      'bad-budget',
      `${where} must be a limit such as ${examples[measure]}, not ${JSON.stringify(value)}.`,
    );
  }
  return limit;
}

/**
 * Writes a figure exactly, because a limit can be exceeded by one unit.
 * @param {Limited} measure
 * @param {number} value
 */
export function formatLimit(measure, value) {
  const digits = (Math.round(value * 10) / 10).toLocaleString('en-US');
  return measure === 'bytes' ? `${digits} B` : measure === 'ms' ? `${digits} ms` : digits;
}
