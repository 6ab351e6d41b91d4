/**
 * @import { ImageFacts } from '../../lib/images/types.ts'
 * @import { Declaration, Element, Page, Sheet } from '../../lib/site/types.ts'
 *
 * @typedef {object} Box An image's box, expressed in CSS.
 * @property {number} width rendered width in CSS pixels; the file's width if the size is a percentage
 * @property {number} height
 * @property {string} size declarations of width and height
 * @property {string} placement declarations of margins, border, alignment and float
 * @property {boolean} scaled true if the rendered size differs from that of the file
 * @property {boolean} isBordered true if it has a visible border
 * @property {boolean} isPadded true if a transparent border replaces its padding
 * @property {Element | null} held the cell whose lines must not break at it, null if there is none
 */

import { exact } from '../../lib/base/exact.js';
import { readOnce } from '../../lib/base/read-once.js';
import { declarationsFor, mayMatch } from '../../lib/site/style/match.js';
import { dimensionOf } from './dimension.js';
import { cellOfImages, wrapsInCell } from './quirks-cell.js';

/** Properties of an image that have no effect on a background of the same pixels. */
const HARMLESS = new RegExp(
  `^(?:color|cursor|font.*|line-height|text-.*|letter-spacing|word-spacing|white-space` +
    `|border-(?:collapse|spacing|image.*|.*color)|list-style.*|-ms-interpolation-mode` +
    `|image-rendering|object-.*|page-break-.*|break-.*|user-select|-(?:webkit|moz)-(?:font|text` +
    `|user|touch|tap|hyphens).*|quotes|hyphens|overflow-wrap|word-wrap|direction|box-sizing` +
    `|scrollbar-.*|behavior)$`,
);
/**
 * Display values of a box that keep an image's layout. A block becomes a formatting context of its own, which avoids
 * floats.
 */
