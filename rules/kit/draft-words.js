import { present } from '../../lib/base/present.js';
import { folderIn } from '../../lib/base/trim.js';
import { escapeAttribute } from '../../lib/site/page/escape.js';
import { classMark, fileMark } from '../../lib/site/text/marks.js';

/**
 * @import { CssClass, Draft, Job, Made, NewFile, Proposal } from '../../lib/plan/types.ts'
 * @import { Range } from '../../lib/site/types.ts'
 *
 * @typedef {object} Lettered what was made of an image that shows words
 * @property {string} base
 * @property {string} css
 * @property {string} ownCss
 * @property {string} html
 * @property {string} text
 * @property {string} font @property {number} similarity
 * @property {Readonly<Record<string, string>>} more
 * @property {{ key: string } | null} [graphic]
 * @property {readonly string[]} said what each link says, where there are areas
 */

/**
 * Bytes of a background that stands in the page where one image alone needs it: as large as images that go along with a
 * page.
 */
const MOST_INLINE = 4096;

/** What must be made of a proposal's image. @param {Proposal} proposal @returns {Job[]} */
export function jobsOfWords({ resource, data: { context, siblings } }) {
  return [{ maker: 'lettering', resource: String(resource), options: { context, siblings } }];
}

/** Similarity below which words show beside pictures of the same row: one face beside another. */
const BESIDE = 0.93;

/**
 * The row of buttons that words stand in, where they would show beside pictures: in hard letters, which browsers
 * smooth, or in another face.
 * @param {Proposal} proposal
 * @param {readonly Made[]} made
 * @returns {import('../../lib/plan/types.ts').Group | null}
 */
export function rowOfWords({ page, data: { row } }, [made]) {
  const isOfRow = made?.ok ? made.data.isHard === true || Number(made.data.similarity) < BESIDE : Boolean(made?.text);
  return isOfRow && row ? { id: `words ${page} ${row}`, take: 'all' } : null;
}

/** What the lettering says; null where it failed. @param {readonly Made[]} made */
export function readWords([made]) {
  return made?.ok ? /** @type {Lettered} */ (/** @type {unknown} */ (made.data)) : null;
}

/**
 * Words in the place of an image, with the classes that they share and the background that they stand on.
 * @param {Proposal} proposal @param {readonly Made[]} made
 * @param {{ range?: Range | null, at?: number }} [place] what they replace, and how many classes come before theirs
 * @returns {Draft}
 */
export function draftWords(proposal, made, { range = proposal.range, at = 0 } = {}) {
  const words = readWords(made);
  if (!words) return { edits: [] };
  const { text, similarity, font, said } = words;
  return {
    edits: [{ range: present(range), text: markWords(proposal.data, words, at) }],
    classes: classesOfWords(proposal.data, words),
    files: filesOfWords(proposal, made),
    words: { text, similarity, font, parts: said },
  };
}

/**
 * The class that all words share, and that of words of one look.
 * @param {Proposal['data']} data
 * @param {Lettered} words
 * @returns {CssClass[]}
 */
function classesOfWords(data, { base, css, more, font }) {
  const placement = String(data.placement).replace(/^display:inline-block(?:;|$)/, '');
  const resets = /** @type {string[]} */ (data.resets);
  return [
    { name: 'words', css: [base, ...resets].join(';') },
    { name: font.toLowerCase().replace(/[^a-z0-9].*/, ''), css: [placement, css].filter(Boolean).join(';'), more },
  ];
}

/**
 * The words, with what a reader's software needs to say the same as before.
 * @param {Proposal['data']} data
 * @param {Lettered} words
 * @param {number} at
 */
function markWords(data, words, at) {
  const names = escapeAttribute([data.classes, classMark(at), classMark(at + 1)].filter(Boolean).join(' '));
  const style = words.ownCss.replaceAll('{graphic}', fileMark(0));
  const spoken = words.said.length ? speakGroup(data) : speak(data, words.text);
  const attributes = ` class="${names}" style="${escapeAttribute(style)}"${data.kept}${spoken}`;
  return `<span${attributes}>${escapeOdd(words.html)}</span>`;
}

/** Keeps what `alt` said of links that now say what each of them is. @param {Proposal['data']} data */
function speakGroup({ alt }) {
  return alt ? ` role="group" aria-label="${escapeAttribute(String(alt))}"` : '';
}

/** Keeps what `alt` said where it is not what the words say. @param {Proposal['data']} data @param {string} text */
function speak({ alt, isDecorated }, text) {
  if (alt === '' && isDecorated) return ' aria-hidden="true"';
  const plain = (/** @type {unknown} */ said) =>
    String(said ?? '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '');
  return alt && plain(alt) !== plain(text) ? ` role="img" aria-label="${escapeAttribute(String(alt))}"` : '';
}

/** Letters beyond ASCII as character references: any page encoding can carry them. @param {string} html */
function escapeOdd(html) {
  return html.replace(/[^\0-\x7f]/gu, (letter) => `&#${letter.codePointAt(0)};`);
}

/**
 * The background to write beside the image, named by what it shows.
 * @param {Proposal} proposal
 * @param {readonly Made[]} made
 * @returns {NewFile[]}
 */
function filesOfWords({ resource, data: { folder, holdsData } }, made) {
  const graphic = readWords(made)?.graphic;
  const bytes = made[0]?.ok ? made[0].bytes : undefined;
  if (!graphic || !bytes) return [];
  const name = `bg-${graphic.key.slice(0, 8)}.png`;
  const path = `${folderIn(String(resource))}${name}`;
  return [{ path, bytes, url: escapeAttribute(`${folder}${name}`), ...(holdsData ? { mostInline: MOST_INLINE } : {}) }];
}
