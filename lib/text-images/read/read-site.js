/** @import { Decomposed, Line, Piece } from '../types.ts' */
/** @import { Grey, Reader } from './reader.js' */
/** @import { Cluster } from './cluster-pieces.js' */
/** @import { Said } from './judge-text.js' */
import { leaveEnds } from '../decompose/decompose.js';
import { clusterPieces, EXACT, isSame } from './cluster-pieces.js';
import { fits } from './fit-shapes.js';
import { judgeLine } from './judge-text.js';
import { BAR, readsBarAsLetter } from './loose-bars.js';
import { isLegible } from './may-be-text.js';
import { resolveHomoglyphs } from './plausible.js';
import { cropCoverage, tidy } from './reader.js';
import { putSpaces } from './spell-as-page.js';
import { stripAccents } from './strip-accents.js';

/**
 * The readings of a line by the engines, and how sure each is of its least certain character (0 to 1, if it says so).
 * @typedef {{ engine: string, text: string, certainty: number }} Read A line with all facts about its text.
 * @typedef {{ line: Line, reads: Read[], decoded: { text: string } | null }} ReadLine `decoded`: the text of its glyphs
 *   in certain lines
 */

/**
 * Reads images together: the text of one line, from engines and the site, is evidence for every other line with the
 * same glyphs. An unreadable image is read again without a separate first or last piece, such as a bullet.
 * @param {() => Promise<Reader>} openReader starts with the first image that can be text
 * @param {readonly Decomposed[]} images @param {(image: Decomposed) => Said} saidOf
 * @returns {Promise<Map<Decomposed, { image: Decomposed, verdict: Verdict }>>} the text of each image
 */
export async function readSite(openReader, images, saidOf) {
  /** @type {Map<Decomposed, Decomposed>} */
  const shorter = new Map();
  for (const image of images) {
    const rest = leaveEnds(image);
    if (rest) shorter.set(image, rest);
  }
  const all = [...images, ...shorter.values()];
  const viewOf = shareViews();
  const read = await readLines(openReader, all.filter(isLegible), viewOf);
  const possible = [...read.keys(), ...images.flatMap(({ others = [] }) => others.filter(isLegible))];
  const clusters = clusterPieces(possible.flatMap(({ lines }) => lines.flatMap(({ pieces }) => pieces)));
  // Lines that the page or a word list confirms teach the glyphs. Lines of only these glyphs are read by them.
  const first = judgeAll(all, read, saidOf, () => null);
  learn(first, clusters);
  const verdicts = judgeAll(all, read, saidOf, (line) => decode(line, clusters));
  const chosen = images.map((image) => {
    const verdict = /** @type {Verdict} */ (verdicts.get(image));
    const rest = shorter.get(image);
    const other = rest && verdicts.get(rest);
    if (rest && other && readsBarAsLetter(verdict, other))
      return 'text' in other ? { image: rest, verdict: other } : { image, verdict: BAR_OR_LETTER };
    const isRead = !('text' in verdict) && rest && other && 'text' in other;
    return !isRead || mayBeCharacter(read.get(image) ?? [], other.text)
      ? { image, verdict }
      : { image: rest, verdict: other };
  });
  const unread = images.filter((_, at) => !('text' in chosen[at].verdict));
  const others = unread.flatMap((image) => (image.others ?? []).filter(isLegible));
  for (const [image, lines] of await readLines(openReader, others, viewOf)) read.set(image, lines);
  const more = judgeAll(others, read, saidOf, (line) => decode(line, clusters));
  const tried = chosen.map((one, at) => {
    const ways = 'text' in one.verdict ? [] : (images[at].others ?? []);
    const verdict = ways.map((image) => ({ image, verdict: more.get(image) })).find((way) => isCertain(way.verdict));
    return verdict ? /** @type {typeof one} */ (verdict) : one;
  });
  const certain = tried.flatMap(({ image, verdict }) => ('text' in verdict ? [{ image, text: verdict.text }] : []));
  const adopted = tried.map((one, at) => {
    if ('text' in one.verdict) return one;
    const ways = [images[at], shorter.get(images[at]), ...(images[at].others ?? [])].flatMap((image) => image ?? []);
    return ways.flatMap((image) => adopt(image, read.get(image) ?? [], certain) ?? []).at(0) ?? one;
  });
  const agreed = agreeOnText(adopted);
  return new Map(images.map((image, at) => [image, agreed[at]]));
}

/** @type {Verdict} */
const BAR_OR_LETTER = Object.freeze({ uncertain: 'a piece that stands apart can be a bar or a letter', maybe: '' });

/** @param {Verdict | undefined} verdict */
function isCertain(verdict) {
  return verdict !== undefined && 'text' in verdict;
}

