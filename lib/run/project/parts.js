import { attemptAsync } from '../../base/attempt.js';
import { exact } from '../../base/exact.js';

/**
 * An optional part of an installation.
 * @typedef {{ name: string, packages: readonly string[], load: () => Promise<unknown>, loss: string,
 *   state: 'note' | 'bad' }} Part `loss`: what does not work without it; `state`: how bad that is
 */

/** @type {readonly Part[]} */
export const PARTS = exact([
  {
    name: 'Image codecs',
    packages: codecPackages(process.platform, process.arch),
    load: async () => import('../../images/codecs/decode.js'),
    loss: 'no image can be recompressed',
    state: 'bad',
  },
  {
    name: 'Text recognition',
    packages: ['tesseract.js', '@tesseract.js-data/eng'],
    load: async () => import('tesseract.js'),
    loss: 'a text image is replaced only if its page says the same text',
    state: 'note',
  },
]);

/**
 * Lists the parts that cannot be loaded.
 * @param {readonly Part[]} [parts]
 * @returns {Promise<Part[]>}
 */
export async function listMissingParts(parts = PARTS) {
  const missing = await Promise.all(parts.map(async (part) => ((await attemptAsync(part.load)).ok ? [] : [part])));
  return missing.flat();
}

/** Returns the command that installs a part. @param {Part} part */
export function installCommand({ packages }) {
  return `npm install ${packages.join(' ')}`;
}

/**
 * Lists the packages that hold the native code of the codecs, which `npm install --omit=optional` leaves out.
 * @param {string} platform @param {string} arch
 */
function codecPackages(platform, arch) {
  const sharp = [`@img/sharp-${platform}-${arch}`];
  // On Windows, the package of sharp holds its library too.
  if (platform !== 'win32') sharp.push(`@img/sharp-libvips-${platform}-${arch}`);
  const variant = { linux: '-gnu', win32: '-msvc' }[platform] ?? '';
  return [...sharp, `@napi-rs/image-${platform}-${arch}${variant}`];
}
