import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import subsetFont from 'subset-font';
import { DRAWERS } from './draw-kinds.js';
import { diceFrom } from './draw-parts.js';
import { randomFrom } from './grow-forest.js';

/** @import { DecodedImage } from '../../lib/images/types.ts' */
/** @import { Dice, } from './draw-parts.js' */
/** @import { Drawing } from './draw-kinds.js' */

const PACKAGES = [
  'anton',
  'arimo',
  'caladea',
  'carlito',
  'comic-neue',
  'cousine',
  'dejavu-sans',
  'dejavu-serif',
  'gelasio',
  'tinos',
];

/**
 * Draws images of every kind in the style of old pages: some with soft edges, some with hard ones, most with few
 * colours.
 * @param {number} perKind
 * @param {number} seed
 * @returns {AsyncGenerator<{ kind: string, decoded: DecodedImage }>}
 */
export async function* drawSamples(perKind, seed) {
  const sharp = await loadRenderer();
  for (const [kind, draw] of Object.entries(DRAWERS)) {
    for (let i = 0; i < perKind; i++) {
      const dice = diceFrom(randomFrom(seed + i * 31 + kind.length * 100_003 + kind.charCodeAt(0)));
      const drawing = draw(dice);
      yield { kind, decoded: await render(sharp, drawing, dice, kind) };
    }
  }
}

/** Loads the renderer with the project's own fonts, whatever the machine has. */
async function loadRenderer() {
  const require = createRequire(import.meta.url);
  const folder = join(tmpdir(), 'pagethrift-bench-fonts');
  mkdirSync(folder, { recursive: true });
  const glyphs = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('');
  for (const name of PACKAGES) {
    const files = join(dirname(require.resolve(`@fontsource/${name}/package.json`)), 'files');
    for (const file of readdirSync(files).filter((entry) => /-latin-(400|700)-(normal|italic)\.woff$/.test(entry))) {
      const font = await subsetFont(readFileSync(join(files, file)), glyphs, { targetFormat: 'sfnt' });
      writeFileSync(join(folder, file.replace('.woff', '.ttf')), font);
    }
  }
  writeFileSync(
    join(folder, 'fonts.conf'),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${folder}</dir><cachedir>` +
      `${folder}</cachedir></fontconfig>`,
  );
  process.env.FONTCONFIG_FILE = join(folder, 'fonts.conf');
  return (await import('sharp')).default;
}

/**
 * @param {Awaited<ReturnType<typeof loadRenderer>>} sharp
 * @param {Drawing} drawing
 * @param {Dice} dice
 * @param {string} kind
 * @returns {Promise<DecodedImage>}
 */
async function render(sharp, drawing, dice, kind) {
  const width = Math.max(1, Math.round(drawing.width));
  const height = Math.max(1, Math.round(drawing.height));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawing.body}</svg>`;
  let pixels = sharp(Buffer.from(svg)).ensureAlpha();
  const jpeg = kind === 'photo' ? dice.chance(0.6) : dice.chance(0.06);
  if (jpeg && !drawing.clear)
    pixels = sharp(
      await pixels
        .removeAlpha()
        .jpeg({ quality: dice.whole(40, 90) })
        .toBuffer(),
    ).ensureAlpha();
  else if (dice.chance(kind === 'text' ? 0.3 : 0.7)) {
    const colours = dice.pick([8, 16, 32, 64, 128, 256]);
    pixels = sharp(
      await pixels.png({ palette: true, colours, dither: dice.pick([0, 0, 0.5, 1]) }).toBuffer(),
    ).ensureAlpha();
  }
  const rgba = new Uint8Array(await pixels.raw().toBuffer());
  const hard = dice.chance(0.3) ? 110 : dice.chance(0.5) ? 128 : 0;
  if (drawing.clear && hard > 0) for (let i = 3; i < rgba.length; i += 4) rgba[i] = rgba[i] >= hard ? 255 : 0;
  return {
    format: jpeg && !drawing.clear ? 'jpeg' : 'png',
    width,
    height,
    frames: [{ rgba, delayMs: 0 }],
    plays: 1,
    bitsPerChannel: 8,
    colourSpace: 'srgb',
    orientation: 1,
  };
}
