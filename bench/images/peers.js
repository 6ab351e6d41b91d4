import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { losslessCompressPng } from '@napi-rs/image';
import sharp from 'sharp';

/**
 * @typedef {{ name: string, encode: (png: string, gif: Uint8Array) => Promise<number> }} Peer `png`: an uncompressed
 * PNG of the same pixels
 */

/**
 * Returns the available still-image encoders. Each returns the size of its result.
 * @param {string} scratch
 * @param {boolean} slow
 * @returns {Promise<Peer[]>}
 */
export async function listPeers(scratch, slow) {
  const { default: init, optimise } = await import('@jsquash/oxipng/codec/pkg/squoosh_oxipng.js');
  await init(readFileSync(createRequire(import.meta.url).resolve('@jsquash/oxipng/codec/pkg/squoosh_oxipng_bg.wasm')));
  const out = join(scratch, 'peer.png');
  const command = (/** @type {string} */ name, /** @type {(png: string) => string[]} */ flags) => ({
    name: [name, ...flags('').filter((flag) => /^-[mo]/.test(flag) && flag !== '-out')].join(' '),
    encode: async (/** @type {string} */ png) => {
      rmSync(out, { force: true });
      execFileSync(name, flags(png), { stdio: 'ignore' });
      return existsSync(out) ? readFileSync(out).length : Number.POSITIVE_INFINITY;
    },
  });
  const commands = [
    command('optipng', (png) => ['-quiet', '-o7', '-strip', 'all', '-out', out, png]),
    command('zopflipng', (png) => ['-y', png, out]),
    ...(slow ? [command('zopflipng', (png) => ['-y', '-m', png, out])] : []),
  ];
  return [
    {
      name: 'sharp',
      encode: async (_, gif) =>
        (await sharp(gif).png({ compressionLevel: 9, effort: 10, palette: true }).toBuffer()).length,
    },
    {
      name: '@napi-rs/image',
      encode: async (png) =>
        (await losslessCompressPng(readFileSync(png), { strip: true, filter: [0, 1, 2, 3, 4] })).length,
    },
    {
      name: 'oxipng wasm 4',
      encode: async (png) => optimise(new Uint8Array(readFileSync(png)), 4, false, true).length,
    },
    ...commands.filter(({ name }) => isInstalled(name.split(' ')[0])),
  ];
}

/** @param {string} name */
export function isInstalled(name) {
  return (process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, name)));
}
