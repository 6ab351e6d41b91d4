/** @import { Decomposed, Rgb } from '../types.ts' */
/** @import { SharedFont } from '../font/plan-fonts.js' */
/** @import { Setting } from '../font/fit-system-font.js' */

import { colourAt } from '../decompose/picture.js';
import { tagOfVariant } from '../font/font-tables.js';
import { topOf } from '../font/plan-fonts.js';

/** Declarations of all text that replaces images: a box that is laid out like an image with any style of the page. */
export const BASE_CSS = 'display:inline-block;overflow:hidden;white-space:nowrap;text-rendering:geometricPrecision';
/** Max distance from the centre, in pixels, at which text counts as centred. */
const CENTRED_PX = 3;

/**
 * Writes the declarations of a box of the image's size with the same rendering, and its markup.
 * @param {Decomposed} image @param {readonly string[]} text @param {SharedFont} font @param {string} family
 * @param {string | null} background in CSS; null if the background behind the box is visible
 */
export function writeBox(image, text, { emPx, variants }, family, background) {
  const { width, height } = image.picture;
  const top = topOf(image, text.length, emPx);
  const variant = variants.get(image.picture);
  const [left, right] = [
    Math.min(...image.lines.map(({ box }) => box.x)),
    width - Math.max(...image.lines.map(({ box }) => box.x + box.width)),
  ];
  const css = [
    `width:${width}px`,
    `height:${height - top}px`,
    ...(top ? [`padding-top:${top}px`] : []),
    `font:${emPx}px/${emPx}px ${family},sans-serif`,
    ...(variant ? [`font-feature-settings:"ccmp" 0,"${tagOfVariant(variant)}"`] : []),
    `text-align:${Math.abs(left - right) <= CENTRED_PX ? 'center' : 'left'}`,
    `color:${writeColour(image.ink)}`,
    ...(image.shadow ? [`text-shadow:${writeShadow(image.shadow)}`] : []),
    ...(background ? [`background:${background}`] : []),
  ];
  return { css: css.join(';'), html: text.map(escapeText).join('<br>') };
}

/**
 * Returns the declarations of a box without its text, over another background.
 * @param {string} css @param {string} [background] the value of its declaration
 */
export function hideText(css, background = '{background}') {
  const kept = css.split(/;(?!base64)/).filter((one) => !/^(?:text-shadow|background):/.test(one));
  return [
    ...kept.map((one) => (one.startsWith('color:') ? 'color:transparent' : one)),
    `background:${background}`,
  ].join(';');
}

/**
 * Writes the declarations of a box of the image's size with one line in a system face, and its markup.
 * @param {Decomposed} image @param {string} text @param {Setting} setting
 * @param {string | null} background in CSS; null if the background behind the box is visible
 */
export function writeSystemBox(image, text, { face, sizePx, spacingPx, scale, x, heightPx }, background) {
  const { width, height } = image.picture;
  const css = [
    `width:${width}px`,
    `height:${height}px`,
    `font:${face.style}${sizePx}px/${heightPx}px ${face.family}`,
    'text-align:left',
    `text-indent:${x}px`,
    ...(spacingPx ? [`letter-spacing:${spacingPx}px`] : []),
    `color:${writeColour(image.ink)}`,
    ...(background ? [`background:${background}`] : []),
  ];
  const said = escapeText(text);
  if (scale === 1) return { css: css.join(';'), html: said };
  const style = `display:inline-block;text-indent:0;transform:scaleX(${scale});transform-origin:0`;
  return { css: css.join(';'), html: `<span style="${style}">${said}</span>` };
}

/**
 * Returns the background in CSS if it needs no file: one colour, or one for each row. Returns null if it needs one.
 * @param {Decomposed} image
 */
export function writeBackground({ background: { kind, rgb }, picture: { width, height } }) {
  if (kind === 'clear') return '';
  if (kind === 'plain') return writeColour(colourAt(rgb, 0));
  if (kind !== 'rows') return null;
  /** @type {{ colour: string, from: number, to: number }[]} */
  const stops = [];
  for (let y = 0; y < height; y++) {
    const colour = writeColour(colourAt(rgb, y * width));
    if (stops.at(-1)?.colour === colour) Object.assign(stops[stops.length - 1], { to: y + 1 });
    else stops.push({ colour, from: y, to: y + 1 });
  }
  return `linear-gradient(${stops
    .map(({ colour, from, to }) => `${colour} ${from ? `${from}px ` : '0 ' + ''}${to}px`)
    .join()})`;
}

/** @param {NonNullable<Decomposed['shadow']>} shadow */
function writeShadow({ x, y, blur, colour, opacity }) {
  const mix = opacity === 1 ? writeColour(colour) : `rgba(${colour.join()},${opacity})`;
  return `${x}px ${y}px ${blur ? `${blur}px ` : ''}${mix}`;
}

/** @param {Rgb} colour */
export function writeColour(colour) {
  const hex = colour.map((value) => value.toString(16).padStart(2, '0')).join('');
  return `#${/^(.)\1(.)\2(.)\3$/.test(hex) ? hex[0] + hex[2] + hex[4] : hex}`;
}

/** @param {string} text */
function escapeText(text) {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
