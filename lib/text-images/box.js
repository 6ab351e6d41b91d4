/** @import { Bar, Box, Frame, Graphic, Ground, LineFit, Raster, Rgb, Shadow } from './types.ts' */
import { contrast, formatColour } from './raster.js';

/** What all words share: a box that stands as an image stands, whatever the page around it says. */
export const BASE_CSS = 'display:inline-block;overflow:hidden;text-align:left;white-space:nowrap';

/**
 * Writes the style sheet and the markup of a box of the image's size that shows the same words.
 * @param {{ width: number, height: number, lines: readonly LineFit[], colour: Rgb, ground: Ground, bars:
 *   readonly Bar[], shadow: Shadow | null, graphic: Graphic | null, areas: readonly Box[] }} look
 */
export function writeBox({ width, height, lines, colour, ground, bars, shadow, graphic, areas }) {
  const background = writeBackground(ground, bars, colour, graphic);
  const own = [`width:${width}px`];
  const shared = [`height:${height}px`, `color:${formatColour(colour)}`];
  const { frame } = ground;
  // A picture's URL is relative to the page, and a shared sheet may lie elsewhere.
  if (background) (bars.length || graphic ? own : shared).push(`background:${background}`);
  if (frame) shared.push(`box-shadow:${writeFrame(frame)}`);
  if (frame?.radius) shared.push(`border-radius:${frame.radius}px`);
  if (shadow)
    shared.push(
      `text-shadow:${px(shadow.x)} ${px(shadow.y)} ${shadow.blur ? `${px(shadow.blur)} ` : ''}${shadow.colour}`,
    );
  const text = areas.length
    ? writeLinks(lines, areas, shared, colour)
    : lines.length === 1
      ? writeOne(lines[0], shared, own, colour)
      : writeMany(lines, shared, colour);
  return { base: BASE_CSS, css: shared.join(';'), ownCss: own.join(';'), ...text };
}

/** @typedef {{ html: string, more: Record<string, string> }} Written markup, and the styles of what is in it */

/** @param {LineFit} line @param {string[]} shared @param {string[]} own @param {Rgb} colour @returns {Written} */
function writeOne(line, shared, own, colour) {
  shared.push(`font:${writeFont(line, 2 * line.baseline - line.ascent + line.descent)}`, ...writeSpacing(line));
  if (round(line.x, 2) !== 0) own.push(`text-indent:${px(line.x)}`);
  const text = writeWords(line, colour);
  if (line.scaleX === 1) return { html: text, more: {} };
  const squeeze = `display:inline-block;text-indent:0;transform:scaleX(${round(line.scaleX, 3)});transform-origin:0`;
  return { html: `<span>${text}</span>`, more: { ' span': squeeze } };
}

/** @param {readonly LineFit[]} lines @param {string[]} shared @param {Rgb} colour @returns {Written} */
function writeMany(lines, shared, colour) {
  shared.push('position:relative');
  const { common, own } = shareStyles(lines.map((line) => placeLine(line, { x: 0, y: 0 })));
  const html = lines.map((line, index) => `<span${writeStyle(own[index])}>${writeWords(line, colour)}</span>`);
  const span = ['position:absolute', ...(lines.some(isScaled) ? ['transform-origin:0'] : []), ...common];
  return { html: html.join(' '), more: { ' span': span.join(';') } };
}

/**
 * One link over each area, the words where the image has them; `{area}` and its number stand for what the link leads
 * to.
 * @param {readonly LineFit[]} lines @param {readonly Box[]} areas @param {string[]} shared @param {Rgb} colour
 * @returns {Written}
 */
