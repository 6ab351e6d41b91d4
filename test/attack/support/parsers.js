/* The exported functions that parse, each with the family of its worst input. */
import { readdirSync, readFileSync } from 'node:fs';
import { defaultLimits } from '../../../lib/images/png/limits.js';
import { indexPaths } from '../../../lib/site/graph/resolve-url.js';
import { parsePage } from '../../../lib/site/page/parse-page.js';
import { parseSheet } from '../../../lib/site/style/parse-sheet.js';
import { scanUrls } from '../../../lib/site/style/scan-urls.js';
import { parseScript, placesIn } from '../../../lib/site/text/script-tree.js';

/** @import { Encoding } from '../../../lib/site/types.ts' */
/** @import { WorstFamily } from './worst-inputs.js' */

/**
 * How a function parses an input: `prepare` makes its arguments and is not measured.
 * @typedef {{ family: WorstFamily, prepare: (input: any) => readonly unknown[] }} Parser
 */

const ROOT = new URL('../../../', import.meta.url);
/** Names of functions that parse, and first parameters that hold a text in a language. */
const PARSING_NAME = /^(?:read|parse|decode|scan|split|unpack)(?:[A-Z]|$)/;
const LANGUAGE = /^(?:code|css|html|source|script|har|xml|svg|markup|sheet)\b/;
const EXPORTED = /^export (?:async )?function\*? (\w+)\(([^)]*)/gm;

/**
 * Returns the exported functions of the program that parse, as `file#name`, by their names and parameters.
 * @returns {string[]}
 */
export function listParsers() {
  const files = ['lib', 'rules'].flatMap((folder) =>
    readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  );
  return files
    .filter((file) => file.endsWith('.js'))
    .flatMap((file) =>
      [...readFileSync(new URL(file, ROOT), 'utf8').matchAll(EXPORTED)]
        .filter(([, name, parameters]) => PARSING_NAME.test(name) || LANGUAGE.test(parameters))
        .map(([, name]) => `${file}#${name}`),
    );
}

/** @type {Encoding} */
const UTF_8 = { name: 'utf-8', bom: false };

/** @param {string} source */
const pageOf = (source) => parsePage('a.html', source, UTF_8);
/** @param {string} css */
const sheetOf = (css) => parseSheet('a.css', css, UTF_8);
/** @param {string} code */
const placesOf = (code) => [...placesIn(parseScript(code)?.body ?? [])];
/** @param {WorstFamily} family @param {Parser['prepare']} [prepare] @returns {Parser} */
const reads = (family, prepare = (input) => [input]) => ({ family, prepare });
/** @param {string} text */
const bytesOf = (text) => [Buffer.from(text)];
/** @param {Uint8Array} bytes */
const limited = (bytes) => [bytes, defaultLimits];

