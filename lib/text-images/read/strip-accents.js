/** Letters whose mark no Unicode normalisation separates. @type {Readonly<Record<string, string>>} */
const BARE = Object.freeze({ ø: 'o', Ø: 'O', æ: 'ae', Æ: 'AE', œ: 'oe', Œ: 'OE', ł: 'l', Ł: 'L', đ: 'd', Đ: 'D' });

/** Returns a text without its accents. @param {string} text */
export function stripAccents(text) {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[øØæÆœŒłŁđĐ]/g, (letter) => BARE[letter]);
}
