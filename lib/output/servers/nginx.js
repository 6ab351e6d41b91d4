/** @import { Delivery } from '../serve/delivery.js' */

import { MOST_SKIPPED } from '../dictionary/names.js';
import { ASK_FIRST, FOR_EVER, IS_CODE } from '../serve/delivery.js';
import { expressionOf, lastingPatterns } from './lasting-patterns.js';

/** What stands before the address of a copy within nginx. */
const OF_COPY = '(?:/-[A-Za-z0-9.]+)?';
const SUFFIXES = Object.freeze({ br: 'br', zstd: 'zst', gzip: 'gz' });

/**
 * A configuration for nginx from 1.22 on, without further modules: `include` it in the `http` part.
 * @param {Delivery} delivery
 * @param {string} root
 */
export function writeNginx(delivery, root) {
  const { dictionary, usesDictionaries } = delivery;
  const patterns = lastingPatterns(delivery);
  const lasting = patterns
    .map((pattern) => `  "~^${OF_COPY}${expressionOf(pattern).slice(1)}" "${FOR_EVER}";\n`)
    .join('');
  const uses = patterns
    .filter(({ after }) => IS_CODE.test(after))
    .map(
      ({ before, digest, after }) =>
        `  "~^${OF_COPY}(?<pt_b>${before})${digest}(?<pt_a>${after})$" 'match="$pt_b*$pt_a"';\n`,
    );
  const vary = usesDictionaries ? 'Accept-Encoding, Available-Dictionary' : 'Accept-Encoding';
  const own = dictionary ? `  "~^${OF_COPY}/${dictionary}$" "${FOR_EVER}";\n` : '';
  const headers = `    add_header Cache-Control $pt_cache;
    add_header Vary "${vary}";
${usesDictionaries ? '    add_header Use-As-Dictionary $pt_use;\n    add_header Link $pt_link;\n' : ''}`;
  return (
    `# Copies that lie beside the files are sent to browsers that accept them; what has a digest in its name is ` +
    `kept for ever.
map $uri $pt_page { default $uri; "~/$" "\${uri}index.html"; }
map $uri $pt_cache {
  default "${ASK_FIRST}";
${own}${lasting}}
${Object.entries(SUFFIXES)
  .map(([coding, suffix]) => acceptMap(coding, suffix))
  .join('')}${usesDictionaries ? dictionaryMaps(dictionary, uses) : ''}map $pt_suffix $pt_encoding { ` +
    `"~(?:^|\\.)br$" br; "~zst$" zstd; "~gz$" gzip; "~dcb$" dcb; "~dcz$" dcz; }

server {
  listen 80;
  root ${root};
  index index.html;
${headers.replace(/^ {2}/gm, '')}
${usesDictionaries ? tryCopy('$pt_dcb') + tryCopy('$pt_dcz') : ''}${Object.keys(SUFFIXES)
  .map((coding) => tryCopy(`$pt_${coding}`))
  .join('')}
  # Of a copy, nginx tells the type by the name of the file that it is a copy of.
  location ~ "^/-(?<pt_suffix>[A-Za-z0-9.]+)(?<pt_file>/.*)$" {
    internal;
    alias ${root}$pt_file.$pt_suffix;
    add_header Content-Encoding $pt_encoding;
${headers}  }
}
`
  );
}

/** @param {string} variable */
function tryCopy(variable) {
  return `  if (-f $document_root$pt_page.${variable}) { rewrite ^ /-${variable}$pt_page last; }\n`;
}

/**
 * Which copies a browser accepts, by its own words; one that it refuses has \`q=0\`.
 * @param {string} coding
 * @param {string} suffix
 * @param {string} [prefix]
 */
function acceptMap(coding, suffix, prefix = '') {
  const accepted = `(?:^|[\\s,])${coding}\\s*(?:,|$|;\\s*q=(?:1|0\\.0*[1-9]))`;
  return `map $http_accept_encoding $pt_${coding} { default "-"; "~*${accepted}" "${prefix}${suffix}"; }\n`;
}

/**
 * @param {string | null} dictionary
 * @param {readonly string[]} uses
 */
function dictionaryMaps(dictionary, uses) {
  const names = Array.from({ length: MOST_SKIPPED + 1 }, (_, index) => `pt_${index}`);
  const digest = names.map((name) => `(?<${name}>[A-Za-z0-9]*)`).join('[+/]?');
  const own = dictionary ? `  "~^${OF_COPY}/${dictionary}$" 'match="/*", match-dest=("document")';\n` : '';
  const link = dictionary ? `  "~\\.html?$" '</${dictionary}>; rel="compression-dictionary"';\n` : '';
  return `map $http_available_dictionary $pt_id {
  default "-";
  "~^:${digest}=:$" "${names.map((name) => `$${name}`).join('')}";
}
${acceptMap('dcb', 'dcb', '$pt_id.')}${acceptMap('dcz', 'dcz', '$pt_id.')}map $uri $pt_use {
  default "";
${own}${uses.join('')}}
map $pt_page $pt_link {
  default "";
${link}}
`;
}