/**
 * Gives an uncertain image the text of a certain one with letters at the same places, if an engine reads that text in
 * each of its lines, too: an image under the mouse is named by no page, and its text is that of the image at rest.
 * @param {Decomposed} image @param {readonly ReadLine[]} lines
 * @param {readonly { image: Decomposed, text: string[] }[]} certain
 * @returns {{ image: Decomposed, verdict: Verdict } | null}
 */
function adopt(image, lines, certain) {
  const same = certain.find(
    ({ image: like, text }) =>
      text.length === lines.length &&
      haveSamePlaces(image, like) &&
      lines.every(({ line, reads }, at) => reads.some((read) => read.text === text[at]) && fits(text[at], line.pieces)),
  );
  return same ? { image, verdict: { text: same.text, sources: ['state'] } } : null;
}

/** Max distance of the same text in two images, in pixels and as a share of the image's width. */
const SAME_PLACE = Object.freeze({ px: 2, share: 0.05 });

/**
 * Gives images of one size with the same letters the same case, if they have the letters at the same places or their
 * shapes fit it: in small capitals, it cannot be seen, and an image under the mouse has the text of the one at rest.
 * Letters at the same places have the same accents and spaces, too. What most sources confirm is taken.
 * @param {readonly { image: Decomposed, verdict: Verdict }[]} all
 */
function agreeOnText(all) {
  const certain = all.filter(({ verdict }) => 'text' in verdict);
  return all.map((one) => {
    if (!('text' in one.verdict)) return one;
    const [best] = certain
      .filter((other) => haveSameLetters(one, other))
      .map(({ verdict }) => /** @type {Extract<Verdict, { text: string[] }>} */ (verdict))
      .sort((a, b) => confirmationOf(b) - confirmationOf(a) || (a.text.join() < b.text.join() ? 1 : -1));
    return best ? { ...one, verdict: { ...one.verdict, text: best.text } } : one;
  });
}

/** Returns the number of sources of a text. The page itself counts twice. @param {{ sources: string[] }} verdict */
function confirmationOf({ sources }) {
  return sources.length + (sources.includes('page') ? 1 : 0);
}

/**
 * @param {{ image: Decomposed, verdict: Verdict }} one @param {{ image: Decomposed, verdict: Verdict }} other
 */
function haveSameLetters({ image, verdict }, { image: like, verdict: said }) {
  if (!('text' in verdict) || !('text' in said)) return false;
  const [own, other] = [verdict.text, said.text].map((text) => text.join('\n').toLowerCase());
  if (own !== other) return squeeze(own) === squeeze(other) && haveSamePlaces(image, like);
  const isAsLarge = image.picture.width === like.picture.width && image.picture.height === like.picture.height;
  const isFit = isAsLarge && image.lines.every(({ pieces }, at) => fits(said.text[at], pieces));
  return isFit || haveSamePlaces(image, like);
}

/** Returns a text without accents and spaces, which engines miss. @param {string} text */
function squeeze(text) {
  return stripAccents(text).replace(/[^\S\n]/g, '');
}

/**
 * Returns true for images of one width with lines at the same places.
 * @param {Decomposed} image @param {Decomposed} like
 */
export function haveSamePlaces(image, like) {
  const most = Math.max(SAME_PLACE.px, image.picture.width * SAME_PLACE.share);
  const [boxes, others] = [image, like].map(({ lines }) => lines.map(({ box }) => box));
  return (
    image.picture.width === like.picture.width &&
    boxes.length === others.length &&
    boxes.every((box, at) =>
      /** @type {const} */ (['x', 'y', 'width', 'height']).every((key) => Math.abs(box[key] - others[at][key]) <= most),
    )
  );
}

/**
 * Returns true if two engines agree that a left out piece of a line is a letter or a digit, and no bar.
 * @param {readonly ReadLine[]} lines @param {readonly string[]} text
 */
function mayBeCharacter([line], [text]) {
  const left = (line?.reads ?? []).flatMap((read) => {
    const at = read.text.toLowerCase().indexOf(text.toLowerCase());
    return at < 0 ? [] : ((read.text.slice(0, at) + read.text.slice(at + text.length)).match(/[\p{L}\p{N}]+/gu) ?? []);
  });
  const characters = left.filter((word) => !BAR.test(word));
  return new Set(characters).size < characters.length;
}

/**
 * @param {() => Promise<Reader>} openReader @param {readonly Decomposed[]} images
 * @param {ReturnType<typeof shareViews>} viewOf
 */
