/**
 * What makers.js makes, by name. It stands apart since the codecs take a third of a second and 13 MB to load, which
 * only the threads that run them need.
 */
export const MAKER_NAMES = Object.freeze(
  /** @type {const} */ ([
    'png-from-gif',
    'apng-from-gif',
    'png',
    'jpeg',
    'svg',
    'resized-png',
    'webp-lossless',
    'quantized-png',
    'webp',
    'avif',
    'avif-ladder',
    'jpeg-ladder',
    'film',
    'coarser-jpeg',
    'modern',
  ]),
);

/** What SSIMULACRA 2 must measure at least, where an option says nothing: what it calls high quality. */
export const defaultTarget = 70;
