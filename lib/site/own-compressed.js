/** @import { SiteFile, SitePath } from './types.ts' */

import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { attempt } from '../base/attempt.js';

/** Decoders of compressed files that can be next to a text. */
const READERS = /** @type {Readonly<Record<string, typeof gunzipSync>>} */ ({
  '.gz': gunzipSync,
  '.br': brotliDecompressSync,
  '.zst': zstdDecompressSync,
  '.deflate': inflateSync,
});

/**
 * Finds files with the name of a compressed copy of another file and different content: they are the site's own.
 * @param {ReadonlyMap<SitePath, SiteFile>} files
 * @returns {Set<SitePath>}
 */
export function findOwnCompressed(files) {
  return new Set(
    [...files.values()].flatMap((file) => {
      const suffix = /\.(?:gz|br|zst|deflate)$/.exec(file.path)?.[0] ?? '';
      const text = suffix && files.get(file.path.slice(0, -suffix.length));
      return text && !isCopyOf(file, text, READERS[suffix]) ? [file.path] : [];
    }),
  );
}

/**
 * @param {SiteFile} file
 * @param {SiteFile} text
 * @param {typeof gunzipSync} read
 */
function isCopyOf({ bytes }, text, read) {
  // Fails for a damaged file, and for one with more content.
  const unpacked = attempt(() => read(bytes, { maxOutputLength: text.bytes.length + 1 }));
  return unpacked.ok && unpacked.value.equals(text.bytes);
}
