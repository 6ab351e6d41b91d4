/** @import { Delivery } from '../serve/delivery.js' */
/** @import { HintGroup } from './page-hints.js' */

import { ASK_FIRST, FOR_EVER } from '../serve/delivery.js';
import { expressionOf, lastingPatterns } from './lasting-patterns.js';
import { listOwnCopies } from './own-copies.js';
import { addressesOf } from './page-hints.js';
import { declareCaddyVariables, quoteCaddy } from './quote.js';

/**
 * Writes a configuration for Caddy from 2.6 on: `import` it into a Caddyfile. Its file server finds copies by itself,
 * but none that needs a dictionary.
 * @param {Delivery} delivery
 * @param {string} root
 * @param {readonly HintGroup[]} hints
 */
export function writeCaddy(delivery, root, hints) {
  const lasting = anyOf(lastingPatterns(delivery).map(expressionOf));
  const owned = anyOf([...listOwnCopies(delivery.own)].flatMap(([, expressions]) => expressions.map(withIndex)));
  const cache =
    lasting === null
      ? `  header Cache-Control "${ASK_FIRST}"\n`
      : `  @lasting path_regexp ${lasting}
  @changing not path_regexp ${lasting}
  header @lasting Cache-Control "${FOR_EVER}"
  header @changing Cache-Control "${ASK_FIRST}"
`;
  const server = 'file_server {\n    precompressed br zstd gzip\n  }';
  const files =
    owned === null
      ? `  ${server}\n`
      : `  @own path_regexp ${owned}
  handle @own {
    file_server
  }
  handle {
  ${server.replaceAll('\n', '\n  ')}
  }
`;
  return (
    `# Sends compressed copies to browsers that accept them. Files with a digest in their names are cached ` +
    `permanently.
:80 {
${declareCaddyVariables([root])}  root * ${quoteCaddy(root)}
  header Vary "Accept-Encoding"
${cache}${hints.map(hintsOfGroup).join('')}${files}}
`
  );
}

/**
 * Writes the preload hints of pages for Caddy. Names are plain characters.
 * @param {HintGroup} group
 * @param {number} at
 */
function hintsOfGroup({ value, pages }, at) {
  return `  @hint${at} path ${pages.flatMap(addressesOf).join(' ')}\n  header @hint${at} +Link \`${value}\`\n`;
}

/** @param {readonly string[]} expressions @returns {string | null} */
function anyOf(expressions) {
  return expressions.length === 0 ? null : `\`${[...new Set(expressions)].join('|')}\``;
}

/**
 * Lets the expression of a folder's page match the folder as well. These are the names that Caddy takes for one by
 * default. Caddy compares characters and not bytes: one that is not ASCII is one wildcard here, and several in PCRE.
 * @param {string} expression
 */
function withIndex(expression) {
  return expression.replace(/\.+/g, '.*').replace(/\/(index\.\*(?:html|txt))\\z$/, '/(?:$1)?\\z');
}
