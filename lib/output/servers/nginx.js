/** @import { Delivery } from '../serve/delivery.js' */
/** @import { HintGroup } from './page-hints.js' */
/** @import { Ahead } from './plan-prefetch.js' */

import { MAX_SKIPPED } from '../dictionary/names.js';
import { ASK_FIRST, FOR_EVER, IS_CODE } from '../serve/delivery.js';
import { expressionOf, lastingPatterns } from './lasting-patterns.js';
import { listNewTypes } from './new-types.js';
import { listOwnCopies } from './own-copies.js';
import { RULES_FILE, RULES_TYPE } from './plan-prefetch.js';
import { declareNginxDollar, quoteExpression, quoteNginx } from './quote.js';

const SUFFIXES = Object.freeze({ br: 'br', zstd: 'zst', gzip: 'gz' });
const DICTIONARY_CODINGS = Object.freeze(['dcb', 'dcz']);
/** Replaces the suffix of a copy that must not be sent, because no file name ends with a slash. */
const NO_COPY = '/';

/**
 * Writes a configuration for nginx from 1.22 on, without further modules: `include` it in the `http` part.
 *
 * A copy is sent from an address that begins with `/./`. nginx resolves such a part in every request that it reads, so
 * no request and no file can have this address.
 * @param {Delivery} delivery
 * @param {string} root
 * @param {readonly HintGroup[]} hints
 * @param {Ahead | null} ahead
 */
export function writeNginx(delivery, root, hints, ahead) {
  const { usesDictionaries, own } = delivery;
  const owned = listOwnCopies(own);
  const plain = Object.entries(SUFFIXES).map(([coding, suffix]) => copyMap(coding, suffix, owned.get(coding) ?? []));
  const delta = usesDictionaries ? DICTIONARY_CODINGS : [];
  const vary = usesDictionaries ? 'Accept-Encoding, Available-Dictionary' : 'Accept-Encoding';
  const dictionaryHeaders = '    add_header Use-As-Dictionary $pt_use;\n    add_header Link $pt_link;\n';
  const hintHeader = hints.length > 0 ? '    add_header Link $pt_hint;\n' : '';
  const aheadHeader = ahead ? '    add_header Speculation-Rules $pt_ahead;\n' : '';
  const headers = `    add_header Cache-Control $pt_cache;
    add_header Vary "${vary}";
${usesDictionaries ? dictionaryHeaders : ''}${hintHeader}${aheadHeader}`;
  const folders = ahead ? [root, ahead.folder] : [root];
  const copies = [...delta, ...Object.keys(SUFFIXES)].map((coding) => tryCopy(`$pt_${coding}`));
  return (
    `# Sends compressed copies to browsers that accept them. Files with a digest in their names are cached ` +
    `permanently.
${declareNginxDollar(folders)}map $uri $pt_page { default $uri; "~/\\z" "\${uri}index.html"; }
${cacheMap(delivery)}${hintMap(hints)}${aheadMap(ahead)}${plain.join('')}` +
    `${usesDictionaries ? dictionaryMaps(delivery, owned) : ''}` +
    `map $pt_suffix $pt_encoding { "~(?:^|\\.)br\\z" br; "~zst\\z" zstd; "~gz\\z" gzip; "~dcb\\z" dcb; "~dcz\\z" dcz; }

server {
  listen 80;
  root ${quoteNginx(root)};
  index index.html;
${headers.replace(/^ {2}/gm, '')}
  # Copies are for files that are there.
  if (!-f $document_root$pt_page) { break; }
${copies.join('')}${aheadLocation(ahead)}${typeLocations(delivery)}
  # Of a copy, nginx tells the type by the name of the file that it is a copy of.
  location ~ "(?s)^/\\./(?<pt_suffix>[A-Za-z0-9.]+)(?<pt_file>/.*)\\z" {
    internal;
    alias ${quoteNginx(root).slice(0, -1)}$pt_file.$pt_suffix";
    add_header Content-Encoding $pt_encoding;
${headers}  }
}
`
  );
}

/** @param {Delivery} delivery */
function cacheMap(delivery) {
  const expressions = lastingPatterns(delivery).map(expressionOf);
  const all = delivery.dictionary ? [ownAddress(delivery.dictionary), ...expressions] : expressions;
  const lines = all.map((expression) => `  "~${expression}" "${FOR_EVER}";\n`);
  return `map $pt_page $pt_cache {\n  default "${ASK_FIRST}";\n${lines.join('')}}\n`;
}

