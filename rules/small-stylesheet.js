/** @import { Facts, Page, Proposal, Range, Rule, SitePath } from '../lib/types.ts' */
/** @import { SheetLink } from './shared/sheet-links.js' */

import { copyAttribute } from '../lib/page/attributes.js';
import { guardJobs, guardsOf, moveCss } from './shared/inline.js';
import { sheetLinks, withoutCharset } from './shared/sheet-links.js';

/** @type {Rule} */
export default {
  meta: {
    id: 'small-stylesheet',
    category: 'delivery',
    summary: 'Writes small style sheets into the page.',
    why: 'The page waits for its style sheets before it shows anything: one that is small, and that few pages share, takes longer to ask for than to send along.',
    default: 'on',
    safety: 'safe',
    reads: ['references', 'sheets', 'scripts', 'sizes', 'options'],
    options: {
      mostBytes: { type: 'number', default: 4096, description: 'The largest style sheet that is written into a page.' },
    },
    messages: {
      small: '{name} has {bytes} bytes: the page gets them sooner where it carries them itself',
      scripted: '{name} has {bytes} bytes and could stand in the page, but a script uses it',
    },
    since: '0.1.0',
  },

  detect(document, facts) {
    const page = /** @type {Page} */ (document);
    return sheetLinks(page, facts).flatMap((link) => proposalFor(page, link, facts));
  },

  jobs: guardsOf,

  apply({ range, data }, _made, _classes, textAt) {
    const sheet = /** @type {Written} */ (data.sheet);
    const changed = textAt?.(sheet.path);
    const text = changed ? markSheet({ ...sheet, css: withoutCharset(changed) }) : null;
    return { edits: [{ range: /** @type {Range} */ (range), text: text ?? String(data.text) }] };
  },
};

/**
 * A sheet in the place of its link: `kept` are the attributes, `base` is where the page's URLs start from.
 * @typedef {{ path: SitePath, css: string, base: SitePath, kept: string }} Written
 */

/** @param {Written} sheet @returns {string | null} null where it cannot stand there */
function markSheet({ path, css, base, kept }) {
  const moved = moveCss(css, path, base);
  return moved === null || /<\/style/i.test(moved) ? null : `<style${kept}>${moved}</style>`;
}

/**
 * @param {Page} page
 * @param {SheetLink} link
 * @param {Facts} facts
 * @returns {Proposal[]}
 */
function proposalFor(page, { element, path, css, lookups, isScripted }, facts) {
  const bytes = facts.sizes.get(path) ?? 0;
  if (bytes > Number(facts.options.mostBytes)) return [];
  const kept = ['media', 'id'].flatMap((name) => {
    const attribute = element.attributes.get(name);
    return attribute ? copyAttribute(page, attribute) : [];
  });
  const sheet = { path, css, base: /** @type {SitePath} */ (page.base), kept: kept.join('') };
  const text = markSheet(sheet);
  if (text === null) return [];
  const data = { name: path.split('/').at(-1), bytes, sheet, text, guards: guardJobs(facts, lookups), inlines: [path] };
  const proposal = { rule: 'small-stylesheet', page: page.path, range: element.startTag, resource: path, data };
  if (isScripted) return [{ ...proposal, messageId: 'scripted', rejected: 'in-use-by-script' }];
  return [{ ...proposal, messageId: 'small' }];
}
