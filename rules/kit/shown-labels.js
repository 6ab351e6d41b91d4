/** @import { Edit, Facts } from '../../lib/plan/types.ts' */
/** @import { Element, Page } from '../../lib/site/types.ts' */
/** @import { BackgroundBox } from '../../lib/visit/types.ts' */
/** @import { Label } from './background-labels.js' */

import { escapeAttribute } from '../../lib/site/page/escape.js';
import { classMark } from '../../lib/site/text/marks.js';
import { labelOf } from './background-labels.js';
import { mayShowText } from './site-images.js';

/** Lists whose elements are one menu. */
const LISTS = new Set(['ul', 'ol', 'dl', 'nav', 'table']);

/**
 * An element that shows a label. `isText`: its image has the look of text; `isAlone`: false if the page loads the file
 * for an element without a label, too; `whole`: the name of what is changed with it.
 * @typedef {{ box: BackgroundBox, label: Label, element: Element, isText: boolean }} Shown
 * @typedef {Shown & { isAlone: boolean, whole: string | null }} ShownLabel
 */

/**
 * Lists the elements of a page whose background images may be shown in place of their text.
 * @param {Page} page @param {Facts} facts
 * @returns {ShownLabel[]}
 */
export function listLabels(page, { images, backgrounds }) {
  const boxes = backgrounds.get(page.path) ?? [];
  const shown = boxes.map((box) => findLabel(page, box, images));
  const users = Map.groupBy(boxes.keys(), (at) => boxes[at].rest.path);
  return shown.flatMap((one) => {
    if (!one) return [];
    const mates = users.get(one.label.path) ?? [];
    const shared = `labels ${page.path} ${one.label.path}`;
    const whole = mates.length > 1 ? shared : nameMenu(page, one.element, one.label);
    return [{ ...one, isAlone: mates.every((at) => shown[at] !== null), whole }];
  });
}

/** @param {Page} page @param {BackgroundBox} box @param {Facts['images']} images @returns {Shown | null} */
function findLabel(page, box, images) {
  const label = labelOf(box, images);
  const image = label && images.get(label.path);
  const element = findElement(page, box);
  if (!image || !element || element.foreign || !mayShowText({ ...image, ...label })) return null;
  const isText = image.kind.startsWith('text');
  return isText || box.text || box.title ? { box, label, element, isText } : null;
}

/**
 * Returns the element of the markup, null if scripts changed the elements before it.
 * @param {Page} page @param {BackgroundBox} box
 */
function findElement({ elements }, { tag, nth, id, classes }) {
  const found = elements.filter((element) => element.tag === tag && !element.inert)[nth];
  const said = (/** @type {string} */ name) => found.attributes.get(name)?.value ?? '';
  return found && !found.copied && said('id') === id && said('class') === classes ? found : null;
}

/**
 * Returns the name of the menu of a label, null if it is in none.
 * @param {Page} page @param {Element} element @param {Label} label
 */
function nameMenu(page, element, { height }) {
  for (let one = element.parent; one; one = one.parent)
    if (LISTS.has(one.tag)) return `labels ${page.path} ${one.index} ${height}`;
  return null;
}

/** Adds the first class of a change to an element. @param {Page} page @param {Element} element @returns {Edit} */
export function addClass({ source }, { tag, attributes, startTag }) {
  const own = attributes.get('class');
  const after = startTag.start + 1 + tag.length;
  if (!own) return { range: { start: after, end: after }, text: ` class="${classMark(0)}"` };
  const isQuoted = /["']$/.test(source.slice(own.range.start, own.range.end));
  const at = own.range.end - 1;
  if (isQuoted) return { range: { start: at, end: at }, text: ` ${classMark(0)}` };
  return { range: own.range, text: `class="${escapeAttribute(own.value.trim())} ${classMark(0)}"` };
}
