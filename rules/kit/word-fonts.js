/** @import { CssClass, NewFile } from '../../lib/plan/types.ts' */
/** @import { Explained } from '../../lib/text-images/types.ts' */

import { exact } from '../../lib/base/exact.js';
import { relativeUrl } from '../../lib/site/style/relative-url.js';
import { encodePath } from '../../lib/site/text/disk-name.js';

/** Returns the URL of a file of the site, relative to a page. @param {string} base @param {string} path */
export function urlFrom(base, path) {
  return relativeUrl(encodePath(base).split('/').slice(0, -1), encodePath(path).split('/'));
}

/**
 * Returns the font faces of a text. A font that pages share is a file, and so is one for displays with more device
 * pixels, which the others do not request. The font of a single page is written into its styles.
 * @param {Explained['font']} font @param {unknown} base base of the page's relative URLs, null if it has none
 * @returns {{ face: CssClass, file: NewFile | null }[]}
 */
export function facesOf(font, base) {
  const { family, bytes, dense, folder, pages } = font;
  if (!bytes) return [];
  const mayFile = typeof base === 'string';
  return [
    faceOf({ family, bytes, folder }, mayFile && pages > 1 ? base : null, { pages }),
    ...(dense ? [faceOf({ family: nameOfDense(font), bytes: dense, folder }, mayFile ? base : null, SPARE)] : []),
  ];
}

const SPARE = Object.freeze({ isSpare: exact(true) });

/**
 * @param {{ family: string, bytes: Uint8Array, folder: string }} font
 * @param {string | null} base null: the font is no file
 * @param {Pick<NewFile, 'pages' | 'isSpare'>} uses
 * @returns {{ face: CssClass, file: NewFile | null }}
 */
function faceOf({ family, bytes, folder }, base, uses) {
  const write = (/** @type {string} */ url) => ({ '@font-face': `font-family:${family};src:url(${url})` });
  if (base === null) {
    const data = `data:font/woff2;base64,${Buffer.from(bytes).toString('base64')}`;
    return { face: { name: family, css: '', more: write(data) }, file: null };
  }
  const path = `${folder}${family}.woff2`;
  return {
    face: { name: family, css: '', more: write(urlFrom(base, path)), isLocal: true },
    file: { path, bytes, ...uses },
  };
}

/** Returns the family for displays with more device pixels. @param {Explained['font']} font */
export function nameOfDense({ family }) {
  return `${family}d`;
}
