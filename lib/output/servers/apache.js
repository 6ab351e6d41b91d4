/** @import { Delivery } from '../serve/delivery.js' */

import { MOST_SKIPPED } from '../dictionary/names.js';
import { ASK_FIRST, FOR_EVER, IS_CODE } from '../serve/delivery.js';
import { expressionOf, lastingPatterns } from './lasting-patterns.js';

/** Endings of the files that are compressed in advance. */
const COMPRESSED_TYPES = 'html?|css|m?js|json|map|svg|xml|txt|wasm|webmanifest|ico|ttf|otf|dat';
const COPIES = Object.freeze({ br: 'br', zstd: 'zst', gzip: 'gz' });

/**
 * A configuration for Apache from 2.4 on, with the modules headers, mime and rewrite: `Include` it in the virtual host.
 * @param {Delivery} delivery
 * @param {string} root
 */
export function writeApache(delivery, root) {
  const { dictionary, usesDictionaries } = delivery;
  const patterns = lastingPatterns(delivery);
  const vary = usesDictionaries ? 'Accept-Encoding, Available-Dictionary' : 'Accept-Encoding';
  const copies = Object.entries(COPIES).map(([coding, suffix]) => copyRule(coding, '', suffix));
  return (
    `# Copies that lie beside the files are sent to browsers that accept them; what has a digest in its name is ` +
    `kept for ever.
<Directory "${root}">
  Require all granted
  Options -MultiViews -Indexes
  DirectoryIndex index.html
  FileETag MTime Size

  RewriteEngine On
  RewriteCond %{REQUEST_FILENAME} -d
  RewriteRule ^(|.+/)$ $1index.html
${usesDictionaries ? deltaRule('dcb') + deltaRule('dcz') : ''}${copies.join('')}
  Header set Cache-Control "${ASK_FIRST}"
  Header set Vary "${vary}"
${patterns.map((pattern) => lastingHeaders(pattern, usesDictionaries)).join('')}` +
    `${dictionary ? dictionaryHeaders(dictionary) : ''}
  # What many installations say of these endings is of archives for download; of copies it is how they are ` +
    `encoded.
  <FilesMatch "\\.(${COMPRESSED_TYPES})\\.([A-Za-z0-9]+\\.)?(gz|br|zst|dcb|dcz)$">
    RemoveType .gz .br .zst
    RemoveLanguage .br
    AddEncoding gzip .gz
    AddEncoding br .br
    AddEncoding zstd .zst
    AddEncoding dcb .dcb
    AddEncoding dcz .dcz
  </FilesMatch>
</Directory>
`
  );
}

/** @param {string} coding */
function acceptCondition(coding) {
  return `  RewriteCond %{HTTP:Accept-Encoding} (?:^|[\\s,])${coding}\\s*(?:,|$|;\\s*q=(?:1|0\\.0*[1-9])) [NC]\n`;
}

/** @param {string} coding @param {string} prefix @param {string} suffix */
function copyRule(coding, prefix, suffix) {
  return `${acceptCondition(coding)}  RewriteCond %{REQUEST_FILENAME}.${prefix}${suffix} -f
  RewriteRule ^(.+)$ $1.${prefix}${suffix} [L]
`;
}

/** @param {string} coding */
function deltaRule(coding) {
  const groups = Array.from({ length: MOST_SKIPPED + 1 }, (_, index) => `%${index + 1}`).join('');
  const digest = Array.from({ length: MOST_SKIPPED + 1 }, () => '([A-Za-z0-9]*)').join('[+/]?');
  return `${acceptCondition(coding)}  RewriteCond %{HTTP:Available-Dictionary} ^:${digest}=:$
  RewriteCond %{REQUEST_FILENAME}.${groups}.${coding} -f
  RewriteRule ^(.+)$ $1.${groups}.${coding} [L]
`;
}

/** @param {import('./lasting-patterns.js').LastingPattern} pattern @param {boolean} usesDictionaries */
function lastingHeaders(pattern, usesDictionaries) {
  const condition = `"expr=%{REQUEST_URI} =~ m#${copyOf(expressionOf(pattern))}#"`;
  const use = `expr=%{REQUEST_URI} =~ m#^(${pattern.before})${pattern.digest}(${pattern.after})${ENDING}#`;
  const cache = `  Header set Cache-Control "${FOR_EVER}" ${condition}\n`;
  if (!usesDictionaries || !IS_CODE.test(pattern.after)) return cache;
  return `${cache}  Header set Use-As-Dictionary "match=\\"${plain(pattern)}\\"" "${use}"\n`;
}

/** How a copy's name goes on after that of its file. */
const ENDING = '(?:\\.(?:[A-Za-z0-9]+\\.)?(?:gz|br|zst|dcb|dcz))?$';

/** @param {string} expression */
function copyOf(expression) {
  return `${expression.slice(0, -1)}${ENDING}`;
}

/** A pattern as URL patterns are written. @param {import('./lasting-patterns.js').LastingPattern} pattern */
function plain({ before, after }) {
  return `${before.replaceAll('[^/]*', '*')}*${after}`.replaceAll('\\', '');
}

/** @param {string} dictionary */
function dictionaryHeaders(dictionary) {
  const own = `"expr=%{REQUEST_URI} =~ m#^/${dictionary.replaceAll('.', '\\.')}${ENDING}#"`;
  const page = `"expr=%{REQUEST_URI} =~ m#(?:/|\\.html?)${ENDING}#"`;
  return `  Header set Cache-Control "${FOR_EVER}" ${own}
  Header set Use-As-Dictionary "match=\\"/*\\", match-dest=(\\"document\\")" ${own}
  Header set Link "</${dictionary}>; rel=\\"compression-dictionary\\"" ${page}
`;
}
