/**
 * Returns a reading with every `I` among small letters replaced by the similar `l`: engines choose at random. The start
 * of a word is kept, because some words start with an `l` and a consonant.
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
 * Returns true if a letter fits its neighbours, if its shape alone is ambiguous: `I`, `l`, `1` and similar ones.
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
  // A bar separates words and is part of none. An exclamation mark ends a sentence.
  if (letter === '|') return !head && !tail;
  if (letter === '!') return !tail;
  if (/\p{N}/u.test(letter)) return /^[\d.,:/-]*$/.test(word);
  // Roads have such numbers: I10; and litres: 5l.
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