/** Maps pages to their hints. Names and hints are plain characters. @param {readonly HintGroup[]} hints */
function hintMap(hints) {
  if (hints.length === 0) return '';
  const lines = hints.flatMap(({ value, pages }) => pages.map((page) => `  "/${page}" "${value}";\n`));
  return `map $pt_page $pt_hint {\n  default "";\n${lines.join('')}}\n`;
}

/** Names the rules for pages whose links are fetched ahead. @param {Ahead | null} ahead */
function aheadMap(ahead) {
  if (!ahead) return '';
  const lines = ahead.pages.map((page) => `  "/${page}" '"/${RULES_FILE}"';\n`);
  return `map $pt_page $pt_ahead {\n  default "";\n${lines.join('')}}\n`;
}

/** @param {Ahead | null} ahead */
function aheadLocation(ahead) {
  if (!ahead) return '';
  return `  location = /${RULES_FILE} {
    alias ${quoteNginx(`${ahead.folder}/${RULES_FILE}`)};
    types {}
    default_type ${RULES_TYPE};
    add_header Cache-Control "${ASK_FIRST}";
  }
`;
}

/** Writes the media types of files for which nginx may have none. @param {Delivery} delivery */
function typeLocations(delivery) {
  const locations = listNewTypes(delivery).map(
    ([ending, type]) => `  location ~ "^(?!/\\./).*\\.${ending}\\z" {\n    types {}\n    default_type ${type};\n  }\n`,
  );
  return locations.join('');
}

/** @param {string} path */
function ownAddress(path) {
  return `^/${quoteExpression(path)}\\z`;
}

/** @param {string} variable */
function tryCopy(variable) {
  return `  if (-f $document_root$pt_page.${variable}) { rewrite ^ /./${variable}$pt_page last; }\n`;
}

/**
 * Maps a request to the suffix of the copy that the browser accepts. A coding that it refuses has \`q=0\`.
 * @param {string} coding
 * @param {string} suffix
 * @param {readonly string[]} owned expressions for addresses whose copies must not be sent
 */
function copyMap(coding, suffix, owned) {
  const accepted = `(?:^|[\\s,])${coding}\\s*(?:,|\\z|;\\s*q=(?:1|0\\.0*[1-9]))`;
  const accepts = (/** @type {string} */ variable) =>
    `map $http_accept_encoding ${variable} { default "${NO_COPY}"; "~*${accepted}" "${suffix}"; }\n`;
  if (owned.length === 0) return accepts(`$pt_${coding}`);
  const lines = owned.map((expression) => `  "~${expression}" "${NO_COPY}";\n`);
  return `${accepts(`$pt_${coding}_accepted`)}map $pt_page $pt_${coding} {
  default $pt_${coding}_accepted;
${lines.join('')}}
`;
}

/**
 * @param {Delivery} delivery
 * @param {ReadonlyMap<string, readonly string[]>} owned
 */
function dictionaryMaps(delivery, owned) {
  const { dictionary } = delivery;
  const uses = lastingPatterns(delivery)
    .filter(({ after }) => IS_CODE.test(after))
    .map(
      ({ before, digest, after }) => `  "~^(?<pt_b>${before})${digest}(?<pt_a>${after})\\z" 'match="$pt_b*$pt_a"';\n`,
    );
  const names = Array.from({ length: MAX_SKIPPED + 1 }, (_, index) => `pt_${index}`);
  // Possessive, so that a header that does not match is rejected in linear time.
  const digest = names.map((name) => `(?<${name}>[A-Za-z0-9]*+)`).join('[+/]?');
  const own = dictionary ? `  "~${ownAddress(dictionary)}" 'match="/*", match-dest=("document")';\n` : '';
  const link = dictionary ? `  "~\\.html?\\z" '</${dictionary}>; rel="compression-dictionary"';\n` : '';
  return (
    `map $http_available_dictionary $pt_id {
  default "${NO_COPY}";
  "~^:${digest}=:\\z" "${names.map((name) => `$${name}`).join('')}";
}
${DICTIONARY_CODINGS.map((coding) => copyMap(coding, `$pt_id.${coding}`, owned.get(coding) ?? [])).join('')}` +
    `map $pt_page $pt_use {
  default "";
${own}${uses.join('')}}
map $pt_page $pt_link {
  default "";
${link}}
`
  );
}
