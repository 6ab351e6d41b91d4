/** @import { Page } from 'puppeteer-core' */

const ORIGIN = 'https://files.invalid';

/**
 * Opens a file in a page of a browser without network access. A lookup returns it and the files that it references.
 * @param {Page} page @param {string} name @param {(name: string) => string | Uint8Array | null} lookup
 * @returns {Promise<string[]>} the requested URLs, in order
 */
export async function openFile(page, name, lookup) {
  /** @type {string[]} */
  const asked = [];
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    const url = request.url();
    asked.push(url);
    const found = url.startsWith(`${ORIGIN}/`) ? lookup(decodeURI(url.slice(ORIGIN.length + 1))) : null;
    if (url.startsWith('data:')) request.continue();
    else if (found === null) request.abort();
    else request.respond({ body: found, contentType: url.endsWith('.html') ? 'text/html; charset=utf-8' : undefined });
  });
  await page.goto(`${ORIGIN}/${name}`, { waitUntil: 'load' });
  return asked;
}
