import { gzipSync } from 'node:zlib';
import { minify } from 'terser';
import { minifyUntilStable } from './minify-until-stable.js';
import { looksMinified, slowSteps } from './script-shape.js';
import { SOURCE_MAP } from './source-map.js';

/** Max size of a script. Terser needs some 200 times the source in memory, and a larger bundle is already minified. */
const MAX_SCRIPT_CHARACTERS = 3_000_000;

/**
 * Code that reads the names of parameters, or that terser drops for a comment it does not support. Addresses with such
 * names do not count.
 */
const READS_ITS_OWN_SOURCE = /\$scope|\$injector|(?<!\/)\bangular\b(?!\/)|@cc_on/;

/** Min gain as a share for a minified script, below which its map is not rewritten. */
const MIN_GAIN = 0.02;
/**
 * Share that is left of a long script after one run, above which it counts as minified and is not tried again. Further
 * runs take several times as long as the first.
 */
const MINIFIED_SHARE = 0.9;
const DEFAULT_COMPRESS = Object.freeze({ drop_debugger: false });
/** `true` and `false` as current minifiers write them. Those before 2012 do not. */
const SHORT_TRUTH = /![01]\b/g;
const LONG_TRUTH = /\b(?:true|false)\b/g;
/** Shorter scripts are always tried with all options: that takes half a second of a core at most. */
const LONG_CHARACTERS = 32_000;
/** Min compressed saving of such a script. Below it the results of this program stay unchanged. */
const MIN_SENT_GAIN = 0.01;

/**
 * Packs a script. Returns null if it cannot become smaller. Names that other scripts can see and licence comments stay.
 * @param {string} source
 * @param {{ asciiOnly?: boolean, effort?: import('./variants.js').Effort }} [options] `asciiOnly`: true if the page's
 *   encoding cannot hold every character; `effort`: with `max`, long scripts that look minified are tried as well
 * @returns {Promise<string | null>}
 */
export async function packScript(source, { asciiOnly = false, effort = 'balanced' } = {}) {
  if (READS_ITS_OWN_SOURCE.test(source) || SOURCE_MAP.test(source) || takesTooMuch(source, effort)) return null;
  // A script in ASCII stays ASCII, because it can be served in any encoding.
  const ascii = asciiOnly || isAscii(source);
  return (
    (await packAs(source, { ascii, module: false })) ??
    // Only a module can use await at its top level.
    (/\bawait\b/.test(source) ? await packAs(source, { ascii, module: true }) : null)
  );
}

/**
 * Returns true if a script is too long for terser, or is long and apparently minified already.
 * @param {string} source @param {import('./variants.js').Effort} effort
 */
function takesTooMuch(source, effort) {
  if (source.length > MAX_SCRIPT_CHARACTERS) return true;
  return source.length > LONG_CHARACTERS && effort !== 'max' && looksMinified(source);
}

/** @typedef {import('terser').CompressOptions} CompressOptions */
/**
 * `compress`: false leaves code unchanged and only shortens names and formatting.
 * @typedef {{ ascii: boolean, module: boolean, compress?: CompressOptions | false }} ScriptOptions
 */

/**
 * @param {string} source
 * @param {ScriptOptions} options
 */
async function packAs(source, options) {
  try {
    if (source.length > LONG_CHARACTERS) {
      const first = await minifyOnce(source, isOfToday(source) ? { ...options, compress: false } : options);
      if (first.length > source.length * MINIFIED_SHARE) return doesSave(source, first) ? first : null;
    }
    return await minifyUntilStable(source, (text) => minifyOnce(text, options));
  } catch (error) {
    if (isOfSource(error)) return null;
    throw error;
  }
}

/**
 * Returns true if a current minifier created a script. Then only shorter names are tried, which takes less time for
 * almost the same result.
 * @param {string} source
 */
function isOfToday(source) {
  return countOf(source, SHORT_TRUTH) > countOf(source, LONG_TRUTH);
}

/** @param {string} source @param {RegExp} pattern */
function countOf(source, pattern) {
  return source.match(pattern)?.length ?? 0;
}

/** @param {string} source @param {string} made */
function doesSave(source, made) {
  return made.length < source.length && gzipSync(made).length < gzipSync(source).length * (1 - MIN_SENT_GAIN);
}

/** Returns true if a script cannot be parsed, or is nested deeper than a parser's stack. @param {unknown} error */
function isOfSource(error) {
  return error instanceof RangeError || (error instanceof Error && error.name === 'SyntaxError');
}

/**
 * Packs a script that has a map, and rewrites the map. Returns null if the gain is too small.
 * @param {string} source
 * @param {string} map
 * @param {import('./variants.js').Effort} [effort] with `max`, long scripts that look minified are tried as well
 * @returns {Promise<{ text: string, map: string } | null>}
 */
export async function packMappedScript(source, map, effort = 'balanced') {
  const [comment] = SOURCE_MAP.exec(source) ?? [];
  if (!comment || READS_ITS_OWN_SOURCE.test(source) || takesTooMuch(source, effort)) return null;
  const ascii = isAscii(source);
  for (const module of [false, true]) {
    try {
      const sourceMap = { content: JSON.parse(map), includeSources: true };
      const made = await minify(source, {
        ...optionsFor({ ascii, module, compress: { ...DEFAULT_COMPRESS, ...slowSteps(source) } }),
        sourceMap,
      });
      const text = `${made.code ?? ''}\n${comment}\n`;
      const isWorthIt = made.code !== undefined && text.length < source.length * (1 - MIN_GAIN);
      return isWorthIt ? { text, map: String(made.map) } : null;
    } catch (error) {
      if (!isOfSource(error)) throw error;
    }
  }
  return null;
}

/**
 * @param {string} text
 * @param {ScriptOptions} options
 */
async function minifyOnce(text, options) {
  const { compress = {} } = options;
  const bounded = compress === false ? false : { ...DEFAULT_COMPRESS, ...compress, ...slowSteps(text) };
  const { code } = await minify(text, optionsFor({ ...options, compress: bounded }));
  return code ?? '';
}

/** @param {ScriptOptions} options @returns {import('terser').MinifyOptions} */
function optionsFor({ ascii, module, compress = DEFAULT_COMPRESS }) {
  return {
    // The same script can run as a classic one or as a module: no top-level name is renamed or dropped.
    toplevel: false,
    keep_classnames: true,
    keep_fnames: true,
    parse: /** @type {import('terser').ParseOptions} */ ({ module }),
    compress,
    format: { ascii_only: ascii, inline_script: true, comments: /^!|@license|@preserve|@lic\b/i },
  };
}

/** @param {string} text */
function isAscii(text) {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false;
  return true;
}
