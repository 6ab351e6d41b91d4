/** @import { Facts, Rule } from '../lib/plan/types.ts' */
/** @import { Element, Page, Reference } from '../lib/site/types.ts' */

import { ancestorsOf, textOf } from '../lib/site/page/tree.js';

/** Max side of a corner image, in CSS pixels. Themes use radii of 5 to 30 pixels. */
const MAX_PIXELS = 40;

/** Min number of corners of a frame. */
const FEWEST_CORNERS = 3;

/** @type {Rule} */
export default {
  meta: {
    id: 'corner-image',
    category: 'style',
    summary: 'Finds boxes whose rounded corners are images in the corner cells of a table.',
    why: 'A single border-radius replaces four small images and nine cells.',
    default: 'advise',
    safety: 'visual',
    reads: ['images', 'references'],
    options: {},
    messages: {
      corner:
        '{names} are the corners of a box. A border-radius of about {radius} pixels replaces these {count} ' +
        'images.',
    },
    since: '0.1.0',
  },

  detect(page, facts) {
    const tables = page.elements.filter(({ tag, inert }) => tag === 'table' && !inert);
    const rows = Map.groupBy(
      page.elements.filter(({ tag }) => tag === 'tr'),
      (row) => ancestorsOf(row).find(({ tag }) => tag === 'table'),
    );
    return tables.flatMap((table) => {
      const corners = cornersOf(rows.get(table) ?? []).flatMap((cell) => pieceIn(cell, facts) ?? []);
      if (corners.length < FEWEST_CORNERS) return [];
      const paths = [...new Set(corners.map(({ path }) => path))];
      const radius = Math.max(...corners.map(({ size }) => size));
      const data = { names: paths.map((path) => path.split('/').at(-1)).join(', '), radius, count: corners.length };
      const place = { page: page.path, range: table.startTag, resource: paths[0] };
      return { rule: 'corner-image', ...place, messageId: 'corner', data };
    });
  },
};

/**
 * Returns the first and last cells of the first and last rows of a table.
 * @param {readonly Element[]} rows
 */
function cornersOf(rows) {
  if (rows.length < 2) return [];
  return [rows[0], rows[rows.length - 1]].flatMap(({ children }) => {
    const cells = /** @type {Element[]} */ (children.filter(({ tag }) => tag === 'td' || tag === 'th'));
    return cells.length < 2 ? [] : [cells[0], cells[cells.length - 1]];
  });
}

/**
 * Returns the small image that is the only content of a cell.
 * @param {Element} cell
 * @param {Facts} facts
 * @returns {{ path: string, size: number } | null}
 */
function pieceIn(cell, { references, images }) {
  if (textOf(cell).trim() !== '') return null;
  const inside = cell.children.filter((child) => 'attributes' in child);
  const sole = inside.length === 0 ? cell : inside.length === 1 && inside[0].tag === 'img' ? inside[0] : null;
  const wanted = sole === cell ? 'background' : 'src';
  const isPiece = (/** @type {Reference} */ { element, attribute }) =>
    sole !== null && element === /** @type {Element} */ (sole).index && attribute === wanted;
  const target = references.find(isPiece)?.target;
  const image = target?.kind === 'file' ? images.get(target.path) : undefined;
  if (target?.kind !== 'file' || !image || image.broken || image.solid !== null || image.frames > 1) return null;
  const size = Math.max(image.width, image.height);
  const isSquarish = size <= 2 * Math.min(image.width, image.height);
  return size <= MAX_PIXELS && size > 1 && isSquarish ? { path: target.path, size } : null;
}
