/**
 * Letters with accents that words of a language have, besides those without, as Unicode's CLDR lists them (exemplar
 * characters, main and auxiliary ones that its own words use). @type {Readonly<Record<string, string>>}
 */
const ACCENTED = Object.freeze({
  ca: 'àçèéíïòóúü',
  da: 'åæéø',
  de: 'äöüß',
  es: 'áéíñóúü',
  fi: 'åäöšž',
  fr: 'àâæçèéêëîïôœùûüÿ',
  it: 'àèéìíîòóùú',
  nb: 'àåæéêòóôø',
  nl: 'áäèéëíïóöúü',
  nn: 'àåæéêòóôø',
  no: 'àåæéêòóôø',
  pt: 'àáâãçéêíóôõúü',
  sv: 'àåäéö',
});

/**
 * Whether words of a language have the letters of a text; of languages that are not listed, every one may be.
 * @param {string} text @param {string | null | undefined} language as a page declares it
 */
export function areLettersOf(text, language) {
  const known = ACCENTED[/^[a-z]*/i.exec(language ?? '')?.[0].toLowerCase() ?? ''];
  return (
    !known || [...text.toLowerCase()].every((letter) => !/[^\p{ASCII}\P{L}]/u.test(letter) || known.includes(letter))
  );
}