async function readLines(openReader, images, viewOf) {
  /** @type {Map<Decomposed, ReadLine[]>} */
  const read = new Map();
  if (images.length === 0) return read;
  const reader = await openReader();
  for (const image of images) {
    const lines = [];
    for (const line of image.lines)
      lines.push({ line, reads: await readLine(reader, viewOf(image, line)), decoded: null });
    read.set(image, lines);
  }
  return read;
}

/**
 * Creates a function that returns what the engines read of a line: that of an earlier line if both have the same pieces
 * at the same places, as images at rest and under the mouse do. The engines cache what they read.
 */
function shareViews() {
  /** @type {Map<string, { line: Line, view: Grey }[]>} */
  const known = new Map();
  return (/** @type {Decomposed} */ { coverage, picture }, /** @type {Line} */ line) => {
    const { box, pieces } = line;
    const key = `${box.width} ${box.height} ${pieces.length}`;
    const similar = known.get(key) ?? [];
    const same = similar.find((one) => isSameLine(one.line, line));
    if (same) return same.view;
    const view = cropCoverage(coverage, picture.width, picture.height, box);
    known.set(key, [...similar, { line, view }]);
    return view;
  };
}

/** @param {Line} one @param {Line} other with the same count of pieces */
function isSameLine(one, other) {
  return one.pieces.every((piece, at) => {
    const like = other.pieces[at];
    const isInPlace = piece.x - one.box.x === like.x - other.box.x && piece.y - one.box.y === like.y - other.box.y;
    return isInPlace && isSame(piece, like, EXACT);
  });
}

/**
 * @typedef {{ text: string[], sources: string[] } | { uncertain: string, maybe: string }} Verdict
 *
 * @param {readonly Decomposed[]} images @param {ReadonlyMap<Decomposed, ReadLine[]>} read
 * @param {(image: Decomposed) => Said} saidOf @param {(line: ReadLine) => ReadLine['decoded']} decodeLine
 */
function judgeAll(images, read, saidOf, decodeLine) {
  /** @type {Map<Decomposed, Verdict>} */
  const verdicts = new Map();
  for (const image of images) {
    const lines = read.get(image)?.map((line) => ({ ...line, decoded: decodeLine(line) }));
    verdicts.set(
      image,
      lines
        ? judgeLine(lines, saidOf(image))
        : { uncertain: 'its shapes are not arranged in lines of text', maybe: '' },
    );
  }
  return verdicts;
}

/**
 * Assigns to glyphs the characters of certain lines with one character per piece.
 * @param {ReadonlyMap<Decomposed, Verdict>} verdicts @param {ReadonlyMap<Piece, Cluster>} clusters
 */
function learn(verdicts, clusters) {
  for (const [{ lines }, verdict] of verdicts) {
    if (!('text' in verdict)) continue;
    for (const [at, { pieces }] of lines.entries()) {
      const characters = [...(verdict.text[at] ?? '').replaceAll(' ', '')];
      if (characters.length !== pieces.length) continue;
      for (const [index, piece] of pieces.entries()) {
        const votes = clusters.get(piece)?.votes;
        const voters = votes?.get(characters[index]) ?? new Set();
        voters.add(verdict.text[at]);
        votes?.set(characters[index], voters);
      }
    }
  }
}

/**
 * Reads a line with both engines. Of Tesseract, no certainty is used.
 * @param {Reader} reader @param {Grey} view
 * @returns {Promise<Read[]>}
 */
async function readLine(reader, view) {
  const [learned, line] = await Promise.all([reader.readLearned(view), reader.readLine(view)]);
  const read = { engine: 'line', text: clean(line.text), certainty: line.certainty };
  return learned ? [{ engine: 'learned', text: clean(learned.text), certainty: 0 }, read] : [read];
}

/** @param {string} text */
function clean(text) {
  return resolveHomoglyphs(tidy(text));
}

/**
 * Returns the text of a line by its glyphs in certain lines, null if one is unknown or ambiguous.
 * @param {ReadLine} read @param {ReadonlyMap<Piece, Cluster>} clusters
 */
function decode({ line, reads }, clusters) {
  const letters = [];
  for (const piece of line.pieces) {
    const votes = [...(clusters.get(piece)?.votes.keys() ?? [])];
    if (votes.length !== 1) return null;
    letters.push(votes[0]);
  }
  const plain = letters.join('');
  const spaced = reads.find(({ text }) => text.replaceAll(' ', '') === plain)?.text ?? spaceAs(plain, reads);
  return spaced === null ? null : { text: spaced };
}

/**
 * Adds spaces at the positions of a reading of the same length.
 * @param {string} plain @param {readonly Read[]} reads
 */
function spaceAs(plain, reads) {
  const like = reads.find(({ text }) => [...text.replaceAll(' ', '')].length === [...plain].length);
  if (!like) return null;
  return putSpaces([...plain], like.text);
}
