/** @import { Delivery } from '../serve/delivery.js' */

import { ASK_FIRST, FOR_EVER } from '../serve/delivery.js';
import { expressionOf, lastingPatterns } from './lasting-patterns.js';

/**
 * A configuration for Caddy from 2.6 on: \`import\` it into a Caddyfile. Its file server finds copies by itself, but
 * none that needs a dictionary.
 * @param {Delivery} delivery
 * @param {string} root
 */
export function writeCaddy(delivery, root) {
  const expressions = lastingPatterns(delivery).map(expressionOf);
  const cache =
    expressions.length === 0
      ? `  header Cache-Control "${ASK_FIRST}"
`
      : `  @lasting path_regexp (?:${expressions.join('|')})
  @changing not path_regexp (?:${expressions.join('|')})
  header @lasting Cache-Control "${FOR_EVER}"
  header @changing Cache-Control "${ASK_FIRST}"
`;
  return (
    `# Copies that lie beside the files are sent to browsers that accept them; what has a digest in its name is ` +
    `kept for ever.
:80 {
  root * ${root}
  header Vary "Accept-Encoding"
${cache}  file_server {
    precompressed br zstd gzip
    hide .*
  }
}
`
  );
}
