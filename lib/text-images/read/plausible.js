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
  const head =
    text
      .slice(0, at)
      .split(/[^\p{L}\p{N}']/u)
      .at(-1) ?? '';
  const tail = /^[\p{L}\p{N}']*/u.exec(text.slice(at + 1))?.[0] ?? '';
  const [before, after, others] = [head.slice(-1), tail.slice(0, 1), head + tail];
  const word = head + letter + tail;
  // A bar parts words, and stands in none; what follows an exclamation mark is another sentence.
  if (letter === '|') return !head && !tail;
  if (letter === '!') return !tail;
  if (/\p{N}/u.test(letter)) return /^[\d.,:/-]*$/.test(word);
  // Roads are numbered like that: I10; and litres: 5l.
  if (/\d/.test(word))
    return (letter === 'I' && /^[1-9]\d?$/.test(tail) && !head) || (letter === 'l' && /^[1-9]\d*$/.test(head) && !tail);
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
