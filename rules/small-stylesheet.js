/** @import { Facts, InlinedSheet, Proposal, Rule } from '../lib/plan/types.ts' */
/** @import { Page, Range, SitePath } from '../lib/site/types.ts' */
/** @import { SheetLink } from './kit/sheet-links.js' */

import { present } from '../lib/base/present.js';
import { copyAttribute } from '../lib/site/page/attributes.js';
import { writeSheet } from '../lib/site/style/move-css.js';
import { guardJobs, guardsOf } from './kit/inline.js';
import { sheetLinks } from './kit/sheet-links.js';

/** @type {Rule} */
export default {
  meta: {
    id: 'small-stylesheet',
    category: 'delivery',
    summary: 'Inlines small style sheets into the page.',
    why:
      'A page is rendered after its style sheets have loaded. For a small sheet that few pages share, the request ' +
      'takes longer than sending it with the page.',
    default: 'on',
    safety: 'safe',
    reads: ['references', 'sheetAt', 'urlVariables', 'scripts', 'sizes', 'exceeds', 'options'],
    options: {
      mostBytes: {
        type: 'number',
        default: 4096,
        description: 'Max bytes of a style sheet that is inlined into a page.',
      },
    },
    messages: {
      small: '{name} has {bytes} bytes. The page renders earlier if it contains them.',
      scripted: '{name} has {bytes} bytes and could be inlined, but a script uses it.',
    },
    since: '0.1.0',
  },

  detect(page, facts) {
    const isSmall = (/** @type {SitePath} */ path) => !facts.exceeds(Number(facts.options.mostBytes), path);
    return sheetLinks(page, facts, isSmall).flatMap((link) => proposalFor(page, link, facts));
  },

  jobs: guardsOf,

  draft({ range, data }) {
    const sheet = /** @type {InlinedSheet} */ (data.sheet);
    return {
      edits: [{ range: present(range), text: String(data.text), sheet }],
      carries: [{ path: sheet.path }],
    };
  },
};

/**
 * @param {Page} page
 * @param {SheetLink} link
 * @param {Facts} facts
 * @returns {Proposal[]}
 */
function proposalFor(page, { element, path, css, lookups, isScripted }, facts) {
  const bytes = facts.sizes.get(path) ?? 0;
  const kept = ['media', 'id'].flatMap((name) => {
    const attribute = element.attributes.get(name);
    return attribute ? copyAttribute(page, attribute) : [];
  });
  const sheet = {
    path,
    base: String(page.base),
    before: `<style${kept.join('')}>`,
    after: '</style>',
  };
  const text = writeSheet(sheet, css);
  if (text === null) return [];
  const data = { name: path.split('/').at(-1), bytes, sheet, text, guards: guardJobs(facts, lookups) };
  const proposal = { rule: 'small-stylesheet', page: page.path, range: element.startTag, resource: path, data };
  if (isScripted) return [{ ...proposal, messageId: 'scripted', rejected: 'in-use-by-script' }];
  return [{ ...proposal, messageId: 'small' }];
}