/** @type {Readonly<Record<string, Parser>>} */
export const PARSERS = {
  'lib/base/har-log.js#readHarLog': reads('har', (har) => [har, 'a.har']),
  'lib/fonts/read-font.js#readFont': reads('font'),
  'lib/images/codecs/decode.js#decodeImage': reads('gif'),
  'lib/images/codecs/decode.js#decodeReduced': reads('png', (bytes) => [bytes, 1e6]),
  'lib/images/codecs/gif-read.js#decodeGif': reads('gif', limited),
  'lib/images/png/png-decode.js#decodePng': reads('png', limited),
  'lib/images/png/png-read.js#readPng': reads('png', limited),
  'lib/network/scenario.js#parseJson': reads('json', (text) => [text, 'scenario.json']),
  'lib/output/fingerprint/workbox.js#readPrecacheList': reads('script'),
  'lib/output/pack/css.js#packCss': reads('css'),
  'lib/output/pack/chosen-minifier.js#packHtmlTwice': reads('html', (html) => [html, {}]),
  'lib/output/pack/cuts.js#isForXml': reads('html'),
  'lib/output/pack/html.js#packHtml': reads('html'),
  'lib/output/pack/last-part.js#selectorsThatSet': reads('css', (css) => [css, [() => true]]),
  'lib/output/pack/lines.js#findFlowSelectors': reads('css'),
  'lib/output/pack/script-shape.js#looksMinified': reads('script'),
  'lib/output/pack/script-shape.js#slowSteps': reads('script'),
  'lib/output/pack/script.js#packScript': reads('script'),
  'lib/output/pack/source-map.js#mapNamedIn': reads('script'),
  'lib/output/pack/space.js#findSpaceSelectors': reads('css'),
  'lib/output/pack/texts.js#joinsLines': reads('html'),
  'lib/plan/detect/code-names.js#readCodeNames': reads('script', (code) => [placesOf(code)]),
  'lib/plan/detect/image-code.js#readImageCode': reads('script', (code) => [placesOf(code)]),
  'lib/plan/detect/live-code.js#isBroken': reads('script'),
  'lib/plan/detect/live-code.js#readCode': reads('script'),
  'lib/plan/price/har.js#parseHar': reads('har'),
  'lib/report/gate/baseline.js#parseBaseline': reads('json', (text) => [text, 'baseline.json']),
  'lib/run/project/plain-config.js#readPlainKey': reads('json', (text) => [text, 'baseurl']),
  'lib/run/read-pages.js#readHarPages': reads('har', (har) => [har, 'a.har']),
  'lib/site/graph/fetched-ahead.js#readAhead': reads('script'),
  'lib/site/graph/fetched-ahead.js#readPageAhead': reads('html', (source) => [pageOf(source)]),
  'lib/site/graph/find-references.js#findSheetReferences': reads('css', (css) => [
    { path: 'a.css', source: css },
    indexPaths(['i.gif']),
  ]),
  'lib/site/graph/fonts.js#readFontUses': reads('css', (css) => [sheetOf(css)]),
  'lib/site/graph/fonts.js#readPageFonts': reads('html', (source) => [pageOf(source)]),
  'lib/site/graph/read-candidates.js#readCandidates': reads('html'),
  'lib/site/page/parse-page.js#isTooDeep': reads('html'),
  'lib/site/page/parse-page.js#parsePage': reads('html', (source) => ['a.html', source, UTF_8]),
  'lib/site/page/read-page.js#readPage': reads('html', (source) => [
    { path: 'a.html', bytes: Buffer.from(source), size: source.length },
  ]),
  'lib/site/read-har.js#readHar': reads('har', (har) => [har, 'a.har']),
  'lib/site/style/family-lists.js#readFamilyLists': reads('css', (css) => [css, 0]),
  'lib/site/style/first-style.js#readFirstStyle': reads('css'),
  'lib/site/style/font-faces.js#readFaces': reads('css'),
  'lib/site/style/image-sets.js#listPassedOver': reads('css', (css) => [css, scanUrls(css)]),
  'lib/site/style/move-css.js#moveCss': reads('css', (css) => [css, 'a/b.css', 'c.css']),
  'lib/site/style/move-css.js#withoutCharset': reads('css'),
  'lib/site/style/parse-sheet.js#parseDeclarations': reads('css'),
  'lib/site/style/parse-sheet.js#parseSheet': reads('css', (css) => ['a.css', css, UTF_8]),
  'lib/site/style/parse-sheet.js#withoutMarks': reads('css'),
  'lib/site/style/scan-urls.js#scanUrls': reads('css'),
  'lib/site/style/split-list.js#splitList': reads('css'),
  'lib/site/style/url-variables.js#hasUrlVariables': reads('css'),
  'lib/site/text/comments.js#runsCode': reads('html'),
  'lib/site/text/decode-path.js#decodePath': reads('html'),
  'lib/site/text/disk-name.js#readName': reads('html', bytesOf),
  'lib/site/text/encoding.js#decodeHtml': reads('html', bytesOf),
  'lib/site/text/encoding.js#decodeText': reads('css', bytesOf),
  'lib/site/text/nesting.js#endOfShallow': reads('css'),
  'lib/site/text/position.js#locateIn': reads('html'),
  'lib/site/text/script-tree.js#parseScript': reads('script'),
  'lib/site/text/taken-over.js#hasTakenOver': reads('script'),
  'lib/site/text/taken-over.js#isTakenOver': reads('script'),
  'lib/site/text/unpack-code.js#unpackCode': reads('script'),
  'lib/visit/browser/accessibility-text.js#splitWords': reads('html'),
  'lib/visit/browser/static-page.js#readDensity': reads('html', (source) => [
    () => ({ bytes: Buffer.from(source) }),
    { served: ['a.html'] },
  ]),
  'rules/kit/editor-code.js#readCall': reads('script', (code) => [code, pageOf('<img src=i.gif>')]),
  'rules/kit/markup/legacy-values.js#readColour': reads('css'),
  'rules/kit/markup/legacy-values.js#readFamilies': reads('css'),
  'rules/kit/markup/legacy-values.js#readFontSize': reads('css'),
  'rules/kit/markup/legacy-values.js#readLength': reads('css'),
  'rules/kit/markup/legacy-values.js#readPixels': reads('css'),
};

const OWN = 'values that this program made';
const PARSED = 'positions in a text that was parsed before';
const WHOLE = 'a whole site or page; its parts are listed above';
const SETTINGS = 'settings of the user, not of the site';
const SYSTEM = 'answers of the browser or the system';

