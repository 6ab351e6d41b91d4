/*
 * Names and texts of a site are foreign content. The writer of each format passes them through one function here, so
 * that none of them ends a line, moves the cursor of a terminal, changes the direction of text, or is executed as a
 * command of a CI service.
 */

/** Control characters, those that change direction or hide text, line ends, and halves of surrogate pairs. */
const UNSEEN = new RegExp(
  String.raw`[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]` +
    String.raw`|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]`,
  'g',
);
const HAS_UNSEEN = new RegExp(UNSEEN.source);

/** Commands of GitHub's runner: one form is at the start of a line, the older one anywhere. */
const COMMANDS = /^(\s*):(?=:)|(?<=##)\[/g;
/** The last code that `\x` can express. */
const LONGEST_SHORT = 0xff;

/** Escapes a text for a terminal or the log of a CI service. @param {string} text */
export function escapeTerminal(text) {
  const seen = HAS_UNSEEN.test(text) ? text.replaceAll(UNSEEN, showCode) : text;
  return seen.replaceAll(COMMANDS, (_, space) => (space === undefined ? '\\[' : `${space}\\:`));
}

/** Escapes each line of a text. @param {string} text */
export function escapeLines(text) {
  return text.split('\n').map(escapeTerminal).join('\n');
}

/** Escapes the message of a command of GitHub's runner. @param {string} text */
export function escapeGithub(text) {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** Escapes a property of such a command. @param {string} text */
export function escapeGithubProperty(text) {
  return escapeGithub(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/**
 * Escapes text for content and attributes of XML. Characters that XML 1.0 forbids are replaced.
 * @param {string} text
 */
export function escapeXml(text) {
  return escapeHtml(
    text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd'),
  ).replace(/[\t\n\r]/g, (space) => `&#${space.charCodeAt(0)};`);
}

/** Escapes text for HTML content and quoted attributes. @param {string} text */
export function escapeHtml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Writes JSON that cannot end the element that contains it. @param {unknown} data */
export function writeEmbeddedJson(data) {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}

/**
 * Writes JSON that is safe for a terminal and a log, with the same value.
 * @param {unknown} data @param {number} indent
 */
export function writeJson(data, indent) {
  return JSON.stringify(data, null, indent)
    .replaceAll(/[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g, toJsonCode)
    .replaceAll(/(?<=##)\[/g, '\\u005b');
}

/** Escapes text so that it is neither Markdown nor HTML, nor a mention, a link or a reference. @param {string} text */
export function escapeMarkdown(text) {
  return flatten(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/[\\`*_[\]|#~]/g, '\\$&')
    .replace(/@(?=\w)|#(?=\d)|\bGH-(?=\d)/gi, '$&\u200b')
    .replace(/:(?=\/\/)/g, '&#58;')
    .replace(/(?<=\bwww)\./gi, '&#46;')
    .replace(/^(\d+)([.)])/, '$1\\$2');
}

/** Writes text as code in Markdown, in more backticks than its longest run. @param {string} text */
export function writeCode(text) {
  const flat = flatten(text).replaceAll('|', '\\|');
  const longest = Math.max(0, ...(flat.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `\`${flat}\`` : `${fence} ${flat} ${fence}`;
}

/** Escapes text of a SARIF message, in which brackets would create a link. @param {string} text */
export function escapeSarif(text) {
  return text.replaceAll(UNSEEN, showCode).replace(/[[\]]/g, '\\$&');
}

/**
 * Escapes every text in a value of any structure.
 * @template T
 * @param {T} value
 * @param {(text: string) => string} write
 * @returns {T}
 */
export function escapeAll(value, write) {
  return /** @type {T} */ (escapeValue(value, write));
}

/** @param {unknown} value @param {(text: string) => string} write @returns {unknown} */
function escapeValue(value, write) {
  if (typeof value === 'string') return write(value);
  if (Array.isArray(value)) return value.map((each) => escapeValue(each, write));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, escapeValue(each, write)]));
}

/** Returns a text on one line, with invisible characters as their numbers. @param {string} text */
function flatten(text) {
  return text.replace(/\s+/g, ' ').replaceAll(UNSEEN, showCode);
}

/** @param {string} character */
function showCode(character) {
  const code = character.charCodeAt(0);
  if (character === '\n') return '\\n';
  return code <= LONGEST_SHORT ? `\\x${hex(code, 2)}` : `\\u${hex(code, 4)}`;
}

/** @param {string} character */
function toJsonCode(character) {
  return `\\u${hex(character.charCodeAt(0), 4)}`;
}

/** @param {number} code @param {number} digits */
function hex(code, digits) {
  return code.toString(16).padStart(digits, '0');
}
