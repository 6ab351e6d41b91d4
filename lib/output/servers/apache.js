/** @import { Delivery } from '../serve/delivery.js' */
/** @import { HintGroup } from './page-hints.js' */
/** @import { LastingPattern } from './lasting-patterns.js' */

import { MAX_SKIPPED } from '../dictionary/names.js';
import { ASK_FIRST, FOR_EVER, IS_CODE } from '../serve/delivery.js';
import { expressionOf, lastingPatterns } from './lasting-patterns.js';
import { listNewTypes } from './new-types.js';
import { listOwnCopies } from './own-copies.js';
import { quoteApache, quoteExpression } from './quote.js';

const COPIES = Object.freeze({ br: 'br', zstd: 'zst', gzip: 'gz' });
/** Paths that `<Directory>` reads as they are: it takes others for patterns, or cannot read them. */
const IS_PLAIN_PATH = /^[A-Za-z0-9._/@~ -]+$/;

/**
 * Writes a configuration for Apache from 2.4 on, with the modules headers, mime and rewrite: `Include` it in the
 * virtual host.
 *
 * The rules run in the context of the virtual host, where Apache does not decode an address again after a rule. The
 * variable `pt_page` holds the address of the file, `pt_copy` the coding of the copy that is sent.
 * @param {Delivery} delivery
 * @param {string} root
 * @param {readonly HintGroup[]} hints
 */
export function writeApache(delivery, root, hints) {
  const { dictionary, usesDictionaries, own } = delivery;
  const patterns = lastingPatterns(delivery);
  const vary = usesDictionaries ? 'Accept-Encoding, Available-Dictionary' : 'Accept-Encoding';
  const types = listNewTypes(delivery).map(([ending, type]) => `  AddType ${type} .${ending}\n`);
  const [begin, end] = IS_PLAIN_PATH.test(root)
    ? [`<Directory ${quoteApache(root)}>`, '</Directory>']
    : [`<DirectoryMatch ${quoteApache(`^${quoteExpression(root)}(?:/|\\z)`)}>`, '</DirectoryMatch>'];
  return (
    `# Sends compressed copies to browsers that accept them. Files with a digest in their names are cached ` +
    `permanently.
${rewriteRules(usesDictionaries, listOwnCopies(own))}
${begin}
  Require all granted
  Options -MultiViews -Indexes
  DirectoryIndex index.html
  FileETag MTime Size
${types.join('')}  Header set Cache-Control "${ASK_FIRST}"
  Header set Vary "${vary}"
${patterns.map((pattern) => lastingHeaders(pattern, usesDictionaries)).join('')}` +
    `${dictionary ? dictionaryHeaders(dictionary) : ''}${hints.map(hintsOfGroup).join('')}
  # What many installations say of these endings is of archives for download; of copies it is how they are ` +
    `encoded.
  <If "-n reqenv('pt_copy')">
    RemoveType .gz .br .zst
    RemoveLanguage .br
    AddEncoding gzip .gz
    AddEncoding br .br
    AddEncoding zstd .zst
    AddEncoding dcb .dcb
    AddEncoding dcz .dcz
  </If>
${end}
`
  );
}

/**
 * Writes the preload hints of pages for Apache. With mod_http2 and `H2EarlyHints on`, it sends them before the page.
 * @param {HintGroup} group
 */
function hintsOfGroup({ value, pages }) {
  const any = pages.map((page) => quoteExpression(`/${page}`)).join('|');
  return `  Header add Link "${value}" ${whereAddress(`^(?:${any})$`)}\n`;
}

/**
 * @param {boolean} usesDictionaries
 * @param {ReadonlyMap<string, readonly string[]>} owned
 */
function rewriteRules(usesDictionaries, owned) {
  const deltas = usesDictionaries ? ['dcb', 'dcz'].map((coding) => deltaRule(coding, owned.get(coding) ?? [])) : [];
  const copies = Object.entries(COPIES).map(([coding, suffix]) => copyRule(coding, suffix, owned.get(coding) ?? []));
  const rules = [...deltas, ...copies];
  return `RewriteEngine On
RewriteRule "(?s)^(.*)\\z" - [E=pt_page:$1]
RewriteRule "(?s)^(.*/)\\z" - [E=pt_page:$1index.html]
# Copies are for files that are there. A question mark would end the path of a rule's result, and Apache tells the
# encoding by every ending of a name.
RewriteCond %{ENV:pt_page} "[?]" [OR]
RewriteCond %{ENV:pt_page} "\\.(?:gz|br|zst|dcb|dcz)(?:\\.[^/]*)?\\z" [NC,OR]
RewriteCond %{DOCUMENT_ROOT}%{ENV:pt_page} !-f
RewriteRule ^ - [S=${rules.length}]
${rules.join('')}`;
}

/** @param {string} coding */
function acceptCondition(coding) {
  return `RewriteCond %{HTTP:Accept-Encoding} "(?:^|[\\s,])${coding}\\s*(?:,|\\z|;\\s*q=(?:1|0\\.0*[1-9]))" [NC]\n`;
}

/** @param {readonly string[]} owned */
function ownConditions(owned) {
  return owned.map((expression) => `RewriteCond %{ENV:pt_page} "!${expression}"\n`).join('');
}

/** @param {string} coding @param {string} suffix @param {readonly string[]} owned */
function copyRule(coding, suffix, owned) {
  return `${acceptCondition(coding)}${ownConditions(owned)}RewriteCond %{DOCUMENT_ROOT}%{ENV:pt_page}.${suffix} -f
RewriteRule ^ "%{ENV:pt_page}.${suffix}" [PT,L,E=pt_copy:${coding}]
`;
}

/** @param {string} coding @param {readonly string[]} owned */
function deltaRule(coding, owned) {
  const groups = Array.from({ length: MAX_SKIPPED + 1 }, (_, index) => `%${index + 1}`).join('');
  // Possessive, so that a header that does not match is rejected in linear time.
  const digest = Array.from({ length: MAX_SKIPPED + 1 }, () => '([A-Za-z0-9]*+)').join('[+/]?');
  return `${acceptCondition(coding)}${ownConditions(owned)}RewriteCond %{HTTP:Available-Dictionary} "^:${digest}=:\\z"
RewriteCond %{DOCUMENT_ROOT}%{ENV:pt_page}.${groups}.${coding} -f
RewriteRule ^ "%{ENV:pt_page}.${groups}.${coding}" [PT,L,E=pt_copy:${coding}]
`;
}

/** @param {LastingPattern} pattern @param {boolean} usesDictionaries */
function lastingHeaders(pattern, usesDictionaries) {
  const condition = whereAddress(expressionOf(pattern));
  const cache = `  Header set Cache-Control "${FOR_EVER}" ${condition}\n`;
  if (!usesDictionaries || !IS_CODE.test(pattern.after)) return cache;
  return `${cache}  Header set Use-As-Dictionary ${quoteApache(`match="${pattern.url}"`)} ${condition}\n`;
}

/** @param {string} expression */
function whereAddress(expression) {
  return quoteApache(`expr=reqenv('pt_page') =~ m#${expression}#`);
}

/** @param {string} dictionary */
function dictionaryHeaders(dictionary) {
  const own = whereAddress(`^/${quoteExpression(dictionary)}\\z`);
  return `  Header set Cache-Control "${FOR_EVER}" ${own}
  Header set Use-As-Dictionary "match=\\"/*\\", match-dest=(\\"document\\")" ${own}
  Header set Link "</${dictionary}>; rel=\\"compression-dictionary\\"" ${whereAddress('\\.html?\\z')}
`;
}
