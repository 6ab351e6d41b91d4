/** @import { Element, Page } from '../types.ts' */

const HEAD_ONLY = new Set([
  'title',
  'meta',
  'link',
  'base',
  'style',
  'script',
  'head',
  'html',
  'noscript',
  'template',
  'isindex',
]);

/**
 * Returns the position at which a `<style>` or `<link>` is the last one in a page's head, after all existing sheets.
 * @param {Page} page
 */
export function endOfHead(page) {
  const head = page.elements.find(({ tag }) => tag === 'head');
  if (head?.endTag) return head.endTag.start;
  const body = page.elements.find(({ tag }) => tag === 'body' || tag === 'frameset');
  const inHead = page.elements.filter(
    (element) => isHeadElement(element) && (!body || element.range.start < body.range.start),
  );
  const firstOther = page.elements.find((element) => !HEAD_ONLY.has(element.tag));
  const last = inHead.filter((element) => !firstOther || element.range.end <= firstOther.range.start).at(-1);
  // Without scripts, a `<noscript>` in the head ends at its first visible element; with scripts, it goes on as text.
  if (last) return last.tag === 'noscript' && !last.endTag ? last.range.start : last.range.end;
  return (
    head?.startTag.end ??
    page.elements.find(({ tag }) => tag === 'html')?.startTag.end ??
    page.elements[0]?.range.start ??
    0
  );
}

/** @param {Element} element */
function isHeadElement(element) {
  const isShell = element.tag === 'head' || element.tag === 'html';
  return HEAD_ONLY.has(element.tag) && !isShell && !element.inert && element.parent?.tag !== 'body';
}
