import assert from 'node:assert/strict';
import { packHtml } from '../../../lib/output/pack/html.js';

/**
 * @param {string} body
 * @param {string} [head]
 */
export const page = (body, head = '') =>
  `<!doctype html><html><head><title>t</title>${head}</head><body>${body}</body></html>`;

/**
 * Packs a page and returns its body.
 * @param {string} body
 * @param {string} [head]
 * @param {Parameters<typeof packHtml>[1]} [options]
 */
export async function packBody(body, head, options) {
  const { text, reason } = await packHtml(page(body, head), options);
  assert.equal(reason, null);
  return /<body>([\s\S]*)<\/body>/.exec(text)?.[1];
}
