import { minify } from 'terser';
import { settle } from './settle.js';

/** Terser needs some 200 times the source in memory; a bundle beyond this has been through a minifier. */
const MOST_SCRIPT_CHARACTERS = 3_000_000;

/** Code that reads the names of parameters, or that terser drops for a comment it does not understand. */
const READS_ITS_OWN_SOURCE = /\$scope|\$injector|\bangular\b|@cc_on/;

/** A bundler wrote it: its map would no longer fit. A map inside the script is a load on every visitor, and goes. */
const HAS_SOURCE_MAP = /^\/\/[#@] sourceMappingURL=(?!data:)/m;

/**
 * Packs a script; null where it cannot be made smaller. Names that other scripts can see stay, licence comments too.
 * @param {string} source
 * @param {{ asciiOnly?: boolean }} [options] `asciiOnly` where the page's encoding cannot hold every character
 * @returns {Promise<string | null>}
 */
export async function packScript(source, { asciiOnly = false } = {}) {
  if (source.length > MOST_SCRIPT_CHARACTERS) return null;
  if (READS_ITS_OWN_SOURCE.test(source) || HAS_SOURCE_MAP.test(source)) return null;
  // A script written in ASCII stays so: it may be served under any encoding.
  const ascii = asciiOnly || isAscii(source);
  return (
    (await packAs(source, { ascii, module: false })) ??
    // Only a module may wait at its top.
    (/\bawait\b/.test(source) ? await packAs(source, { ascii, module: true }) : null)
  );
}

/**
 * @param {string} source
 * @param {{ ascii: boolean, module: boolean }} options
 */
async function packAs(source, options) {
  try {
    return await settle(source, (text) => minifyOnce(text, options));
  } catch (error) {
    if (error instanceof Error && error.name === 'SyntaxError') return null;
    throw error;
  }
}

/**
 * @param {string} text
 * @param {{ ascii: boolean, module: boolean }} options
 */
async function minifyOnce(text, { ascii, module }) {
  const { code } = await minify(text, {
    // The same script may run as a classic one or as a module: nothing at the top is renamed or dropped.
    toplevel: false,
    keep_classnames: true,
    keep_fnames: true,
    parse: /** @type {import('terser').ParseOptions} */ ({ module }),
    compress: { drop_debugger: false },
    format: { ascii_only: ascii, inline_script: true, comments: /^!|@license|@preserve|@lic\b/i },
  });
  return code ?? '';
}

/** @param {string} text */
function isAscii(text) {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false;
  return true;
}
