/** @import { Reference, Warning } from '../types.ts' */

import { encodePath } from '../text/disk-name.js';

/**
 * Returns the warning about a reference, null if there is none.
 * @param {Reference} reference
 * @returns {Warning | null}
 */
export function warningFor(reference) {
  const { from: page, line, column, url, target, odd, role } = reference;
  const at = { page, line, column };
  const isLink = role === 'link' || role === 'form' || role === 'refresh';
  if (target.kind === 'missing' && target.meant?.toLowerCase() === target.path.toLowerCase()) {
    return warn(
      'wrong-case',
      at,
      target.meant,
      `“${url}” differs in case from the file ${target.meant}, so most servers do not find it`,
    );
  }
  if (target.kind === 'missing') {
    const code = isLink ? 'missing-link' : 'missing-resource';
    const called = target.meant ? `: ${target.meant} is what servers find as ${encodePath(target.meant)}` : '';
    return warn(code, at, target.path, `“${url}” leads to no file of the site${called}`);
  }
  if (target.kind === 'external') {
    return isLink
      ? null
      : warn('external-resource', at, target.url, `“${url}” comes from another host, so it stays unchanged`);
  }
  if (odd === 'backslash' && target.kind === 'file') {
    return warn(
      'backslash',
      at,
      target.path,
      `“${url}” is written with a backslash: write ${url.replaceAll('\\', '/')}`,
    );
  }
  if (odd === 'space' && target.kind === 'file') {
    return warn(
      'space-in-url',
      at,
      target.path,
      `“${url}” contains a space: write ${url.trim().replaceAll(' ', '%20')}`,
    );
  }
  return null;
}

/**
 * @param {string} code
 * @param {{ page: string, line: number, column: number }} at
 * @param {string} resource
 * @param {string} message
 * @returns {Warning}
 */
function warn(code, at, resource, message) {
  return Object.freeze({ code, ...at, resource, message });
}
