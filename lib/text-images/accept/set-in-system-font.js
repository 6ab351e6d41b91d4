/** @import { Page } from 'puppeteer-core' */
/** @import { ReadImage } from '../font/plan-fonts.js' */
/** @import { Setting } from '../font/fit-system-font.js' */
/** @import { GlyphDifference } from './compare-glyphs.js' */
import { chooseFew, listShifts, listSizes, proposeSettings } from '../font/fit-system-font.js';
import { areIndistinguishable, compareGlyphs } from './compare-glyphs.js';
import { renderBoxes } from './compare-rendering.js';
import { BASE_CSS, writeSystemBox } from './write-box.js';

/** Likeness by which a slanted face, a stretched one and a broken size must be ahead of plain ones. */
const [SLANTED, STRETCHED, BROKEN] = [0.02, 0.008, 0.003];
/** Likeness by which an image has the other slant. Faces of one slant differ by less between rasterisers. */
const OTHER_SLANT = 0.05;
/** Images of a menu at most: larger ones pay for a font of their own. */
const MAX_MEMBERS = 40;

/**
 * A line to render with a setting; `at`: index of the member
 * @typedef {{ at: number, setting: Setting }} Trial
 *
 * @typedef {(trials: readonly Trial[]) => Promise<GlyphDifference[]>} Render
 */

/**
 * Finds a system face in which every image of a set is indistinguishable from text.
 * @param {Page} page @param {readonly (ReadImage & { background: string })[]} members `background`: in CSS
 * @param {(png: Uint8Array) => Promise<{ width: number, rgba: Uint8Array }>} decode
 * @returns {Promise<Setting[] | null>} the setting of each
 */
export async function setInSystemFont(page, members, decode) {
  if (members.length > MAX_MEMBERS || members.some(({ image }) => image.shadow)) return null;
  /** @type {Render} */
  const render = async (trials) => {
    const boxes = trials.map(({ at, setting }) => {
      const { image, text, background } = members[at];
      return { picture: image.picture, ...writeSystemBox(image, text[0], setting, background) };
    });
    const rendered = await renderBoxes(page, '', BASE_CSS, boxes, decode);
    return trials.map(({ at }, index) => compareGlyphs(members[at].image, rendered[index]));
  };
  const few = chooseFew(members);
  const first = await chooseBest(await proposeSettings(page, members), few, render);
  const sized = first && (await chooseBest(listSizes(first), few, render));
  const shifted = sized && (await shiftEach(sized, render));
  return shifted && (await haveSlantOf(shifted, { page, members, render })) ? shifted : null;
}

/**
 * Returns true if no image of a set fits the other slant better by itself: a rollover can be upright at rest and
 * slanted under the mouse.
 * @param {readonly Setting[]} settings
 * @param {{ page: Page, members: readonly ReadImage[], render: Render }} set
 */
async function haveSlantOf(settings, { page, members, render }) {
  const { family, style } = settings[0].face;
  const weight = style.replace('italic ', '');
  for (const [at, member] of members.entries()) {
    const [upright, slanted] = [
      await rateAlone({ family, style: weight }, { at, member, page, render }),
      await rateAlone({ family, style: `italic ${weight}` }, { at, member, page, render }),
    ];
    const [own, other] = style === weight ? [upright, slanted] : [slanted, upright];
    if (other > own + OTHER_SLANT) return false;
  }
  return true;
}

/**
 * Returns the settings that fit the lines of some members best.
 * @param {readonly Setting[][]} proposals each with a setting for every member
 * @param {readonly number[]} few members that are compared @param {Render} render
 * @returns {Promise<Setting[] | null>}
 */
async function chooseBest(proposals, few, render) {
  const open = proposals.filter((settings) => settings.every(({ heightPx }) => heightPx > 0));
  if (open.length === 0) return null;
  const differences = await render(open.flatMap((settings) => few.map((at) => ({ at, setting: settings[at] }))));
  const scores = open.map(
    (_, index) =>
      differences.slice(index * few.length, (index + 1) * few.length).reduce((sum, one) => sum + rate(one), 0) -
      oddityOf(open[index][0]) * few.length,
  );
  return open[scores.indexOf(Math.max(...scores))];
}

/**
 * Shifts each line to its best position.
 * @param {readonly Setting[]} settings @param {Render} render
 * @returns {Promise<Setting[] | null>} null if one differs from its image
 */
async function shiftEach(settings, render) {
  const trials = settings.flatMap((setting, at) => listShifts(setting).map((shifted) => ({ at, setting: shifted })));
  const differences = await render(trials);
  const open = trials.map((trial, at) => ({ ...trial, difference: differences[at] }));
  const chosen = settings.map((_, at) =>
    open
      .filter((trial) => trial.at === at)
      .reduce((best, one) => (rate(one.difference) > rate(best.difference) ? one : best)),
  );
  const isSame = areIndistinguishable(chosen.map(({ difference }) => difference));
  return isSame ? chosen.map(({ setting }) => setting) : null;
}

/**
 * Returns how well a face fits one image, at its best size and position.
 * @param {Setting['face']} face @param {{ at: number, member: ReadImage, page: Page, render: Render }} place
 */
async function rateAlone(face, { at, member, page, render }) {
  const open = await proposeSettings(page, [member], [face]);
  if (open.length === 0) return 0;
  const rates = (await render(open.map(([setting]) => ({ at, setting })))).map(rate);
  const [best] = open[rates.indexOf(Math.max(...rates))];
  const shifted = await render(listShifts(best).map((setting) => ({ at, setting })));
  return Math.max(...shifted.map(rate));
}

/** Likeness by which a setting must be ahead of a plainer one. @param {Setting} setting */
function oddityOf({ face, scale, sizePx }) {
  const isSlanted = face.style.includes('italic');
  return (isSlanted ? SLANTED : 0) + (scale === 1 ? 0 : STRETCHED) + (Number.isInteger(sizePx) ? 0 : BROKEN);
}

/** @param {GlyphDifference} difference */
function rate({ likeness, weight }) {
  return likeness - Math.abs(weight - 1) / 4;
}
