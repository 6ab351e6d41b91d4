import { exact } from '../../lib/base/exact.js';
import { present } from '../../lib/base/present.js';
import { folderIn } from '../../lib/base/trim.js';
import { escapeAttribute } from '../../lib/site/page/escape.js';
import { classMark, fileMark } from '../../lib/site/text/marks.js';
import { facesOf, nameOfDense, urlFrom } from './word-fonts.js';

/**
 * @import { CssClass, Draft, Edit, Group, Job, Made, NewFile, Proposal } from '../../lib/plan/types.ts'
 * @import { Range } from '../../lib/site/types.ts'
 * @import { Explained } from '../../lib/text-images/types.ts'
 * @import { SiteTexts } from '../../lib/plan/make/explain-texts.js'
 * @import { Away } from './swaps.js'
 *
 * @typedef {Explained & { touched?: Explained, pressed?: Explained, away?: Explained,
 *   said?: readonly string[] }} Lettered the text image as made; `touched`, `pressed`: its states under the mouse;
 *   `away`: its state while the mouse is over other images; `said`: the text of each link
 */

/** Max bytes of a background that is inlined into the style sheet, since a file of its own costs a request. */
const MAX_INLINE = 4096;
/** Min bytes of the two backgrounds of a rollover that are files if several pages use them. */
const MIN_SHARED = 2048;
/** Position of a background that is loaded and not seen. */
const UNSEEN = '0 9999px no-repeat';
/** Selectors for the hover state, and keyboard focus of a link, and for the state in which the mouse is pressed. */
const OWN_STATES = Object.freeze({ touched: '&:hover,:focus-visible>&', pressed: '&:active' });
/** Those of text that shows the states of the element around it. */
const STATES_AROUND = Object.freeze({ touched: ':hover>&', pressed: ':active>&' });
/** Values that take declarations back. The others take 0. */
const UNSET = new Map([
  ['background', 'none'],
  ['text-shadow', 'none'],
  ['font-feature-settings', 'normal'],
]);
/** Displays on which hard pixel edges would look coarse next to images, which browsers smooth. */
const DENSE = '@media (min-resolution:1.5dppx)';
/** Forced colours, which apply to transparent borders, too. */
const FORCED = '@media (forced-colors:active)';

/** Returns the jobs that render a candidate's image as text. @param {Proposal} proposal @returns {Job[]} */
export function jobsOfWords({ resource, data: { site, part = resource, hover, pressed, away, areas } }) {
  const { siblings, said, siteTitles, likeness } = /** @type {SiteTexts} */ (site);
  const path = String(part);
  if (areas) {
    const { behind } = said[siblings.indexOf(path)] ?? {};
    const options = { areas, likeness, ...(behind ? { behind } : {}) };
    return [{ maker: 'text-image', resource: String(resource), options }];
  }
  const states = {
    ...(hover && hover !== path ? { hover } : {}),
    ...(pressed ? { pressed } : {}),
    ...(away ? { away: /** @type {Away} */ (away).path } : {}),
  };
  const options = { path, siblings, said, siteTitles, likeness, ...states };
  return [{ maker: 'text-image', resource: String(resource), options }];
}

/**
 * Returns the group of text images of a page that are all replaced or none: those of a menu, otherwise those of a font,
 * which they pay for together. A menu in part as text would have two fonts on displays with more device pixels.
 * @param {Proposal} proposal @param {readonly Made[]} made
 * @returns {Group | null}
 */
export function rowOfWords({ page, whole }, made) {
  const words = readWords(made);
  if (whole) return words || made.some(mayBeText) ? { id: whole, take: 'all' } : null;
  return words && words.font.users > 1 ? { id: `words ${page} ${words.font.set}`, take: 'all' } : null;
}

