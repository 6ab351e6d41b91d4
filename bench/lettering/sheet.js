import { readFileSync } from 'node:fs';
import { catalogue, locateFace } from '../../lib/text-images/catalogue.js';

/**
 * @typedef {object} Pair
 * @property {string} name @property {string} note
 * @property {Uint8Array} bytes @property {string} type
 * @property {{ className: string, ownCss: string, html: string } | null} replacement
 */

/**
 * A page that shows originals and replacements side by side, at their own size.
 * @param {readonly Pair[]} pairs @param {string} css rules of the replacements' classes
 */
export function writeSheet(pairs, css) {
  const cells = pairs.map(({ name, note, bytes, type, replacement }) => {
    const original = `<img src="data:${type};base64,${Buffer.from(bytes).toString('base64')}">`;
    const shown = replacement
      ? `<span class="${replacement.className}" style="${replacement.ownCss}">${replacement.html}</span>`
      : '';
    return `<figure><div>${original}</div><div>${shown}</div><figcaption>${name}<br>${note}</figcaption></figure>`;
  });
  return `<!doctype html><meta charset="utf-8"><title>Lettering</title><style>${writeFaces()}
body{background:#e8f0e0;font:11px sans-serif;margin:8px;width:1380px}
figure{display:inline-block;margin:4px;vertical-align:top}figure div{min-height:4px;margin-bottom:3px}
figcaption{color:#555;font-size:9px;max-width:260px}${css}</style>${cells.join('\n')}`;
}

/** Stand-ins under the names that style sheets ask for. */
function writeFaces() {
  return catalogue
    .map((face) => {
      const data = readFileSync(locateFace(face)).toString('base64');
      return (
        `@font-face{font-family:"${face.family}";font-weight:${face.weight};font-style:${face.slant};` +
        `src:url(data:font/woff2;base64,${data})}`
      );
    })
    .join('');
}
