import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
/** @import { Page } from 'puppeteer-core' */
/** @import { Variant } from './confusables.js' */
/** @import { Box, Face, LineFit, Rgb } from './types.ts' */
import { locateFace } from './catalogue.js';
import { pageFunctions } from './fit-page.js';
import { formatColour, growBox } from './raster.js';

/**
 * @typedef {object} LineJob
 * @property {string} text
 * @property {Float32Array} coverage of the whole image
 * @property {number} width @property {number} height of the whole image
 * @property {Box} box of the line's ink
 * @property {Rgb} colour
 * @property {boolean} [isSmall] whether it is tried in small capitals
 *
 * @typedef {{ setting: import('./fit-canvas.js').Setting, score: number }} Start a quick fit, from the line's own
 *   corner
 *
 * @typedef {{ lead: number, margin: number, isSeen: boolean }} Lead of a text over a variant; `isSeen`: whether the
 *   image shows any difference between the two
 *
 * @typedef {object} Fitter
 * @property {(job: LineJob) => Promise<Start[]>} rankFaces the best quick fit of every face, best first
 * @property {(job: LineJob, starts: readonly Start[]) => Promise<LineFit[]>} polish the fits reached from some starts,
 *   best first
 * @property {(job: LineJob, shared: LineFit) => Promise<LineFit>} adopt a fit that other lines share, moved to this
 *   line
 * @property {(job: LineJob, fit: LineFit) => Promise<LineFit>} hold a fit of another image as it is, on this line
 * @property {(job: LineJob, fit: LineFit, variants: Variant[]) => Promise<Lead[]>} measureLeads
 * @property {(job: LineJob, fit: LineFit) => Promise<number>} measureMissing
 * @property {Page} page
 */

const MARGIN_PX = 4;
/** Coverage travels as a byte; above 1 it says that strokes are thinner than a pixel. */
const UNIT = 170;

/**
 * Opens the page that sets words and loads every face into it under the name style sheets use.
 * @param {Page} page @param {readonly Face[]} faces
 * @returns {Promise<Fitter>}
 */
export async function openFitter(page, faces) {
  const files = await Promise.all(
    faces
      .filter(({ hasSmallCapitals }) => !hasSmallCapitals)
      .map(async (face) => ({
        family: face.family,
        weight: String(face.weight),
        style: face.slant,
        data: (await readFile(locateFace(face))).toString('base64'),
      })),
  );
  await page.evaluate(loadFaces, files);
  const listed = JSON.stringify(
    faces.map(({ family, weight, slant, hasSmallCapitals }) => ({
      family,
      weight,
      slant: hasSmallCapitals ? `${slant} small-caps` : slant,
    })),
  );
  await page.evaluate(`globalThis.lettering = (() => { ${pageFunctions.join('\n')}
    const desk = openDesk(600, 120);
    const faces = ${listed};
    const bound = (work) => (...rest) => work(desk, faces, ...rest);
    return {
      rankFaces: bound(rankFaces),
      polish: bound(polish),
      adopt: bound(adopt),
      hold: bound(hold),
      measureMissing: bound(measureMissing),
      measureLeads: (line, setting, variants) =>
        measureLeads(desk, faces, setting, line.text, variants, aim(desk, line, 1)),
    };
  })(); undefined`);
  /** @param {string} name @param {unknown[]} input @returns {Promise<any>} */
  const call = (name, ...input) => page.evaluate(callLettering, name, input);
  /** @type {Map<string, Promise<any>>} */
  const known = new Map();
  /** What was once worked out for a line. @param {string} name @param {unknown[]} input @returns {Promise<any>} */
  const callOnce = (name, ...input) => {
    const key = createHash('sha256')
      .update(JSON.stringify([name, input]))
      .digest('base64');
    const result = known.get(key) ?? call(name, ...input);
    known.set(key, result);
    return result;
  };
  return {
    page,
    rankFaces: (job) => callOnce('rankFaces', cropLine(job).input),
    polish: async (job, starts) => {
      const { input, origin } = cropLine(job);
      const fits = await Promise.all(starts.map((start) => callOnce('polish', input, start)));
      return fits
        .sort((one, other) => other.rated - one.rated)
        .map((/** @type {any} */ fit) => describe(fit, job.text, faces, origin));
    },
    adopt: async (job, shared) => {
      const { input, origin } = cropLine(job);
      return describe(await call('adopt', input, readSetting(shared, faces, origin)), job.text, faces, origin);
    },
    hold: async (job, fit) => {
      const { input, origin } = cropLine(job);
      return describe(await call('hold', input, readSetting(fit, faces, origin)), job.text, faces, origin);
    },
    measureMissing: (job, fit) => {
      const { input, origin } = cropLine(job);
      return call('measureMissing', input, readSetting(fit, faces, origin));
    },
    measureLeads: (job, fit, variants) => {
      const { input, origin } = cropLine(job);
      return call('measureLeads', input, readSetting(fit, faces, origin), variants);
    },
  };
}

/** Runs in the page. @param {string} name @param {unknown[]} input */
function callLettering(name, input) {
  return Reflect.get(globalThis, 'lettering')[name](...input);
}

/** Runs in the page. @param {{ family: string, weight: string, style: string, data: string }[]} files */
async function loadFaces(files) {
  await Promise.all(
    files.map(async ({ family, weight, style, data }) => {
      const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
      const face = await new FontFace(family, bytes, { weight, style }).load();
      document.fonts.add(face);
    }),
  );
}

/** Cuts a line out of its image, with room for shifts. @param {LineJob} job */
function cropLine({ text, coverage, width, height, box, colour, isSmall = false }) {
  const outer = growBox(box, MARGIN_PX, { width, height });
  const bytes = Buffer.alloc(outer.width * outer.height);
  for (let y = 0; y < outer.height; y++) {
    for (let x = 0; x < outer.width; x++) {
      const value = coverage[(outer.y + y) * width + outer.x + x];
      bytes[y * outer.width + x] = Math.min(255, Math.round(value * UNIT));
    }
  }
  return {
    origin: { x: outer.x, y: outer.y },
    input: {
      text,
      width: outer.width,
      height: outer.height,
      coverage: bytes.toString('base64'),
      box: { x: box.x - outer.x, y: box.y - outer.y, width: box.width, height: box.height },
      colour: formatColour(colour),
      isSmall,
    },
  };
}

/** @param {LineFit} fit @param {readonly Face[]} faces @param {{ x: number, y: number }} origin */
function readSetting(fit, faces, origin) {
  return {
    face: faces.indexOf(fit.face),
    size: fit.sizePx,
    spacing: fit.letterSpacingPx,
    words: fit.wordSpacingPx,
    scale: fit.scaleX,
    x: fit.x - origin.x,
    y: fit.baseline - origin.y,
  };
}

/**
 * @param {any} fit as the page returns it
 * @param {string} text @param {readonly Face[]} faces @param {{ x: number, y: number }} origin
 * @returns {LineFit}
 */
function describe(fit, text, faces, origin) {
  return {
    text,
    face: faces[fit.face],
    sizePx: fit.size,
    letterSpacingPx: fit.spacing,
    wordSpacingPx: fit.words,
    scaleX: fit.scale,
    x: fit.x + origin.x,
    baseline: fit.y + origin.y,
    top: fit.top + origin.y,
    bottom: fit.bottom + origin.y,
    ascent: fit.ascent,
    descent: fit.descent,
    advance: fit.advance,
    strength: fit.strength,
    similarity: fit.score,
    worstCharacter: fit.worst,
  };
}
