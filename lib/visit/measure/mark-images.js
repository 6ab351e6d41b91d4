/** @import { Site, SitePath } from '../../site/types.ts' */

import { HEADER_FILES, hasPolicy } from '../../site/page/policy.js';
import { asksForImage } from '../../site/page/preload.js';
import { readPage } from '../../site/page/read-page.js';
import { MARK } from '../browser/image-boxes.js';

/**
 * Returns a page with an additional attribute in each image and in each preload of one. If scripts leave the attribute,
 * other added attributes would stay, too. Vue and React keep attributes in hydration. If they render the page again,
 * the attribute is lost. Skips pages with a policy that may forbid code in attributes.
 * @param {Site} site
 * @param {SitePath} path
 * @returns {Uint8Array | null} null if there is nothing to mark
 */
export function markImages({ files, place }, path) {
  const file = files.get(path);
  if (!file) return null;
  const text = textOf(file.bytes);
  const isForbidden = () =>
    hasPolicy(text) ||
    [...files.values()].some((other) => HEADER_FILES.test(other.path) && hasPolicy(textOf(other.bytes)));
  if (isForbidden()) return null;
  const { page } = readPage(file, place);
  // In another encoding, characters would change.
  if (!page || page.source !== text) return null;
  const ends = page.elements
    .filter((element) => !element.inert && (element.tag === 'img' || asksForImage(element)))
    .map(({ tag, startTag }) => startTag.start + `<${tag}`.length);
  if (ends.length === 0) return null;
  const parts = [0, ...ends].map((from, index) => text.slice(from, ends[index]));
  return Buffer.from(parts.join(` ${MARK}`));
}

/** @param {Uint8Array} bytes */
function textOf(bytes) {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
}
