/** @import { HtmlData, HtmlFile } from '../../types.ts' */
import { formatBytes, formatCount, formatNumber, shorten } from '../../format.js';
import { byId, make, makeSvg, mountTable } from './dom.js';

/** Shows the bytes of files: a treemap with keyboard navigation, and the same as a table. @param {HtmlData} data */
export function startTreemap({ files, types }) {
  if (files.length === 0) return;
  const host = byId('treemap', HTMLElement);
  const said = byId('treemap-said', HTMLElement);
  const mostTiles = 240;
  const rest = files.slice(mostTiles);
  const tiles = files.slice(0, mostTiles);
  if (rest.length > 0) {
    const bytes = rest.reduce((sum, file) => sum + file.bytes, 0);
    tiles.push({ path: formatCount(rest.length, 'smaller file'), type: types.indexOf('other'), bytes, pages: 0 });
  }
  const shown = tiles.filter((file) => file.bytes > 0).sort((a, b) => b.bytes - a.bytes);
  const draw = () => host.replaceChildren(drawTreemap(shown, types, host.clientWidth, said));
  draw();
  let width = innerWidth;
  addEventListener('resize', () => {
    if (innerWidth === width) return;
    width = innerWidth;
    requestAnimationFrame(draw);
  });
  mountTable(byId('files-table', HTMLElement), {
    caption: 'Every file, as it is sent',
    rows: files,
    step: 25,
    sort: 'bytes',
    columns: [
      {
        key: 'path',
        label: 'File',
        kind: 'what',
        value: (file) => file.path,
        cell: (file) => [make('span', { class: 'place' }, file.path)],
      },
      {
        key: 'type',
        label: 'Type',
        kind: 'wide',
        value: (file) => types[file.type],
        cell: (file) => [types[file.type]],
      },
      {
        key: 'bytes',
        label: 'Bytes',
        kind: 'end',
        value: (file) => file.bytes,
        cell: (file) => [formatBytes(file.bytes)],
      },
      {
        key: 'pages',
        label: 'Pages',
        kind: 'end',
        value: (file) => file.pages,
        cell: (file) => [formatNumber(file.pages)],
      },
    ],
  });
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
  const total = files.reduce((sum, file) => sum + file.bytes, 0);
  const places = layoutTreemap(
    files.map((file) => file.bytes),
    width,
    height,
  );
  /** @param {string} label */
  const tell = (label) => {
    said.textContent = label;
  };
  const tiles = files.map((file, index) => {
    const share = `${((100 * file.bytes) / total).toFixed(1)} %`;
    const label =
      `${file.path}: ${formatBytes(file.bytes)}, ${share}` +
      `${file.pages ? `, on ${formatCount(file.pages, 'page')}` : ''}`;
    const attributes = {
      class: `tile fill-${types[file.type]}`,
      role: 'img',
      'aria-label': label,
      tabindex: index === 0 ? 0 : -1,
      focus: () => tell(label),
      pointerenter: () => tell(label),
    };
    return makeSvg('g', attributes, ...drawTile(file, places[index]));
  });
  let current = 0;
  /** @param {KeyboardEvent} event */
  const walk = (event) => {
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
    current = Math.max(0, Math.min(last, next));
    tiles[current].setAttribute('tabindex', '0');
    tiles[current].focus();
  };
  return makeSvg(
    'svg',
    {
      role: 'group',
      'aria-label': `Treemap of ${formatBytes(total)} in ${formatCount(files.length, 'tile')}; arrow keys walk it`,
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
      keydown: walk,
    },
    ...tiles,
  );
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
