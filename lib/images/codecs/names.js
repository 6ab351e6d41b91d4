/**
 * Names of the makers in makers.js. They are in their own file because the codecs take a third of a second and 13 MB to
 * load, and only the threads that run them need them.
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
    'film',
    'coarser-jpeg',
    'modern',
    'jxl',
  ]),
);

/** Min SSIMULACRA 2 score without an option: the value that it calls high quality. */
export const defaultTarget = 70;
