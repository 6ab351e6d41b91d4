import { join } from 'node:path';
import sharp from 'sharp';
import { pickEvenly } from '../peers/part.js';

/** @import { Compared } from './compare-sites.js' */

/** How much larger than on the screen pairs are rendered. */
const ZOOM = 2;
/** Max pixels of one image of a pair, before it is enlarged: larger ones are cut. */
const MAX_SIDE = 400;
const GAP = 8;
const PAIRS_PER_SHEET = 8;

/**
 * Writes sheets of pairs, before on the left and after on the right, evenly chosen from the least similar to the most.
 * @param {readonly Compared[]} all @param {string} folder @param {number} count
 */
export async function writeSheets(all, folder, count) {
  const chosen = pickEvenly(
    all.toSorted((a, b) => a.similarity - b.similarity),
    count,
  );
  for (let at = 0; at < chosen.length; at += PAIRS_PER_SHEET) {
    const rows = await Promise.all(chosen.slice(at, at + PAIRS_PER_SHEET).map(({ pictures }) => enlarge(pictures)));
    const height = rows.reduce((sum, row) => sum + row.height + GAP, 0);
    const width = Math.max(...rows.map((row) => row.width)) * 2 + GAP;
    let top = 0;
    const layers = rows.flatMap((row) => {
      const place = row.images.map((input, index) => ({ input, left: index * (row.width + GAP), top }));
      top += row.height + GAP;
      return place;
    });
    const sheet = sharp({ create: { width, height, channels: 3, background: '#808080' } }).composite(layers);
    await sheet.png().toFile(join(folder, `pairs-${at / PAIRS_PER_SHEET + 1}.png`));
  }
}

/** Cuts and enlarges both images of a pair. @param {Compared['pictures']} pictures */
async function enlarge(pictures) {
  const { width: fullWidth = 1, height: fullHeight = 1 } = await sharp(pictures[0]).metadata();
  const [width, height] = [fullWidth, fullHeight].map((side) => Math.min(side, MAX_SIDE));
  const images = await Promise.all(
    pictures.map((png) =>
      sharp(png)
        .extract({ left: (fullWidth - width) >> 1, top: (fullHeight - height) >> 1, width, height })
        .resize(width * ZOOM, height * ZOOM, { kernel: 'nearest' })
        .toBuffer(),
    ),
  );
  return { images, width: width * ZOOM, height: height * ZOOM };
}
