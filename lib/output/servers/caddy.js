/** @import { Delivery } from '../serve/delivery.js' */
/** @import { HintGroup } from './page-hints.js' */
/** @import { Ahead } from './plan-prefetch.js' */

import { ASK_FIRST, FOR_EVER } from '../serve/delivery.js';
import { expressionOf, lastingPatterns } from './lasting-patterns.js';
import { listNewTypes } from './new-types.js';
import { listOwnCopies } from './own-copies.js';
import { addressesOf } from './page-hints.js';
import { RULES_FILE, RULES_TYPE } from './plan-prefetch.js';
import { declareCaddyVariables, quoteCaddy } from './quote.js';

/**
 * Writes a configuration for Caddy from 2.6 on: `import` it into a Caddyfile. Its file server finds copies by itself,
 * but none that needs a dictionary.
 * @param {Delivery} delivery
 * @param {string} root
 * @param {readonly HintGroup[]} hints
 * @param {Ahead | null} ahead
 */
export function writeCaddy(delivery, root, hints, ahead) {
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
  const types = listNewTypes(delivery).map(
    ([ending, type]) => `  @${ending} path *.${ending}\n  header @${ending} Content-Type ${type}\n`,
  );
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
${declareCaddyVariables(ahead ? [root, ahead.folder] : [root])}  root * ${quoteCaddy(root)}
  header Vary "Accept-Encoding"
${cache}${types.join('')}${hints.map(hintsOfGroup).join('')}${rulesOf(ahead)}${files}}
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

/** Names the rules for pages whose links are fetched ahead, and sends them. @param {Ahead | null} ahead */
function rulesOf(ahead) {
  if (!ahead) return '';
  return `  @ahead path ${ahead.pages.flatMap(addressesOf).join(' ')}
  header @ahead Speculation-Rules \`"/${RULES_FILE}"\`
  handle /${RULES_FILE} {
    root * ${quoteCaddy(ahead.folder)}
    header Content-Type ${RULES_TYPE}
    file_server
  }
`;
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