const DISPLAYS = new Map([
  ['block', 'flow-root'],
  ['inline-block', ''],
  ['inline', ''],
]);
const COUNTS_BESIDE = /-of-type|:has\(/i;
const NO_MARGINS = { y: 0, left: 0, right: 0 };
/** A background that paints nothing. */
const NO_BACKGROUND = /^(?:(?:none|transparent|initial|(?:no-)?repeat(?:-[xy])?|scroll|fixed|0(?:%|px)?)(?:\s+|$))+$/;
const NOTHING = /^(?:0|0px|none|normal|auto|medium|inherit|initial|transparent)$/i;

/**
 * Derives the box of an image from its attributes, CSS and file.
 * @param {Page} page
 * @param {Element} element an `<img>`
 * @param {ImageFacts} image
 * @param {readonly Sheet[]} sheets
 * @param {{ mayPad?: boolean, mayHold?: boolean }} [options] `mayPad`: true if the box can have padding; `mayHold`:
 *   true if the lines of its cell can be kept from breaking
 * @returns {Box | null} null if it depends on something that a plain box cannot reproduce
 */
export function carryBox(page, element, image, sheets, { mayPad = false, mayHold = false } = {}) {
  const styled = readStyles(declarationsFor(element, sheets));
  if (!styled || !spanIsFree(element, sheets) || sheets.some(countsImages)) return null;
  const padding = paddingOf(styled);
  if (padding && !(mayPad && canPad(element, styled, sheets))) return null;
  const size = sizeOf(element, image, styled);
  const wraps = page.quirks && wrapsInCell(element);
  const held = wraps && mayHold ? cellOfImages(element) : null;
  if (!size || (wraps && !held)) return null;
  const margins = hasOwnMargins(styled) ? NO_MARGINS : marginsOf(page, element);
  const styledMargins = [...styled.keys()].some((property) => property.startsWith('margin'));
  const plainMargins = hasOwnMargins(styled) && isWithoutMargins(styled);
  if (alignOf(element) === 'middle' && styledMargins && !plainMargins) return null;
  const border = [...styled.keys()].some((property) => property.startsWith('border')) ? '' : borderOf(element);
  const alignment = alignmentOf(element, styled, size.height + 2 * (margins.y + thicknessOf(border)));
  const placement = [
    alignment.startsWith('float') ? '' : `display:${styled.get('display') || 'inline-block'}`,
    marginOf(styled, margins),
    border,
    padding,
    alignment,
  ].filter(Boolean);
  const { width, height } = size;
  return {
    width,
    height,
    size: `width:${size.css ?? `${width}px`};height:${height}px`,
    placement: placement.join(';'),
    scaled: width !== image.width || height !== image.height,
    isBordered: border !== '',
    isPadded: padding !== '',
    held,
  };
}

/**
 * Returns the declarations that a box can reproduce, by property, or null if any cannot be reproduced.
 * @param {readonly Declaration[]} declarations
 * @returns {Map<string, string> | null}
 */
function readStyles(declarations) {
  /** @type {Map<string, string>} */
  const styled = new Map();
  for (const { property, value } of declarations) {
    if (HARMLESS.test(property)) continue;
    const said = translate(property, value.trim().toLowerCase());
    if (said === null || (styled.has(property) && styled.get(property) !== said)) return null;
    styled.set(property, said);
  }
  // Between a shorthand and its longhand, the order of the declarations decides.
  const mixed = styled.has('margin') && [...styled.keys()].some((property) => property.startsWith('margin-'));
  return mixed && !isWithoutMargins(styled) ? null : styled;
}

/** Properties that have no effect if their value is none or zero. */
const OFTEN_NOTHING = /^(?:(?:border|border-(?:top|right|bottom|left))(?:-width|-style)?|outline|opacity|filter)$/;
/** The part of a selector after which a rule takes precedence over one class. */
const STRONGER = /#|(?:[.[:][^.[:]*){2}/;

/**
 * Returns the declarations for the padding of an image, empty if it has none. As a transparent border, it reacts to the
 * mouse as the padding did, and the text's box keeps its size. The background does not cover it.
 * @param {ReadonlyMap<string, string>} styled
 */
function paddingOf(styled) {
  const sides = ['top', 'right', 'bottom', 'left'].map((side) => styled.get(`padding-${side}`) || '0');
  const whole = styled.get('padding');
  if (!whole && sides.every((side) => side === '0')) return '';
  const widths = whole || sides.join(' ');
  return `padding:0;border:solid transparent;border-width:${widths};background-clip:padding-box!important`;
}

/**
 * Returns true if one class can replace an image's padding: no other part of its style depends on it, and no rule that
 * the box keeps takes precedence.
 * @param {Element} element @param {ReadonlyMap<string, string>} styled @param {readonly Sheet[]} sheets
 */
function canPad(element, styled, sheets) {
  const isMixed =
    Boolean(styled.get('padding')) && [...styled].some(([name, value]) => /^padding-/.test(name) && value);
  const hasBorder = [...styled].some(([name, value]) => name.startsWith('border') && value !== '');
  const isSized = declarationsFor(element, sheets).some(({ property }) => property === 'box-sizing');
  if (isMixed || hasBorder || isSized || borderOf(element) !== '' || alignOf(element) === 'middle') return false;
  const span = { ...element, tag: 'span' };
  return sheets.every((sheet) =>
    sheet.rules.every(
      ({ selectors, declarations }) =>
        !declarations.some(({ property }) => /^(?:padding|border)/.test(property)) ||
        selectors.every((selector) => !STRONGER.test(selector) || !mayMatch(span, selector)),
    ),
  );
}

/**
 * Converts a declaration for use on a box. Returns an empty string if it has no effect and null if it cannot be
 * reproduced.
 * @param {string} property
 * @param {string} value
 */
function translate(property, value) {
  if (/^(?:width|height)$/.test(property)) return /^\d+(?:\.\d+)?px$/.test(value) ? value : null;
  if (property === 'display') return DISPLAYS.get(value) ?? null;
  if (OFTEN_NOTHING.test(property)) {
    return NOTHING.test(value) ||
      /^0(?:px)?\s|^(?:\w+\s)?none$/.test(value) ||
      (property === 'opacity' && value === '1')
      ? ''
      : null;
  }
  if (/^padding(?:-(?:top|right|bottom|left))?$/.test(property)) {
    if (/^(?:0(?:px)?\s*){1,4}$/.test(value)) return '';
    return /^(?:(?:0|\d+(?:\.\d+)?px)\s*){1,4}$/.test(value) ? value : null;
  }
  if (/^margin(?:-(?:top|right|bottom|left))?$/.test(property)) {
    return /^(?:(?:0|-?\d+(?:\.\d+)?px|auto)\s*){1,4}$/.test(value) ? value : null;
  }
  if (property === 'background' && NO_BACKGROUND.test(value)) return '';
  if (property === 'visibility') return value === 'visible' ? '' : null;
  if (property === 'float') return /^(?:left|right)$/.test(value) ? value : value === 'none' ? '' : null;
  if (property === 'vertical-align')
    return /^(?:baseline|top|middle|bottom|text-top|text-bottom|-?\d+px)$/.test(value) ? value : null;
  return NOTHING.test(value) ? '' : null;
}

/**
 * Returns true if no rule of the page styles a `<span>` in the image's place without also styling the image. A reset
 * sheet selects both, each by its own name.
 * @param {Element} element
 * @param {readonly Sheet[]} sheets
 */
function spanIsFree(element, sheets) {
  const span = { ...element, tag: 'span' };
  return sheets.every((sheet) =>
    shapersIn(sheet).every(
      (selectors) =>
        !selectors.some((selector) => mayMatch(span, selector)) ||
        selectors.some((selector) => mayMatch(element, selector)),
    ),
  );
}

/** Returns the selectors for elements, not pseudo-elements, of each rule whose declarations affect a box. */
const shapersIn = readOnce((/** @type {Sheet} */ { rules }) =>
  rules
    .filter(({ declarations }) =>
      declarations.some(({ property, value }) => !HARMLESS.test(property) && !NOTHING.test(value.trim())),
    )
    .map(({ selectors }) => selectors.filter((selector) => !/::|:(?:before|after)\b/i.test(selector))),
);

/**
 * Returns true if a selector depends on an image's siblings, so that replacing the image could restyle its neighbours.
 */
const countsImages = readOnce((/** @type {Sheet} */ { rules }) =>
  rules.some(({ selectors }) => selectors.some(isBesideImage)),
);

/**
 * Returns an image's rendered size. CSS takes precedence over attributes, and attributes over the file. A missing side
 * follows from the other.
 * @param {Element} element
 * @param {ImageFacts} image
 * @param {ReadonlyMap<string, string>} styled
 * @returns {{ width: number, height: number, css: string | null } | null}
 */
function sizeOf(element, image, styled) {
  const [width, height] = exact(['width', 'height']).map((side) => {
    const said = styled.get(side);
    return said ? { value: Number.parseFloat(said), percent: false } : dimensionOf(element, side);
  });
  if (height?.percent) return null;
  if (width?.percent) {
    return height && !insideCell(element) ? { width: image.width, height: height.value, css: `${width.value}%` } : null;
  }
  if (!width && !height) return { width: image.width, height: image.height, css: null };
  return {
    width: width?.value ?? ((height?.value ?? 0) * image.width) / image.height,
    height: height?.value ?? ((width?.value ?? 0) * image.height) / image.width,
    css: null,
  };
}

/**
 * @param {Element} element
 * @param {string} name
 */
function spaceOf(element, name) {
  const space = dimensionOf(element, name);
  return space && !space.percent ? space.value : 0;
}

/** @param {Element} element */
function borderOf(element) {
  const width = spaceOf(element, 'border');
  return width > 0 ? `border:${width}px solid` : '';
}

/** @param {string} border */
function thicknessOf(border) {
  return Number(/(?<![\d.])(\d+(?:\.\d+)?)px/.exec(border)?.[1] ?? 0);
}

/**
 * Returns the margins set by attributes. Without them, quirks mode keeps text three pixels away from a floating image.
 * @see https://html.spec.whatwg.org/#attributes-for-embedded-content-and-images
 * @param {Page} page
 * @param {Element} element
 */
function marginsOf({ quirks }, element) {
  const x = spaceOf(element, 'hspace');
  const side = quirks && !dimensionOf(element, 'hspace') ? alignOf(element) : '';
  return { y: spaceOf(element, 'vspace'), left: side === 'right' ? 3 : x, right: side === 'left' ? 3 : x };
}

/** @param {ReadonlyMap<string, string>} styled */
function hasOwnMargins(styled) {
  return styled.has('margin') || ['top', 'right', 'bottom', 'left'].every((side) => styled.has(`margin-${side}`));
}

/** @param {ReadonlyMap<string, string>} styled */
function isWithoutMargins(styled) {
  return [...styled].every(([property, value]) => !property.startsWith('margin') || NOTHING.test(value));
}

/**
 * @param {ReadonlyMap<string, string>} styled
 * @param {{ y: number, left: number, right: number }} attributes
 */
function marginOf(styled, { y, left, right }) {
  const own = [...styled].filter(([property, value]) => property.startsWith('margin') && value !== '');
  const said = own.map(([property, value]) => `${property}:${value}`);
  if (y === 0 && left === 0 && right === 0) return said.join(';');
  const sides = left !== right ? [y, right, y, left] : y !== left ? [y, left] : [y];
  return [`margin:${sides.map((side) => (side === 0 ? '0' : `${side}px`)).join(' ')}`, ...said].join(';');
}

/** @param {Element} element */
function alignOf(element) {
  return element.attributes.get('align')?.value.trim().toLowerCase() ?? '';
}

/**
 * Returns the vertical alignment or float. `align=middle` puts the middle of the box on the baseline, which no keyword
 * expresses.
 * @see https://html.spec.whatwg.org/#images-3
 * @param {Element} element
 * @param {ReadonlyMap<string, string>} styled
 * @param {number} outerHeight
 */
function alignmentOf(element, styled, outerHeight) {
  const align = alignOf(element);
  const side = styled.get('float') || (align === 'left' || align === 'right' ? align : null);
  const upright = /** @type {Record<string, string>} */ ({
    top: 'top',
    texttop: 'text-top',
    absmiddle: 'middle',
    abscenter: 'middle',
    center: 'middle',
    absbottom: 'bottom',
    middle: `${-outerHeight / 2}px`,
  })[align];
  const vertical = styled.get('vertical-align') || upright;
  if (side) return `float:${side}`;
  return vertical && vertical !== 'baseline' ? `vertical-align:${vertical}` : '';
}

/** @param {Element} element */
function insideCell(element) {
  for (let above = element.parent; above; above = above.parent) if (/^t[dh]$/.test(above.tag)) return true;
  return false;
}

/** Returns true if a selector may depend on an image as a sibling. @param {string} selector */
function isBesideImage(selector) {
  if (COUNTS_BESIDE.test(selector)) return true;
  return selector.split(',').some((part) => {
    const at = part.search(/\bimg\b/i);
    return at !== -1 && /[+~]/.test(part.slice(at));
  });
}
