/** @import { Background, Decomposed, Picture, Shadow } from '../types.ts' */
/** @import { Undecomposed } from './decompose.js' */
/** @import { ShadowShape } from './find-shadow.js' */
import { cleanBackground } from './clean-background.js';
import { isBetter } from './rank-ways.js';

/** Rounds in which backgrounds are cleaned of the shadows that are known by then. 1 of 26 sites needs the second. */
const ROUNDS = 2;

/**
 * Decomposes images of one height again, as texts of a menu have the same shadow: with the shape that most of them
 * have, and above the backgrounds of their sets without it. Replaces results by better ones.
 * @param {readonly Picture[]} group of one height @param {readonly (readonly Picture[])[]} sets of the site
 * @param {Map<Picture, Decomposed | Undecomposed>} found
 * @param {(picture: Picture, more: readonly Background[], shape: ShadowShape) => Decomposed | Undecomposed} choose
 */
export function shareShadows(group, sets, found, choose) {
  const shape = usualShape(group.flatMap((picture) => shadowOf(found.get(picture)) ?? []));
  if (!shape) return;
  for (let round = 0; round < ROUNDS; round++) {
    const cleaned = cleanSets(group, sets, found, shape);
    for (const picture of group) {
      const one = found.get(picture);
      const hasShape = isShape(shadowOf(one), shape);
      const more = cleaned.flatMap(({ width, background }) => (width === picture.width ? background : []));
      if (hasShape && explainedOf(one) === 1) continue;
      if (more.length === 0 && (hasShape || round > 0)) continue;
      const other = choose(picture, more, shape);
      if (!shadowOf(other)) continue;
      if (!hasShape || (one && 'lines' in one && 'lines' in other && isBetter(other, one))) found.set(picture, other);
    }
  }
}

/**
 * Returns the backgrounds of sets without the shadow that explains most of an image.
 * @param {readonly Picture[]} group @param {readonly (readonly Picture[])[]} sets
 * @param {ReadonlyMap<Picture, Decomposed | Undecomposed>} found @param {ShadowShape} shape
 */
function cleanSets(group, sets, found, shape) {
  const taken = group.flatMap((picture) => found.get(picture) ?? []).filter((one) => 'lines' in one);
  const shaded = taken.filter(({ shadow }) => isShape(shadow, shape));
  const { shadow } = shaded.reduce((best, one) => (one.explained > best.explained ? one : best));
  return sets.flatMap((set) => {
    const members = taken.filter(({ picture }) => set.includes(picture));
    return shadow && members.length > 1 ? { width: set[0].width, background: cleanBackground(members, shadow) } : [];
  });
}

/** @param {Decomposed | Undecomposed | undefined} one */
function shadowOf(one) {
  return one && 'shadow' in one ? one.shadow : null;
}

/** @param {Decomposed | Undecomposed | undefined} one */
function explainedOf(one) {
  return one && 'explained' in one ? one.explained : 0;
}

/** @param {Shadow | null} shadow @param {ShadowShape} shape */
function isShape(shadow, { x, y, blur }) {
  return shadow !== null && shadow.x === x && shadow.y === y && shadow.blur === blur;
}

/**
 * Returns the shape that most shadows have, null if no two are the same.
 * @param {readonly Shadow[]} shadows
 */
function usualShape(shadows) {
  const groups = [...Map.groupBy(shadows, ({ x, y, blur }) => `${x} ${y} ${blur}`).values()];
  const [most] = groups.sort((one, other) => other.length - one.length);
  if (!most || most.length < 2) return null;
  const [{ x, y, blur }] = most;
  return { x, y, blur };
}
