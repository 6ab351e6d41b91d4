/** Lossless PNG and APNG codecs with a deflate of their own, and SSIMULACRA 2. */

export { encodeApng } from './apng-encode.js';
export { deflateSmallest } from './deflate/deflate.js';
export { BrokenImage, defaultLimits } from './limits.js';
export { measureSimilarity } from './measure-similarity.js';
export { decodePng } from './png-decode.js';
export { encodePng } from './png-encode.js';
export { optimizePng } from './png-optimize.js';
