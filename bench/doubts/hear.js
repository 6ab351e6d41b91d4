/** @import { Told } from './images.js' */
import { keysOf } from '../../lib/base/keys-of.js';
import { findFailure, GATES } from '../../lib/text-images/gates.js';
import { openLetterer } from '../../lib/text-images/open.js';

/** @typedef {keyof typeof GATES} Likeness */
/**
 * @typedef {object} Heard what was found against an image, were it let pass
 * @property {string} name @property {string | null} text @property {string} got
 * @property {string[]} doubts of what it says @property {Record<Likeness, string[]>} gates that do not hold
 */

const LIKENESSES = keysOf(GATES);
const isGate = (/** @type {string} */ name) => LIKENESSES.some((likeness) => name in GATES[likeness]);

/**
 * All that speaks against each image whose words are read and set; images that are not are left out.
 * @param {AsyncIterable<Told>} images @returns {Promise<Heard[]>}
 */
export async function hearDoubts(images) {
  /** @type {(name: string) => boolean} */
  let heeds = () => true;
  const letterer = await openLetterer({ heeds: (name) => heeds(name) });
  /** @type {Heard[]} */
  const heard = [];
  for await (const { name, text, decoded, context } of images) {
    /** @type {Set<string>} */
    const names = new Set();
    heeds = (doubt) => {
      names.add(doubt);
      return false;
    };
    const result = await letterer.letter(decoded, context);
    if ('rejected' in result) continue;
    const doubts = [...names].filter((doubt) => !isGate(doubt));
    const gates = { visual: [], lossy: [] };
    for (const likeness of LIKENESSES) {
      const failing = listFailing(result.scores, likeness);
      heeds = isGate;
      // In another of its faces it may hold them. An empty `alt` says nothing, and the same is not asked twice.
      const isFailed =
        failing.length && 'rejected' in (await letterer.letter(decoded, { ...context, likeness, alt: '' }));
      Object.assign(gates, { [likeness]: isFailed ? failing : [] });
    }
    heard.push({ name, text, got: result.text, doubts, gates });
  }
  await letterer.close();
  return heard;
}

/** @param {import('../../lib/text-images/types.ts').Scores} scores @param {Likeness} likeness */
function listFailing(scores, likeness) {
  /** @type {string[]} */
  const failing = [];
  findFailure(scores, likeness, (name) => {
    failing.push(name);
    return false;
  });
  return failing;
}