/** Returns true if an image that was not read may contain text. @param {Made} made */
function mayBeText(made) {
  if (made.ok || made.isApart) return false;
  const isLikely = made.reason === 'looks-different' ? made.isLikely : made.isAsLarge;
  return /\p{L}{2}/u.test(made.text ?? '') || isLikely === true;
}

/** Returns the maker's result, or null if it failed. @param {readonly Made[]} made */
export function readWords([made]) {
  return made?.ok ? /** @type {Lettered} */ (/** @type {unknown} */ (made.data)) : null;
}

/**
 * Builds the change that replaces an image with text, its classes, its fonts and its background.
 * @param {Proposal} proposal @param {readonly Made[]} made
 * @param {{ range?: Range | null, at?: number }} [place] the range to replace, and the number of classes that come
 * before these
 * @returns {Draft}
 */
export function draftWords(proposal, made, { range = proposal.range, at = 0 } = {}) {
  const words = readWords(made);
  if (!words) return { edits: [] };
  const { text, difference, font } = words;
  const { around = [] } = /** @type {{ around?: Edit[] }} */ (proposal.data);
  return {
    edits: [{ range: present(range), text: markWords(proposal.data, words, at) }, ...around],
    classes: classesOfWords({ ...proposal.data, resource: proposal.resource }, words),
    files: filesOfWords(proposal, words),
    words: {
      text: words.isDrawn ? '' : text,
      similarity: difference.similarity,
      font: font.family,
      parts: words.said ?? [],
    },
  };
}

/**
 * Returns the class that all text shares, the class of this box, and the fonts.
 * @param {Proposal['data']} data @param {Lettered} words
 * @returns {CssClass[]}
 */
function classesOfWords(data, words) {
  const placement = String(data.placement).replace(/^display:inline-block(?:;|$)/, '');
  const resets = /** @type {string[]} */ (data.resets);
  const states = statesOf(words, data);
  // Images of a menu often have the same background, so it is a class of its own.
  const shared = sharedBackgrounds(words, data.base, data.resource);
  const isInline = !isFiled(words) && !shared?.rest;
  const cssOf = (/** @type {Lettered} */ state) => withBackground(state, isInline, shared?.over.url);
  const changes = states.flatMap(({ made, selector, from }) =>
    from ? [[selector, changesBetween(cssOf(from), cssOf(made))]] : [],
  );
  const dense = states.map(
    ({ made: { font }, selector }) => font.dense && `${selector}{font-family:${nameOfDense(font)}}`,
  );
  const forced = data.isPadded ? '&{border-color:canvas}' : '';
  const more = Object.fromEntries(
    [...changes, [DENSE, dense.filter(Boolean).join('')], [FORCED, forced]].filter(([, declared]) => declared),
  );
  const isLocal = shared !== null && !shared.rest && exact(true);
  const plain = withBackground(words, false);
  const box = isLocal ? addUnseen(plain, shared.over.url) : plain;
  return [
    { name: 'text', css: [words.base, ...resets].join(';') },
    { name: 'box', css: [placement, box].filter(Boolean).join(';'), more, ...(isLocal ? { isLocal } : {}) },
    ...(shared?.rest
      ? [writeShared(shared.rest, shared.over, selectorsOf(data).touched)]
      : hasOwnBackground(words)
        ? [writeOwn(words)]
        : []),
    ...states.flatMap(({ made: { font } }) => facesOf(font, data.base).map(({ face }) => face)),
  ];
}

/**
 * Returns the states of a text, each with its selector and the state whose declarations it changes.
 * @param {Lettered} words @param {Proposal['data']} data `away`: the state while the mouse is over others, with its
 *   selector
 * @returns {{ made: Explained, selector: string, from: Explained | null }[]}
 */
function statesOf(words, data) {
  const { touched, pressed } = words;
  const other = /** @type {Away | null | undefined} */ (data.away);
  const selectors = selectorsOf(data);
  return [
    { made: words, selector: '&', from: null },
    ...(touched ? [{ made: touched, selector: selectors.touched, from: words }] : []),
    ...(touched && pressed ? [{ made: pressed, selector: selectors.pressed, from: touched }] : []),
    ...(other && words.away ? [{ made: words.away, selector: other.selector, from: words }] : []),
  ];
}

