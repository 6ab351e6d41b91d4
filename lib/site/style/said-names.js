const WORD = /[A-Za-z_][\w-]*/g;
const PLAIN = /^[A-Za-z_][\w-]*$/;
/** A string in a concatenation: `"btn-" + kind`, `` `btn-${kind}` ``, `kind + "-lg"`, `` `${kind}-lg` ``. */
const BEGINNING = /(?:(["'])([^"'`\s\\]*[\w-])\1\s*(?:\+|,\s*\w|\.concat\()|\$\{(?<=([A-Za-z][\w-]*)\$\{))/g;
const ENDING = /(?:\+\s*(["'`])([\w-]+)|\}([-_][\w-]*|[A-Z]\w*))/g;
/** Code that joins names from the parts of a list. */
const JOINING = /\.join\(\s*(["'`])[-_]{1,2}\1\s*\)/;
/**
 * Texts that code can join: strings of words, and keys of objects. Variables are left out, because those of minified
 * code have short names that match many classes.
 */
const IN_CODE = /(["'`])([\w -]*)\1|[{,]\s*([A-Za-z_$][\w$]*)\s*:/g;
/** Code that derives a name from another: `name.replace('-off', '-on')`. */
const REPLACING = /\.replace(?:All)?\([^()"'`]*(?:(["'])[^"'`]*\1[^()"'`]*)?,\s*(["'])([\w-]+)\2\s*\)/g;
/** Shorter pieces are the start or end of nearly every name. */
const SHORTEST_PIECE = 2;

/**
 * Creates a check for names that code, data or templates contain or can build. A false match only keeps a rule.
 * @param {readonly string[]} texts
 * @returns {(name: string) => boolean}
 */
export function openSaidNames(texts) {
  const words = new Set(texts.flatMap((text) => text.match(WORD) ?? []));
  const isPiece = (/** @type {string} */ piece) => piece.length >= SHORTEST_PIECE && /[A-Za-z]/.test(piece);
  const pieces = (/** @type {RegExp} */ form) =>
    [...new Set(texts.flatMap((text) => [...text.matchAll(form)].map(([, , plain, template]) => plain ?? template)))]
      .map((piece) => piece.split(/[^\w-]/).at(-1) ?? '')
      .filter(isPiece);
  // A piece that ends as a word of its own could start any name. It must end with a separator.
  const beginnings = pieces(BEGINNING).filter((piece) => /[-_]$/.test(piece));
  const endings = pieces(ENDING).filter((piece) => /^[-_]/.test(piece));
  const joins = texts.some((text) => JOINING.test(text));
  const replacing = [...new Set(texts.flatMap((text) => [...text.matchAll(REPLACING)].map(([, , , put]) => put)))];
  const isReplaced = (/** @type {string} */ name) =>
    replacing.filter(isPiece).some((put) => {
      const [before, ...rest] = name.split(put);
      const end = rest.join(put);
      return (
        rest.length > 0 && name !== put && [...words].some((word) => word.startsWith(before) && word.endsWith(end))
      );
    });
  const joined = new Set(joins ? texts.flatMap(wordsToJoin) : []);
  const isSaid = (/** @type {string} */ name) => {
    if (words.has(name)) return true;
    if (!PLAIN.test(name)) return texts.some((text) => text.includes(name));
    if (beginnings.some((piece) => name.startsWith(piece))) return true;
    if (endings.some((piece) => name.endsWith(piece))) return true;
    if (isReplaced(name)) return true;
    return joins && name.split(/[-_]+/).every((part) => part === '' || joined.has(part));
  };
  /** @type {Map<string, boolean>} */
  const known = new Map();
  return (name) => {
    const said = known.get(name) ?? isSaid(name);
    known.set(name, said);
    return said;
  };
}

/**
 * Returns the words that a text can join: all words of data, the strings and keys of code.
 * @param {string} text
 * @returns {string[]}
 */
function wordsToJoin(text) {
  if (!/["'`]/.test(text)) return text.match(WORD) ?? [];
  return [...text.matchAll(IN_CODE)].flatMap(([, , string, key]) => key ?? string.match(WORD) ?? []);
}