function writeLinks(lines, areas, shared, colour) {
  shared.push('position:relative');
  const held = areas.map((area) => lines.filter((line) => isWithin(line, area)));
  const placed = areas.map((area, index) => {
    const [line, ...others] = held[index];
    const isPlain = others.length === 0 && !isScaled(line);
    const box = [`left:${px(area.x)}`, `top:${px(area.y)}`, `width:${px(area.width)}`, `height:${px(area.height)}`];
    if (!isPlain) return box;
    const height = 2 * (line.baseline - area.y) - line.ascent + line.descent;
    return [...box, `text-indent:${px(line.x - area.x)}`, `font:${writeFont(line, height)}`, ...writeSpacing(line)];
  });
  const { common, own } = shareStyles(placed);
  const html = areas.map((area, index) => {
    const [line, ...others] = held[index];
    const words =
      others.length === 0 && !isScaled(line)
        ? writeWords(line, colour)
        : held[index]
            .map((one) => `<span${writeStyle(placeLine(one, area))}>${writeWords(one, colour)}</span>`)
            .join(' ');
    return `<a {area${index}}${writeStyle(own[index])}>${words}</a>`;
  });
  const link = ['position:absolute', 'color:inherit', 'text-decoration:none', ...common].join(';');
  const more = {
    ' a': link,
    ...(html.join('').includes('<span') ? { ' span': 'position:absolute;transform-origin:0' } : {}),
  };
  return { html: html.join(''), more };
}

/** Whether the middle of a line's words lies in an area. @param {LineFit} line @param {Box} area */
function isWithin({ x, advance, baseline, ascent }, area) {
  const [u, v] = [x + advance / 2, baseline - ascent / 3];
  return u >= area.x && u < area.x + area.width && v >= area.y && v < area.y + area.height;
}

/** Declarations of a line that stands by itself. @param {LineFit} line @param {{ x: number, y: number }} origin */
function placeLine(line, origin) {
  const placed = [
    `left:${px(line.x - origin.x)}`,
    `top:${px(line.baseline - line.ascent - origin.y)}`,
    `font:${writeFont(line, line.ascent + line.descent)}`,
    ...writeSpacing(line),
  ];
  return isScaled(line) ? [...placed, `transform:scaleX(${round(line.scaleX, 3)})`] : placed;
}

/** @param {LineFit} line */
function isScaled({ scaleX }) {
  return scaleX !== 1;
}

/** Parts what all members declare alike from what is their own. @param {readonly (readonly string[])[]} members */
function shareStyles(members) {
  const common = members[0].filter((declaration) => members.every((member) => member.includes(declaration)));
  return { common, own: members.map((member) => member.filter((declaration) => !common.includes(declaration))) };
}

/**
 * A line's words, escaped, what is in another ink than its box in an element of its own.
 * @param {LineFit} line @param {Rgb} colour of the box
 */
function writeWords({ text, inks }, colour) {
  if (!inks) return escapeText(text);
  const letters = [...text];
  return [
    { words: letters.slice(0, inks.letters).join(''), ink: inks.first },
    { words: letters.slice(inks.letters).join(''), ink: inks.rest },
  ]
    .map(({ words, ink }) =>
      words && contrast(ink, colour) > 0
        ? `<i style="font-style:inherit;color:${formatColour(ink)}">${escapeText(words)}</i>`
        : escapeText(words),
    )
    .join('');
}

/** @param {readonly string[]} declarations */
function writeStyle(declarations) {
  return declarations.length ? ` style="${declarations.join(';')}"` : '';
}

/** @param {LineFit} line @param {number} height */
function writeFont({ face, sizePx }, height) {
  const slant = `${face.slant === 'italic' ? 'italic ' : ''}${face.hasSmallCapitals ? 'small-caps ' : ''}`;
  const weight = face.weight === 400 ? '' : face.weight === 700 ? 'bold ' : `${face.weight} `;
  return `${slant}${weight}${px(sizePx)}/${px(height)} ${face.stack}`;
}

/** @param {LineFit} line */
function writeSpacing({ letterSpacingPx, wordSpacingPx }) {
  const spacing = [];
  if (round(letterSpacingPx, 2) !== 0) spacing.push(`letter-spacing:${px(letterSpacingPx)}`);
  if (round(wordSpacingPx, 2) !== 0) spacing.push(`word-spacing:${px(wordSpacingPx)}`);
  return spacing;
}