/** @param {Proposal['data']} data */
function selectorsOf({ isInside }) {
  return isInside ? STATES_AROUND : OWN_STATES;
}

/** Returns the class of a background in the style sheet. @param {Pick<Explained, 'background'>} words */
function writeOwn(words) {
  return { name: 'back', css: `background:${layUrl(words, urlOfBackground(words))}` };
}

/** Returns the value of a background from its URL. @param {Pick<Explained, 'background'>} words @param {string} url */
function layUrl({ background }, url) {
  return background?.around?.replace('{background}', url) ?? url;
}

/** @typedef {{ path: string, bytes: Uint8Array, pages: number, url: string }} Shared */

/**
 * Returns the class of the backgrounds of a rollover in files. Both are loaded at once, as the script loaded them.
 * @param {Shared} rest @param {Shared} over under the mouse @param {string} touched the selector of that state
 * @returns {CssClass}
 */
function writeShared({ url }, over, touched) {
  if (over.url === url) return { name: 'back', css: `background:url(${url})`, isLocal: true };
  const css = `background:url(${url}),url(${over.url}) ${UNSEEN}`;
  return { name: 'back', css, more: { [touched]: `background:url(${over.url})` }, isLocal: true };
}

/**
 * Adds a background that is loaded and not seen to a box with another one in CSS, or with none.
 * @param {string} css @param {string} url
 */
function addUnseen(css, url) {
  const unseen = `url(${url}) ${UNSEEN}`;
  if (!/(?:^|;)background:/.test(css)) return `${css};background:${unseen}`;
  return css.replace(/((?:^|;)background:)([^;]*)/, (_, name, shown) =>
    shown.startsWith('#') ? `${name}${unseen} ${shown}` : `${name}${shown},${unseen}`,
  );
}

/**
 * Returns the backgrounds of a rollover that are files because several pages use them, null if there are none or a
 * third one. `rest` is null if the one at rest needs no file.
 * @param {Lettered} words @param {unknown} base base of the page's relative URLs, null if it has none
 * @param {unknown} resource the image
 * @returns {{ rest: Shared | null, over: Shared } | null}
 */
function sharedBackgrounds({ background, touched, pressed, away, font: { pages } }, base, resource) {
  if (!touched?.background || pressed || away || pages < 2 || typeof base !== 'string') return null;
  // A part is small.
  if (background?.around || touched.background.around) return null;
  if ((background?.bytes.length ?? 0) + touched.background.bytes.length < MIN_SHARED) return null;
  const [rest, over] = [background, touched.background].map((one) => {
    if (!one) return null;
    const path = `${folderIn(String(resource))}bg-${one.key.slice(1)}.png`;
    return { path, bytes: one.bytes, pages, url: urlFrom(base, path) };
  });
  return over && { rest, over };
}

/** Returns true if the background is a file of its own. @param {Lettered} words */
function isFiled({ background, touched, away }) {
  return !touched && !away && background !== null && background.bytes.length > MAX_INLINE;
}

/** @param {Explained} words @param {boolean} isInline @param {string} [url] of the background's file */
function withBackground({ css, background }, isInline, url) {
  if (!background) return css;
  if (!isInline) return css.replace(/(?:^|;)background:[^;]*\{background\}[^;]*/, '');
  return css.replace('{background}', url ? `url(${url})` : urlOfBackground({ background }));
}

/** Returns true if the background is a class of its own. @param {Lettered} words */
function hasOwnBackground(words) {
  return words.background !== null && !isFiled(words);
}

/** @param {Pick<Explained, 'background'>} words */
function urlOfBackground({ background }) {
  return `url(data:image/png;base64,${Buffer.from(background?.bytes ?? []).toString('base64')})`;
}

