/** @import { Facts, Proposal, Rule } from '../lib/plan/types.ts' */
/** @import { Element, Page, Range } from '../lib/site/types.ts' */

import { present } from '../lib/base/present.js';
import { copyAttribute } from '../lib/site/page/attributes.js';
import { guardJobs, guardsOf, hasOnly, isLookedFor, lookupsOf, mayHold, soleReferences } from './kit/inline.js';

/** Attributes of a script that runs at its position, whether inline or external. */
const PLAIN = new Set(['src', 'type', 'language', 'charset', 'id']);
const DROPPED = new Set(['src', 'charset']);
const SCRIPT_TYPE = /^(?:|(?:text|application)\/(?:x-)?(?:javascript|ecmascript))$/;

/** The tag and the document collection by which code looks up scripts. */
const KIND = { tag: 'script', list: '(?:currentScript|document\\.scripts)' };

/** @type {Rule} */
export default {
  meta: {
    id: 'small-script',
    category: 'delivery',
    summary: 'Inlines small scripts into the page.',
    why:
      'Parsing stops at a script until it has loaded. For a small script that few pages share, the request takes ' +
      'longer than sending it with the page.',
    default: 'on',
    safety: 'safe',
    reads: ['references', 'scripts', 'sizes', 'exceeds', 'options'],
    options: {
      mostBytes: { type: 'number', default: 2048, description: 'Max bytes of a script that is inlined into a page.' },
      trustPolicy: {
        type: 'boolean',
        default: false,
        description:
          'Also inlines into pages without inline code, for which the server might send a policy that forbids it.',
      },
    },
    messages: {
      small: '{name} has {bytes} bytes. It runs earlier if the page contains it.',
      scripted: '{name} has {bytes} bytes and could be inlined, but a script looks it up.',
      policy: '{name} has {bytes} bytes and could be inlined, unless the server sends a policy against inline code.',
    },
    since: '0.1.0',
  },

  detect(page, facts) {
    if (!mayHold(page)) return [];
    const found = soleReferences(page, facts, { role: 'script', tag: 'script', attribute: 'src' });
    return found.flatMap(({ element, path }) => proposalFor(page, element, path, facts));
  },

  jobs: (proposal) => [
    { maker: 'script-text', resource: String(proposal.resource), options: { charset: proposal.data.charset } },
    ...guardsOf(proposal),
  ],

  draft({ range, resource, data }, [made]) {
    if (!made.ok) return { edits: [] };
    return {
      edits: [{ range: present(range), text: `<script${data.kept}>${made.data.text}</script>` }],
      carries: [{ path: String(resource), isCopy: true }],
    };
  },
};

/**
 * @param {Page} page
 * @param {Element} element
 * @param {string} path
 * @param {Facts} facts
 * @returns {Proposal[]}
 */
function proposalFor(page, element, path, facts) {
  if (facts.exceeds(Number(facts.options.mostBytes), path)) return [];
  const bytes = facts.sizes.get(path) ?? 0;
  const { attributes, startTag, endTag, range } = element;
  const value = (/** @type {string} */ name) => attributes.get(name)?.value.trim().toLowerCase() ?? '';
  if (bytes === 0 || !endTag || !hasOnly(element, PLAIN)) return [];
  if (!SCRIPT_TYPE.test(value('type')) || !/^(?:|javascript[\d.]*)$/.test(value('language'))) return [];
  if (!['', 'utf-8', 'us-ascii'].includes(value('charset'))) return [];
  // Content of a script with `src` does not run, but a script may read it.
  if (page.source.slice(startTag.end, endTag.start).trim() !== '') return [];
  const lookups = lookupsOf(KIND, path);
  const kept = [...attributes.values()]
    .filter(({ name }) => !DROPPED.has(name))
    .map((attribute) => copyAttribute(page, attribute))
    .join('');
  const data = {
    ...{ name: path.split('/').at(-1), bytes, kept },
    ...{ charset: page.encoding.name, guards: guardJobs(facts, lookups) },
  };
  const proposal = { rule: 'small-script', page: page.path, range, resource: path, data };
  const isScripted = isLookedFor(page, element, lookups, facts);
  if (isScripted) return [{ ...proposal, messageId: 'scripted', rejected: 'in-use-by-script' }];
  if (facts.options.trustPolicy !== true && !runsInlineCode(page)) {
    return [{ ...proposal, messageId: 'policy', rejected: 'safety' }];
  }
  return [{ ...proposal, messageId: 'small' }];
}

/**
 * Returns true if the page has inline code, which proves that no policy forbids it.
 * @param {Page} page
 */
function runsInlineCode({ elements }) {
  return elements.some(({ tag, attributes, children, foreign }) => {
    if ([...attributes.keys()].some((name) => /^on[a-z]+$/.test(name))) return true;
    if (tag !== 'script' || foreign || attributes.has('src') || attributes.has('nonce')) return false;
    return SCRIPT_TYPE.test(attributes.get('type')?.value.trim().toLowerCase() ?? '') && children.length > 0;
  });
}
