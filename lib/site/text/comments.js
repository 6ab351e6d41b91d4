import { EDITOR_COMMENT } from './editors/comments.js';

/**
 * Comments that have a reader: servers (`<!--#include`, ESI), Internet Explorer, licences, and libraries that find
 * their places by them (Knockout, Vue, React, Lit, Svelte, Angular, Qwik, Astro).
 */
const READ_BY_SOMETHING = [
  /^\s*#/,
  /^!/,
  /@license|@preserve|@cc_on/i,
  /^\s*\[if\b|\[endif\]|^<!/i,
  new RegExp(
    String.raw`^\s*\/?(?:esi|sse|email_off|googleo(?:n|ff)|noindex|index|htdig_|uds-search|stopindex` +
      String.raw`|startindex|nocache|mfunc|mclude)\b`,
    'i',
  ),
  /^\s*\/?(?:ko|lit|ng|qv|qwik|vue|v-|astro|t=|s:|wc|hx|x-|teleport)\b/i,
  /^\s*(?:\/?[[\]$?:@{}]|\/(?!\/{3}))/,
];

/** Rows of one character, which set remarks off. */
const RULER = /([^\w\s])\1{7}/;

const CODE = /<script\b|\son[a-z]+\s*=|javascript:/i;

/** A marker for a script is a word or two. A remark for people is a sentence. */
const FEWEST_WORDS_OF_A_REMARK = 3;

/**
 * Returns true if a comment has a reader other than the author of the page.
 * @param {string} text
 * @param {{ hasScripts: boolean, isAlone: boolean }} place `isAlone`: true if it is the only content of its element,
 *   such as markup kept for a script
 */
export function isReadComment(text, { hasScripts, isAlone }) {
  if (READ_BY_SOMETHING.some((pattern) => pattern.test(text))) return true;
  if (!hasScripts || EDITOR_COMMENT.test(text) || RULER.test(text)) return false;
  return isAlone || text.trim().split(/\s+/).length < FEWEST_WORDS_OF_A_REMARK;
}

/**
 * Returns true if the files named in a comment can be requested: a script can write its content into the page.
 * @param {string} text
 * @param {boolean} hasScripts
 */
export function mayBeWritten(text, hasScripts) {
  if (EDITOR_COMMENT.test(text)) return false;
  return hasScripts || READ_BY_SOMETHING.some((pattern) => pattern.test(text));
}

/** Returns true if code runs on a page that could read its comments. @param {string} source */
export function runsCode(source) {
  return CODE.test(source);
}