/** Returns the declarations of one state that differ from those of another. @param {string} from @param {string} to */
function changesBetween(from, to) {
  const [before, after] = [from, to].map((css) => css.split(/;(?!base64)/));
  const nameOf = (/** @type {string} */ declaration) => declaration.replace(/:.*/s, '');
  const gone = before.map(nameOf).filter((name) => !after.some((declaration) => nameOf(declaration) === name));
  return [
    ...after.filter((declaration) => !before.includes(declaration)),
    ...gone.map((name) => `${name}:${UNSET.get(name) ?? 0}`),
  ].join(';');
}

/**
 * Writes the markup of the text, with attributes that keep the accessible name.
 * @param {Proposal['data']} data @param {Lettered} words @param {number} at
 */
function markWords(data, words, at) {
  const marks = [classMark(at), classMark(at + 1), ...(hasOwnBackground(words) ? [classMark(at + 2)] : [])];
  const names = escapeAttribute([data.classes, ...marks].filter(Boolean).join(' '));
  const value = layUrl(words, `url(${fileMark(0)})`);
  const style = isFiled(words) ? ` style="${escapeAttribute(`background:${value}`)}"` : '';
  const spoken = words.said ? speakGroup(data) : words.isDrawn ? speakImage(data) : speak(data, words.text);
  return `<span class="${names}"${style}${data.kept}${spoken}>${escapeOdd(words.html)}</span>${data.standIn ?? ''}`;
}

/** Keeps the `alt` of the whole image as a label for its group of links. @param {Proposal['data']} data */
function speakGroup({ alt }) {
  return alt ? ` role="group" aria-label="${escapeAttribute(String(alt))}"` : '';
}

/** Keeps the role and `alt` of an image whose text is unknown. @param {Proposal['data']} data */
function speakImage({ alt }) {
  if (alt === '') return ' aria-hidden="true"';
  return alt === null ? ' role="img"' : ` role="img" aria-label="${escapeAttribute(String(alt))}"`;
}

/** Keeps `alt` as a label if it differs from the text. @param {Proposal['data']} data @param {string} text */
function speak({ alt, isDecorated }, text) {
  if (alt === '' && isDecorated) return ' aria-hidden="true"';
  // Verification compares words, with their signs and the spaces between them.
  const heard = (/** @type {unknown} */ said) => String(said).toLowerCase().trim().split(/\s+/).join(' ');
  return alt && heard(alt) !== heard(text) ? ` role="img" aria-label="${escapeAttribute(String(alt))}"` : '';
}

/**
 * Escapes characters beyond ASCII as character references, which every page encoding can represent.
 * @param {string} html
 */
function escapeOdd(html) {
  return html.replace(/[^\0-\x7f]/gu, (letter) => `&#${letter.codePointAt(0)};`);
}

/**
 * Returns the files of a text: its background, named after its content, and its fonts.
 * @param {Proposal} proposal @param {Lettered} words
 * @returns {NewFile[]}
 */
function filesOfWords({ resource, data }, words) {
  const { folder, base } = data;
  const { background } = words;
  const { rest = null, over = null } = sharedBackgrounds(words, base, resource) ?? {};
  const both = [rest, over].flatMap((one) => one ?? []);
  const shared = new Map(both.map(({ path, bytes, pages }) => [path, { path, bytes, pages }]));
  const fonts = statesOf(words, data)
    .flatMap(({ made: { font } }) => facesOf(font, base))
    .flatMap(({ file }) => file ?? []);
  if (!background || !isFiled(words)) return [...shared.values(), ...fonts];
  const name = `bg-${background.key.slice(1)}.png`;
  const path = `${folderIn(String(resource))}${name}`;
  // The first file is the one that the markup names.
  return [{ path, bytes: background.bytes, url: escapeAttribute(`${folder}${name}`) }, ...fonts];
}
