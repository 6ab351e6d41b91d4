/** @import { ImageFacts } from '../lib/images/types.ts' */
/** @import { Edit, Facts, Proposal, Reason, Rule } from '../lib/plan/types.ts' */
/** @import { Page } from '../lib/site/types.ts' */
/** @import { Pair } from './kit/swaps.js' */

import { present } from '../lib/base/present.js';
import { draftWords, jobsOfWords, rowOfWords } from './kit/draft-words.js';
import { dropSwap, writeKept } from './kit/drop-swap.js';
import { referencesOf } from './kit/references-of.js';
import { hasOtherHandlers } from './kit/swaps.js';
import { listWordPairs } from './kit/word-pairs.js';
import { describeWords, TEXT_RULE, WORDS_MESSAGES } from './kit/words.js';

/** @type {Rule} */
export default {
  meta: {
    id: 'text-rollover',
    summary: 'Replaces two images of the same text, swapped by a script, with text that changes its colour.',
    why:
      'A rollover button costs two images and the script that swaps them. As text it needs neither, can be read ' +
      'aloud and zoomed, and also changes on keyboard focus.',
    ...TEXT_RULE,
    messages: {
      ...WORDS_MESSAGES,
      words:
        '{name} and {other} are swapped while the mouse is over them. Text that changes its colour can replace ' +
        'both.',
      pair:
        '{name} and {other} are swapped while the mouse is over them. If they show the same text, text that changes ' +
        'its colour can replace both.',
      same: '{name} is swapped with itself while the mouse is over it. Text can replace it without a script.',
      away:
        '{name} changes while the mouse is over other images. If its files show the same text, text that changes its ' +
        'colour can replace them.',
      missing:
        '{name} is swapped with {other}, which does not exist, while the mouse is over it. Text can replace it ' +
        'without a script.',
    },
    since: '0.1.0',
  },

  detect(page, facts) {
    return listWordPairs(page, facts).map((pair) => proposePair(page, pair, facts));
  },

  jobs: jobsOfWords,

  group: rowOfWords,

  draft(proposal, made) {
    const { source, needless } = /** @type {{ source: Edit['range'], needless: Edit[] }} */ (proposal.data);
    const { edits, ...others } = draftWords(proposal, made, { range: source });
    return { ...others, edits: [...edits, ...needless] };
  },
};

/** @param {Page} page @param {Pair} pair @param {Facts} facts @returns {Proposal} */
function proposePair(page, pair, facts) {
  const { carrier, image: element, rest, hover, missing, pressed, away = null } = pair;
  const reference = present(referencesOf(facts.references, element, 'src').at(0));
  const image = present(facts.images.get(rest));
  const { standsIn = false } = pair;
  const place = { reference, element, image, path: rest, isNameless: pair.isShared || standsIn, standsIn };
  // No other rule reports the pair, so it is reported whether it shows text or not.
  const {
    isQuiet: _,
    messageId: found,
    ...proposal
  } = describeWords('text-rollover', page, facts, place, hindranceOf(pair));
  const other = (missing ?? hover).split('/').at(-1);
  const written = carrier === element ? pair.handlers.map((handler) => writeKept(handler, pair.kept)).join('') : '';
  const kept = `${proposal.data.kept ?? ''}${written}`;
  const needless = dropSwap(page, pair);
  const data = { ...proposal.data, kept, other, hover, pressed, away, source: element.range, needless };
  const swapped = nameSwap(pair, image);
  const states = [hover, pressed, away?.path].flatMap((path) => (path && path !== rest ? path : []));
  return { ...proposal, messageId: found === 'words' ? swapped : found, range: carrier.range, data, states };
}

/**
 * Returns the reason why a pair cannot be replaced, whatever it contains.
 * @param {Pair} pair
 * @returns {{ messageId: string, rejected: Reason } | null}
 */
function hindranceOf(pair) {
  const { attributes } = pair.image;
  if (attributes.has('usemap')) return { messageId: 'mapped', rejected: 'image-map' };
  return hasOtherHandlers(pair) ? { messageId: 'scripted', rejected: 'in-use-by-script' } : null;
}

/** Returns the id of the message that describes a swap. @param {Pair} pair @param {ImageFacts} image */
function nameSwap({ rest, hover, missing, away }, { kind }) {
  if (away) return 'away';
  if (missing) return 'missing';
  if (rest === hover) return 'same';
  return kind.startsWith('text') ? 'words' : 'pair';
}
