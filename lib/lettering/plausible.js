/**
 * A reading with every `I` amid small letters as the `l` that it looks like: engines choose at random. What starts a
 * word is left as it was read, since some start with an `l` and a consonant.
 * @param {string} text
 */
export function resolveHomoglyphs(text) {
  let resolved = text;
  for (let at = 1; at < text.length; at++) {
    if (text[at] !== 'I' || !/\p{L}/u.test(text[at - 1]) || isPlausible(resolved, at)) continue;
    const other = `${resolved.slice(0, at)}l${resolved.slice(at + 1)}`;
    if (isPlausible(other, at)) resolved = other;
  }
  return resolved;
}

/**
 * Whether a letter is what its neighbours call for, where shapes alone cannot tell: `I`, `l`, `1` and their like.
 * @param {string} text @param {number} at
 */
export function isPlausible(text, at) {
  const letter = text[at];
  const head = /[\p{L}\p{N}']*$/u.exec(text.slice(0, at))?.[0] ?? '';
  const tail = /^[\p{L}\p{N}']*/u.exec(text.slice(at + 1))?.[0] ?? '';
  const [before, after, others] = [head.slice(-1), tail.slice(0, 1), head + tail];
  const word = head + letter + tail;
  if (/\p{N}/u.test(letter)) return /^[\d.,:/-]*$/.test(word);
  // Roads are numbered like that: I10.
  if (/\d/.test(word)) return letter === 'I' && head === '' && /^\d+$/.test(tail);
  if (/\p{Lu}/u.test(letter)) {
    if (before && /\p{Ll}/u.test(before)) return false;
    return !before || /^[\p{Lu}']+$/u.test(others) || word === letter;
  }
  if (/\p{Ll}/u.test(letter)) {
    if (before && /\p{Lu}/u.test(before) && after && /\p{Lu}/u.test(after)) return false;
    if (letter === 'l' && !before) return /[aeiouyéèàâ']/.test(after) || /^l(bs?|td|lc|lamas?|cd)$/.test(word);
    return /\p{Ll}/u.test(before) || /\p{Ll}/u.test(after) || /^\p{Lu}$/u.test(others);
  }
  return true;
}

/**
 * Whether a letter starts a word as the text's other words start, large or small, or is a capital that starts the text.
 * @param {string} text @param {number} at
 */
export function startsLikeOthers(text, at) {
  if (/\p{L}/u.test(text[at - 1] ?? '')) return false;
  const isLarge = (/** @type {string} */ letter) => /\p{Lu}/u.test(letter);
  const starts = [...text.matchAll(/(?<!\p{L})\p{L}/gu)].flatMap(({ 0: letter, index }) =>
    index === at ? [] : [letter],
  );
  if (at === 0 && isLarge(text[0]) && /^\p{Ll}/u.test(text.slice(1))) return true;
  return starts.length > 0 && starts.every((letter) => isLarge(letter) === isLarge(text[at]));
}
