import { InputError } from '../../base/errors.js';

/*
 * One quoting function for each format that a server reads. Every value that goes into a server file passes through one
 * of them. A value that a format cannot express is refused, never written approximately.
 */

/** Characters that mean themselves in regular expressions and in every format that holds one. */
const PLAIN_IN_EXPRESSIONS = /[A-Za-z0-9/_~@-]/;
// biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of nginx
const NGINX_DOLLAR = '${pt_dollar}';
/** Longest token that nginx reads, in bytes (`NGX_CONF_BUFFER` less the quotes). */
const MAX_NGINX_TOKEN_BYTES = 4000;

/**
 * Writes a text as a regular expression that matches it, for PCRE, RE2 and ECMAScript. The result is printable ASCII
 * without spaces, quotes, `#`, `$`, `{` or `%`, so it can stand in any configuration.
 * @param {string} text
 */
export function quoteExpression(text) {
  return [...Buffer.from(text)].map((byte) => quoteByte(byte)).join('');
}

/** @param {number} byte */
function quoteByte(byte) {
  const character = String.fromCharCode(byte);
  if (PLAIN_IN_EXPRESSIONS.test(character)) return character;
  return character === '.' ? '\\.' : `\\x${byte.toString(16).padStart(2, '0')}`;
}

/**
 * Writes a text as a value in nginx's format, where a variable would be replaced. A dollar sign cannot be escaped, so
 * the variable `pt_dollar` stands for it; `declareNginxDollar` declares it.
 * @param {string} text
 */
export function quoteNginx(text) {
  const written = text.replace(/["\\]/g, '\\$&').replaceAll('$', NGINX_DOLLAR);
  if (Buffer.byteLength(written) > MAX_NGINX_TOKEN_BYTES) {
    throw new InputError('servers', 'A path is too long for nginx to read. Choose a shorter path for --out.');
  }
  return `"${written}"`;
}

/**
 * Declares the variable that `quoteNginx` writes for a dollar sign. Returns nothing if no value needs it.
 * @param {readonly string[]} values
 */
export function declareNginxDollar(values) {
  return values.some((value) => value.includes('$')) ? 'geo $pt_dollar { default "$"; }\n' : '';
}

/**
 * Writes a text as an argument in Apache's format, in which no argument spans lines.
 * @param {string} text
 */
export function quoteApache(text) {
  if (/[\r\n]/.test(text)) throw new Error('Apache reads no argument with a line end. Write it as an expression.');
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/** Names of the variables that replace characters which a token of a Caddyfile cannot contain. */
const CADDY_VARIABLES = Object.freeze({ '`': 'pt_backquote', '{': 'pt_brace', '\\': 'pt_backslash' });

/**
 * Writes a text as a token of a Caddyfile, where Caddy would replace placeholders. A backquote cannot be escaped, and a
 * brace is escaped once in a Caddyfile and twice in one that another imports. So variables stand for them;
 * `declareCaddyVariables` declares these.
 * @param {string} text
 */
export function quoteCaddy(text) {
  if (!NEEDS_VARIABLES.test(text)) return `\`${text}\``;
  const written = text.replace(/[`{\\]/g, (character) => {
    const name = CADDY_VARIABLES[/** @type {keyof typeof CADDY_VARIABLES} */ (character)];
    return `{vars.${name}}`;
  });
  return `\`${written}\``;
}

const NEEDS_VARIABLES = /[`{]/;

/**
 * Declares the variables that `quoteCaddy` writes. Returns nothing if no value needs them. A brace alone would begin a
 * block; a variable that is not set makes it another token.
 * @param {readonly string[]} values
 */
export function declareCaddyVariables(values) {
  if (!values.some((value) => NEEDS_VARIABLES.test(value))) return '';
  return '  vars pt_backquote "`"\n  vars pt_brace `{vars.pt_unset}{`\n  vars pt_backslash `\\`\n';
}

/**
 * Writes a text as a string in lighttpd's format, in which a backslash escapes a quote and nothing else.
 * @param {string} text
 */
export function quoteLighttpd(text) {
  if (text.endsWith('\\')) throw new Error('lighttpd reads no string that ends with a backslash.');
  return `"${text.replaceAll('"', '\\"')}"`;
}

/**
 * Writes a text as a string of Lua; every byte but plain ones is a decimal escape of three digits.
 * @param {string | Uint8Array} text
 */
export function quoteLua(text) {
  const written = [...Buffer.from(text)].map((byte) => {
    const isPlain = byte >= 0x20 && byte < 0x7f && byte !== 0x22 && byte !== 0x5c;
    return isPlain ? String.fromCharCode(byte) : `\\${String(byte).padStart(3, '0')}`;
  });
  return `"${written.join('')}"`;
}

/**
 * Writes a path for the URL patterns of hosts. `*`, `(`, `)`, `!` and `:` have a meaning in them and are
 * percent-encoded, like all characters that are not plain.
 * @param {string} path
 */
export function quoteHostPath(path) {
  return path.replace(/[^A-Za-z0-9._/@~-]/g, (character) =>
    [...Buffer.from(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );
}
