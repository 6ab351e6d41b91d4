/** Extensions of texts. */
const TEXTS = ['html', 'htm', 'css', 'js', 'mjs', 'svg', 'json', 'xml', 'txt', 'wasm'];
const NAMED = TEXTS.map((extension) => `-name '*.${extension}'`).join(' -o ');
const COMPRESS = `find "$0" -type f \\( ${NAMED} \\) -size +1 -print0 |
  xargs -0 -P 2 -I F sh -c 'gzip -9 -k -f "$0" && brotli -q 11 -k -f "$0" && zstd -q -19 -k -f "$0"' F`;

/**
 * Returns a command that compresses the texts of a folder with the tools of a distribution, on two cores, as small as
 * pagethrift does. Other tools leave that to their users.
 * @param {string} folder
 */
export function compressCommand(folder) {
  return ['sh', '-c', COMPRESS, folder];
}
