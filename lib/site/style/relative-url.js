/** @see https://datatracker.ietf.org/doc/html/rfc3986#section-3.1 */
export const ABSOLUTE = /^(?:[a-z][a-z0-9+.-]*:|[\\/])/i;

/**
 * Returns the relative path from a folder to a file, both as encoded in URLs.
 * @param {readonly string[]} folder
 * @param {readonly string[]} file
 */
export function relativeUrl(folder, file) {
  let same = 0;
  while (same < folder.length && same < file.length - 1 && folder[same] === file[same]) same++;
  return quoteUrl('../'.repeat(folder.length - same) + file.slice(same).join('/'));
}

/**
 * Returns a URL in a form that is valid in any attribute, with or without quotes, and in any `url(…)`.
 * @param {string} url
 */
export function quoteUrl(url) {
  return url.replace(/[\s"'()\\<>]/g, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`);
}
