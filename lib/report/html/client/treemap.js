/** @import { HtmlData, HtmlFile } from '../../types.ts' */
import { formatBytes, formatCount, formatNumber, shorten } from '../../format.js';
import { byId, make, makeSvg, SortableTable } from './dom.js';

/** Shows the bytes of files: a treemap with keyboard navigation, and the same as a table. @param {HtmlData} data */
export function startTreemap({ files, types }) {
  if (files.length === 0) return;
  const host = byId('treemap', HTMLElement);
  const said = byId('treemap-said', HTMLElement);
  const tiles = chooseTiles(files, types);
  const draw = () => host.replaceChildren(drawTreemap(tiles, types, host.clientWidth, said));
  draw();
  let width = innerWidth;
  addEventListener('resize', () => {
    if (innerWidth === width) return;
    width = innerWidth;
    requestAnimationFrame(draw);
  });
  new SortableTable(byId('files-table', HTMLElement), {
    caption: 'Transferred bytes of each file',
    rows: files,
    step: 25,
    sort: 'bytes',
    columns: [
      { key: 'path', label: 'File', kind: 'what' },
      { key: 'type', label: 'Type', kind: 'wide' },
      { key: 'bytes', label: 'Bytes', kind: 'end' },
      { key: 'pages', label: 'Pages', kind: 'end' },
    ],
    valuesOf: ({ path, type, bytes, pages }) => ({ path, type: types[type], bytes, pages }),
    cellsOf: ({ path, type, bytes, pages }) => [
      [make('span', { class: 'place' }, path)],
      [types[type]],
      [formatBytes(bytes)],
      [formatNumber(pages)],
    ],
  });
}

/**
 * Returns the files of the treemap, largest first. Those beyond the first 240 share a tile.
 * @param {readonly HtmlFile[]} files
 * @param {readonly string[]} types
 */
export function chooseTiles(files, types) {
  const maxTiles = 240;
  const rest = files.slice(maxTiles);
  const tiles = files.slice(0, maxTiles);
  if (rest.length > 0) {
    const bytes = rest.reduce((sum, file) => sum + file.bytes, 0);
    tiles.push({ path: formatCount(rest.length, 'smaller file'), type: types.indexOf('other'), bytes, pages: 0 });
  }
  return tiles.filter((file) => file.bytes > 0).sort((a, b) => b.bytes - a.bytes);
}

/**
 * Draws the tile of one file, with its name and size if they fit.
 * @param {HtmlFile} file
 * @param {{ x: number, y: number, w: number, h: number }} place
 */
export function drawTile({ path, bytes }, { x, y, w, h }) {
  const tile = { x: x + 0.75, y: y + 0.75, width: Math.max(0, w - 1.5), height: Math.max(0, h - 1.5), rx: 2 };
  const parts = [makeSvg('rect', tile)];
  if (w <= 56 || h <= 30) return parts;
  const name = shorten(path.split('/').at(-1) ?? '', Math.floor((w - 12) / 6.8));
  parts.push(makeSvg('text', { x: x + 7, y: y + 17 }, name));
  if (h > 46) parts.push(makeSvg('text', { class: 'size', x: x + 7, y: y + 33 }, formatBytes(bytes)));
  return parts;
}

/**
 * Draws tiles of areas in proportion to bytes.
 * @param {HtmlFile[]} files
 * @param {readonly string[]} types
 * @param {number} width
 * @param {HTMLElement} said
 */
export function drawTreemap(files, types, width, said) {
  const height = Math.round(Math.min(460, Math.max(260, width * 0.5)));
  const sizes = files.map((file) => file.bytes);
  const total = sizes.reduce((sum, bytes) => sum + bytes, 0);
  const places = layoutTreemap(sizes, width, height);
  const tiles = files.map((file, index) => {
    const label = describeTile(file, total);
    const tell = () => {
      said.textContent = label;
    };
    const attributes = {
      class: `tile fill-${types[file.type]}`,
      role: 'img',
      'aria-label': label,
      tabindex: index === 0 ? 0 : -1,
      focus: tell,
      pointerenter: tell,
    };
    return makeSvg('g', attributes, ...drawTile(file, places[index]));
  });
  const label = `Treemap of ${formatBytes(total)} in ${formatCount(files.length, 'tile')}; arrow keys move the focus`;
  const keydown = (/** @type {KeyboardEvent} */ event) => moveFocus(tiles, event);
  const attributes = { role: 'group', 'aria-label': label, width, height, viewBox: `0 0 ${width} ${height}`, keydown };
  return makeSvg('svg', attributes, ...tiles);
}

/** Describes the file of a tile. @param {HtmlFile} file @param {number} total bytes of all tiles */
export function describeTile({ path, bytes, pages }, total) {
  const share = `${((100 * bytes) / total).toFixed(1)} %`;
  return `${path}: ${formatBytes(bytes)}, ${share}${pages ? `, on ${formatCount(pages, 'page')}` : ''}`;
}

/**
 * Moves the focus between tiles with the keyboard. One tile at a time can be reached with the Tab key.
 * @param {readonly SVGElement[]} tiles
 * @param {KeyboardEvent} event
 */
export function moveFocus(tiles, event) {
  const current = tiles.findIndex((tile) => tile.getAttribute('tabindex') === '0');
  const last = tiles.length - 1;
  const steps = {
    ArrowRight: current + 1,
    ArrowDown: current + 1,
    ArrowLeft: current - 1,
    ArrowUp: current - 1,
    Home: 0,
    End: last,
  };
  const next = steps[/** @type {'Home'} */ (event.key)];
  if (next === undefined) return;
  event.preventDefault();
  tiles[current].setAttribute('tabindex', '-1');
  const tile = tiles[Math.max(0, Math.min(last, next))];
  tile.setAttribute('tabindex', '0');
  tile.focus();
}

/**
 * Lays out rectangles that are close to squares (Bruls, Huizing, van Wijk: Squarified treemaps, 2000).
 * @param {number[]} sizes largest first, all above zero @param {number} width @param {number} height
 * @returns {{ x: number, y: number, w: number, h: number }[]}
 */
export function layoutTreemap(sizes, width, height) {
  const scale = (width * height) / sizes.reduce((sum, size) => sum + size, 0);
  const areas = sizes.map((size) => size * scale);
  /** @type {{ x: number, y: number, w: number, h: number }[]} */
  const places = [];
  let [x, y, w, h] = [0, 0, width, height];
  for (let start = 0; start < areas.length; ) {
    const side = Math.max(1e-9, Math.min(w, h));
    let end = start;
    let sum = 0;
    let worst = Number.POSITIVE_INFINITY;
    while (end < areas.length) {
      const next = sum + areas[end];
      const ratio = Math.max((side * side * areas[start]) / (next * next), (next * next) / (side * side * areas[end]));
      if (ratio > worst) break;
      [worst, sum, end] = [ratio, next, end + 1];
    }
    // Rounding can leave a small negative size at the end.
    const thick = Math.min(sum / side, Math.max(0, w, h));
    let offset = 0;
    for (let index = start; index < end; index += 1) {
      const long = thick > 0 ? Math.min(areas[index] / thick, side) : 0;
      places.push(w >= h ? { x, y: y + offset, w: thick, h: long } : { x: x + offset, y, w: long, h: thick });
      offset += long;
    }
    if (w >= h) [x, w] = [x + thick, Math.max(0, w - thick)];
    else [y, h] = [y + thick, Math.max(0, h - thick)];
    start = end;
  }
  return places;
}
