/** @import { Box, ComputedStyle, StyledElement, StyledText, StyleSnapshot } from './read-styles.js' */

import { alignSequences } from '../verify/diff.js';

/**
 * @typedef {object} StyleDifference
 * @property {'mode' | 'element' | 'style' | 'box' | 'text'} kind
 * @property {string} what the element or text
 * @property {string} before
 * @property {string} after
 *
 * @typedef {{ snapshot: StyleSnapshot, elements: StyledElement[], texts: StyledText[] }} Listed
 */

/** Elements that only style their content. They may be added and removed. */
const WRAPPERS = new Set(['font', 'center', 'span', 'div']);
/** Max characters of a text in the description of a difference. */
const NAME_LENGTH = 40;

/**
 * Compares styles and layout of a page before and after: the computed style and the box of every remaining element, and
 * the inherited style and the boxes of every text. Wrappers may be added and removed, because their effect is visible
 * in their content.
 * @param {StyleSnapshot} before
 * @param {StyleSnapshot} after
 * @returns {StyleDifference[]}
 */
export function compareStyles(before, after) {
  const [first, second] = [listNodes(before), listNodes(after)];
  /** @type {StyleDifference[]} */
  const mode =
    before.mode === after.mode ? [] : [{ kind: 'mode', what: 'document', before: before.mode, after: after.mode }];
  return [...mode, ...compareElements(first, second), ...compareTexts(first, second)];
}

/** @param {StyleSnapshot} snapshot @returns {Listed} */
function listNodes(snapshot) {
  /** @type {StyledElement[]} */
  const elements = [];
  /** @type {StyledText[]} */
  const texts = [];
  let isJoined = false;
  for (const node of snapshot.nodes) {
    if (node.kind === 'element') {
      elements.push(node);
      if (!WRAPPERS.has(node.tag)) isJoined = false;
      continue;
    }
    const last = texts.at(-1);
    const isSame = last && isJoined && textStyle(snapshot, last) === textStyle(snapshot, node);
    if (isSame) texts[texts.length - 1] = joinTexts(last, node);
    else texts.push(node);
    isJoined = true;
  }
  return { snapshot, elements, texts };
}

/** @param {StyleSnapshot} snapshot @param {StyledText | StyledElement} node */
function textStyle({ styles }, { style }) {
  return styles[style].text;
}

/** Joins texts that only wrappers separate. @param {StyledText} one @param {StyledText} other */
function joinTexts(one, other) {
  const boxes = [...one.boxes];
  for (const box of other.boxes) {
    const last = boxes.at(-1);
    const isNext = last && last[1] === box[1] && last[3] === box[3] && Math.abs(last[0] + last[2] - box[0]) < 0.05;
    if (isNext) boxes[boxes.length - 1] = [last[0], last[1], Math.round((last[2] + box[2]) * 100) / 100, last[3]];
    else boxes.push(box);
  }
  return { ...one, text: `${one.text} ${other.text}`, boxes };
}

/** @param {Listed} before @param {Listed} after @returns {StyleDifference[]} */
function compareElements(before, after) {
  const { pairs, gaps } = alignSequences(
    before.elements.map(({ mark }) => mark),
    after.elements.map(({ mark }) => mark),
  );
  const missing = gaps.flatMap((gap) => [
    ...gap.before.map((index) => ({ element: before.elements[index], before: 'there', after: 'not there' })),
    ...gap.after.map((index) => ({ element: after.elements[index], before: 'not there', after: 'there' })),
  ]);
  return [
    ...missing
      .filter(({ element }) => !WRAPPERS.has(element.tag))
      .map(({ element, ...rest }) => ({ kind: /** @type {const} */ ('element'), what: element.mark, ...rest })),
    ...pairs.flatMap(([one, other]) =>
      compareElement(
        { element: before.elements[one], style: before.snapshot.styles[before.elements[one].style] },
        { element: after.elements[other], style: after.snapshot.styles[after.elements[other].style] },
      ),
    ),
  ];
}

/** @typedef {{ element: StyledElement, style: ComputedStyle }} WithStyle */

/** @param {WithStyle} before @param {WithStyle} after @returns {StyleDifference[]} */
function compareElement(before, after) {
  const what = before.element.mark;
  // An inline wrapper renders nothing itself.
  if (WRAPPERS.has(before.element.tag) && !before.element.box && !after.element.box) return [];
  const said = (/** @type {WithStyle} */ { element, style }) =>
    element.drawsText ? `${style.own}; ${style.text}` : style.own;
  const [styles, boxes] = [
    [said(before), said(after)],
    [before.element.box, after.element.box].map((box) => (box ? box.join(' ') : 'none')),
  ];
  /** @type {StyleDifference[]} */
  const differences = [];
  if (styles[0] !== styles[1]) {
    const [one, other] = differingParts(styles[0], styles[1]);
    differences.push({ kind: 'style', what, before: one, after: other });
  }
  if (boxes[0] !== boxes[1]) differences.push({ kind: 'box', what, before: boxes[0], after: boxes[1] });
  return differences;
}

/** @param {string} before @param {string} after */
function differingParts(before, after) {
  const [one, other] = [before.split('; '), after.split('; ')];
  const without = (/** @type {string[]} */ list, /** @type {ReadonlySet<string>} */ known) =>
    list.filter((part) => !known.has(part)).join('; ');
  return [without(one, new Set(other)), without(other, new Set(one))];
}

/** @param {Listed} before @param {Listed} after @returns {StyleDifference[]} */
function compareTexts(before, after) {
  const { pairs, gaps } = alignSequences(
    before.texts.map(({ text }) => text),
    after.texts.map(({ text }) => text),
  );
  /** @type {StyleDifference[]} */
  const missing = gaps.map((gap) => ({
    kind: 'text',
    what: 'text',
    before: gap.before.map((index) => before.texts[index].text).join(' | '),
    after: gap.after.map((index) => after.texts[index].text).join(' | '),
  }));
  return [
    ...missing,
    ...pairs.flatMap(([one, other]) => {
      const [first, second] = [before.texts[one], after.texts[other]];
      const what = first.text.slice(0, NAME_LENGTH);
      const [style, otherStyle] = [textStyle(before.snapshot, first), textStyle(after.snapshot, second)];
      const [boxes, otherBoxes] = [first.boxes, second.boxes].map(writeBoxes);
      return [
        ...(style === otherStyle ? [] : [styleDifference(what, style, otherStyle)]),
        ...(boxes === otherBoxes
          ? []
          : [{ kind: /** @type {const} */ ('box'), what, before: boxes, after: otherBoxes }]),
      ];
    }),
  ];
}

/** @param {string} what @param {string} before @param {string} after @returns {StyleDifference} */
function styleDifference(what, before, after) {
  const [one, other] = differingParts(before, after);
  return { kind: 'style', what, before: one, after: other };
}

/** @param {readonly Box[]} boxes */
function writeBoxes(boxes) {
  return boxes.map((box) => box.join(' ')).join(', ');
}
