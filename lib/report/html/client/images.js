/** @import { HtmlData, HtmlImage } from '../../types.ts' */
import { formatNumber } from '../../format.js';
import { byId, make } from './dom.js';

/** Shows images before and after under a slider, a dozen at a time. @param {HtmlData} data */
export function startImages({ images }) {
  if (images.length === 0) return;
  const list = byId('images-list', HTMLElement);
  const step = 12;
  const more = make('button', { type: 'button', class: 'more', click: () => grow() });
  const grow = () => {
    const shown = list.childElementCount;
    list.append(...images.slice(shown, shown + step).map(makeComparison));
    const left = images.length - list.childElementCount;
    more.textContent = `Show ${formatNumber(Math.min(step, left))} more of ${formatNumber(images.length)} images`;
    more.hidden = left <= 0;
  };
  list.after(more);
  grow();
}

/** Lays one image over the other. A slider moves the edge between them. @param {HtmlImage} image */
export function makeComparison({ path, before, after, difference, text }) {
  const described = text ? ` (“${text}”)` : '';
  const overlay = make('img', { class: 'over', src: before, alt: `${path}${described} before` });
  const frame = make('div', { class: 'frame' }, make('img', { src: after, alt: `${path}${described} after` }), overlay);
  // A bullet of eight pixels is enlarged, because its details would not be visible.
  overlay.addEventListener('load', () => {
    const { naturalWidth } = /** @type {HTMLImageElement} */ (overlay);
    frame.classList.toggle('small', naturalWidth > 0 && naturalWidth < 112);
  });
  const slider = make('input', {
    type: 'range',
    min: 0,
    max: 100,
    value: 50,
    'aria-label': `${path}: position of the edge between before and after`,
    input: (event) => frame.style.setProperty('--edge', `${event.target.value}%`),
  });
  const parts = [
    make('figcaption', { class: 'place' }, path),
    frame,
    make('div', { class: 'ends' }, make('span', {}, 'before'), slider, make('span', {}, 'after')),
  ];
  if (difference) {
    const layer = make('img', {
      class: 'difference',
      src: difference,
      alt: `${path}: where before and after differ`,
      hidden: true,
    });
    frame.append(layer);
    const toggle = make('button', { type: 'button', 'aria-pressed': 'false', click: () => flip() }, 'difference');
    const flip = () => {
      layer.hidden = !layer.hidden;
      toggle.setAttribute('aria-pressed', String(!layer.hidden));
    };
    parts.push(toggle);
  }
  return make('li', {}, make('figure', {}, ...parts));
}