/** @param {Ground} ground @param {readonly Bar[]} bars @param {Rgb} colour @param {Graphic | null} graphic */
function writeBackground(ground, bars, colour, graphic) {
  const layers = bars.map(
    ({ box }) =>
      `linear-gradient(${formatColour(colour)},${formatColour(colour)}) ${px(box.x)} ${px(box.y)}/` +
      `${px(box.width)} ${px(box.height)} no-repeat`,
  );
  if (graphic) {
    const at = graphic.box.x || graphic.box.y ? ` ${px(graphic.box.x)} ${px(graphic.box.y)}` : '';
    layers.push(`url({graphic})${at} no-repeat`);
  }
  if (ground.kind === 'plain') layers.push(formatColour(ground.colour));
  if (ground.kind === 'rows') layers.push(`linear-gradient(${writeStops(ground.lines)})`);
  if (ground.kind === 'columns') layers.push(`linear-gradient(90deg,${writeStops(ground.lines)})`);
  return layers.join(',');
}

/** The fewest stops that follow the colours of lines closely. @param {readonly Rgb[]} lines */
export function writeStops(lines) {
  /** @type {string[]} */
  const stops = [];
  const last = lines.length - 1;
  let from = 0;
  while (from <= last) {
    let to = last;
    while (to > from + 1 && !isStraight(lines, from, to)) to--;
    const step = to === from + 1 && contrast(lines[from], lines[to]) > 12;
    if (step) {
      stops.push(`${formatColour(lines[from])} ${px(from + 1)}`, `${formatColour(lines[to])} ${px(from + 1)}`);
    } else {
      if (from === 0) stops.push(formatColour(lines[from]));
      stops.push(to >= last ? formatColour(lines[last]) : `${formatColour(lines[to])} ${px(to + 0.5)}`);
    }
    if (to >= last) break;
    from = to;
  }
  return stops.join(',');
}

/** @param {readonly Rgb[]} lines @param {number} from @param {number} to */
function isStraight(lines, from, to) {
  for (let at = from; at <= to; at++) {
    const share = (at - from) / (to - from);
    for (let c = 0; c < 3; c++) {
      if (Math.abs(lines[from][c] + share * (lines[to][c] - lines[from][c]) - lines[at][c]) > 5) return false;
    }
  }
  return true;
}

/** Inset shadows, one for each line of a frame. @param {Frame} frame */
export function writeFrame({ top, right, bottom, left, over }) {
  const depth = Math.max(top.length, right.length, bottom.length, left.length);
  /** @type {string[]} */
  const shadows = [];
  for (let at = 0; at < depth; at++) {
    const reach = at + 1;
    const [up, end, down, start] = [top[at], right[at], bottom[at], left[at]];
    if (up && end && down && start && [end, down, start].every((other) => contrast(up, other) <= 8)) {
      shadows.push(`inset 0 0 0 ${px(reach)} ${formatColour(up)}`);
      continue;
    }
    const first = pairSides(up, start, reach);
    const second = pairSides(down, end, -reach);
    shadows.push(...(over === 'start' ? [...first, ...second] : [...second, ...first]));
  }
  return shadows.join(',');
}

/**
 * @param {Rgb | undefined} across a horizontal line
 * @param {Rgb | undefined} along a vertical one
 * @param {number} reach
 */
function pairSides(across, along, reach) {
  if (across && along && contrast(across, along) <= 8)
    return [`inset ${px(reach)} ${px(reach)} ${formatColour(across)}`];
  return [
    ...(across ? [`inset 0 ${px(reach)} ${formatColour(across)}`] : []),
    ...(along ? [`inset ${px(reach)} 0 ${formatColour(along)}`] : []),
  ];
}

/** @param {string} text */
export function escapeText(text) {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/** @param {number} value @param {number} digits */
function round(value, digits) {
  return Number(value.toFixed(digits));
}

/** @param {number} value */
function px(value) {
  const rounded = String(round(value, 2)).replace(/^(-?)0\./, '$1.');
  return rounded === '0' || rounded === '-0' ? '0' : `${rounded}px`;
}
