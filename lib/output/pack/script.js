import { gzipSync } from 'node:zlib';
import { minify } from 'terser';
import { minifyUntilStable } from './minify-until-stable.js';
import { slowSteps } from './script-shape.js';
import { SOURCE_MAP } from './source-map.js';

/** Terser needs some 200 times the source in memory; a bundle beyond this has been through a minifier. */
const MOST_SCRIPT_CHARACTERS = 3_000_000;

/**
 * Code that reads the names of parameters, or that terser drops for a comment it does not understand; an address that
 * names one is none.
 */
const READS_ITS_OWN_SOURCE = /\$scope|\$injector|(?<!\/)\bangular\b(?!\/)|@cc_on/;

/** For less than so much of a script that has been through a minifier, its map is not written anew. */
const LEAST_GAIN = 0.02;
/**
 * A long script of which one try leaves more than this has been through a minifier, and is not tried again: more tries
 * took 4.9 s of a core on one of 116 kB, the first one .8.
 */
const MINIFIED_SHARE = 0.9;
const DEFAULT_COMPRESS = Object.freeze({ drop_debugger: false });
/** Minifiers of today write `true` and `false` so; those of before 2012 do not. */
const SHORT_TRUTH = /![01]\b/g;
const LONG_TRUTH = /\b(?:true|false)\b/g;
/** A script of fewer characters is tried whatever it is: that takes half a second of a core at most. */
const LONG_CHARACTERS = 32_000;
/** What such a script must save on the wire to be another: then what this program made stays as it is. */
const LEAST_SENT_GAIN = 0.01;

/**
 * Packs a script; null where it cannot be made smaller. Names that other scripts can see stay, licence comments too.
 * @param {string} source
 * @param {{ asciiOnly?: boolean }} [options] `asciiOnly` where the page's encoding cannot hold every character
 * @returns {Promise<string | null>}
 */
export async function packScript(source, { asciiOnly = false } = {}) {
  if (source.length > MOST_SCRIPT_CHARACTERS) return null;
  if (READS_ITS_OWN_SOURCE.test(source) || SOURCE_MAP.test(source)) return null;
  // A script written in ASCII stays so: it may be served under any encoding.
  const ascii = asciiOnly || isAscii(source);
  return (
    (await packAs(source, { ascii, module: false })) ??
    // Only a module may wait at its top.
    (/\bawait\b/.test(source) ? await packAs(source, { ascii, module: true }) : null)
  );
}

/** @typedef {import('terser').CompressOptions} CompressOptions */
/**
 * `compress`: false leaves code as it is, and only names and prints it shorter.
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
 * Whether a minifier of today made a script: then other names are all that is tried. On 59 long scripts, old and of
 * today, it takes 38 s of a core instead of 48 and leaves .1 % more; of two such scripts a full try saves 3 %.
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
  return made.length < source.length && gzipSync(made).length < gzipSync(source).length * (1 - LEAST_SENT_GAIN);
}

/** Whether a script cannot be parsed, or is nested deeper than a parser's stack. @param {unknown} error */
function isOfSource(error) {
  return error instanceof RangeError || (error instanceof Error && error.name === 'SyntaxError');
}

/**
 * Packs a script that has a map, and writes the map anew; null where that is not worth it.
 * @param {string} source
 * @param {string} map
 * @returns {Promise<{ text: string, map: string } | null>}
 */
export async function packMappedScript(source, map) {
  const [comment] = SOURCE_MAP.exec(source) ?? [];
  if (!comment || source.length > MOST_SCRIPT_CHARACTERS || READS_ITS_OWN_SOURCE.test(source)) return null;
  const ascii = isAscii(source);
  for (const module of [false, true]) {
    try {
      const sourceMap = { content: JSON.parse(map), includeSources: true };
      const made = await minify(source, {
        ...optionsFor({ ascii, module, compress: { ...DEFAULT_COMPRESS, ...slowSteps(source) } }),
        sourceMap,
      });
      const text = `${made.code ?? ''}\n${comment}\n`;
      const isWorthIt = made.code !== undefined && text.length < source.length * (1 - LEAST_GAIN);
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
    // The same script may run as a classic one or as a module: nothing at the top is renamed or dropped.
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