/**
 * Functions of such names that parse no content of a site, with the reason.
 * @type {Readonly<Record<string, string>>}
 */
export const OTHERS = {
  'lib/base/packed-file.js#readPacked': OWN,
  'lib/base/read-once.js#readOnce': OWN,
  'lib/base/working-on.js#readNote': OWN,
  'lib/images/analyse/forest.js#readForest': OWN,
  'lib/images/png/deflate/blocks.js#splitCodes': OWN,
  'lib/images/png/deflate/parse.js#parseCheapest': OWN,
  'lib/images/png/deflate/squeeze.js#splitDistance': OWN,
  'lib/images/png/png-read.js#readSamples': PARSED,
  'lib/network/papers/claims.js#readFigures': OWN,
  'lib/network/scenario.js#parseScenario': SETTINGS,
  'lib/output/fingerprint/read-digests.js#readDigests': WHOLE,
  'lib/output/fingerprint/read-mentions.js#readMentions': WHOLE,
  'lib/output/pack/cuts.js#applyCuts': PARSED,
  'lib/output/pack/minify-until-stable.js#minifyUntilStable': OWN,
  'lib/output/pack/script.js#packMappedScript': OWN,
  'lib/output/pack/tags.js#packStartTag': PARSED,
  'lib/output/write/marker.js#readMarker': SETTINGS,
  'lib/output/write/read-hash.js#readHash': WHOLE,
  'lib/plan/apply/apply-edits.js#applyEdits': PARSED,
  'lib/report/gate/budgets.js#parseBudgets': SETTINGS,
  'lib/report/gate/tolerance.js#parseTolerance': SETTINGS,
  'lib/report/gate/units.js#parseLimit': SETTINGS,
  'lib/run/cli/arguments.js#parseArguments': SETTINGS,
  'lib/run/keep.js#readKeep': SETTINGS,
  'lib/run/optimize/shard.js#readShard': SETTINGS,
  'lib/run/read-build-input.js#readBuildInput': WHOLE,
  'lib/run/minifier.js#readMinify': SETTINGS,
  'lib/run/project/manifest.js#readManifest': SETTINGS,
  'lib/run/read-input.js#readInput': WHOLE,
  'lib/run/read-pages.js#readFilePage': WHOLE,
  'lib/run/run-history.js#openRunHistory': OWN,
  'lib/run/settings.js#readSettings': SETTINGS,
  'lib/site/page/attributes.js#readAttributes': PARSED,
  'lib/site/page/read-page.js#readPages': WHOLE,
  'lib/site/read-file.js#readSiteFile': WHOLE,
  'lib/site/read-input-file.js#readInputFile': WHOLE,
  'lib/site/read-site.js#readSite': WHOLE,
  'lib/text-images/accept/write-box.js#hideText': OWN,
  'lib/text-images/decompose/backdrop.js#parseColour': OWN,
  'lib/text-images/decompose/picture.js#unpack': OWN,
  'lib/text-images/decompose/split-lines.js#splitLines': OWN,
  'lib/text-images/read/line-layout.js#readWithNetwork': OWN,
  'lib/text-images/read/read-site.js#readSite': WHOLE,
  'lib/visit/browser/accessibility-text.js#readAccessibilityText': SYSTEM,
  'lib/visit/browser/page-script.js#writeCall': OWN,
  'lib/visit/browser/processes.js#readProc': SYSTEM,
  'lib/visit/browser/processor-time.js#readTreeCpuMs': SYSTEM,
  'lib/visit/browser/read-backdrops.js#readBackdrops': SYSTEM,
  'lib/visit/browser/read-outline.js#readOutline': SYSTEM,
  'lib/visit/browser/render-view.js#readElements': SYSTEM,
  'lib/visit/browser/unpack.js#unpackChromium': OWN,
  'lib/visit/browser/watch-images.js#readWatchedImages': SYSTEM,
  'lib/visit/verify/guess.js#readGuess': SYSTEM,
  'lib/visit/verify/png.js#decodePng': OWN,
  'rules/kit/areas.js#readAreas': PARSED,
  'rules/kit/css-background.js#declarationAround': PARSED,
  'rules/kit/css-background.js#paintDeclaration': PARSED,
  'rules/kit/css-background.js#urlAround': PARSED,
  'rules/kit/draft-words.js#readWords': OWN,
  'rules/kit/map-links.js#readLink': PARSED,
  'rules/kit/swaps.js#readPair': PARSED,
  'rules/kit/swaps.js#readPutBack': PARSED,
};
