import { gzipSync } from 'node:zlib';
import { BOMB_BYTES, FONT_CASES, IMAGE_CASES } from './crafted-binaries.js';
import { HTML_CASES, pageOf, parts, SCRIPT_CASES, STYLE_CASES, SVG_CASES } from './crafted-texts.js';

/**
 * The files of a site by path.
 * @typedef {Record<string, string | Uint8Array>} Files
 */

const PAGE = pageOf('<p>x');

/** @type {Readonly<Record<string, () => Files>>} */
const DATA_CASES = {
  'a manifest of many icons': () => ({
    'a.webmanifest': `{"icons":[${parts(20_000, (at) => `{"src":"i${at}.png","sizes":"${'9x9 '.repeat(20)}"},`)}{}]}`,
    'index.html': pageOf('<link rel=manifest href=a.webmanifest>'),
  }),
  'linked data in lists': () => ({
    'index.html': pageOf(`<script type=application/ld+json>${'['.repeat(400_000)}</script>`),
  }),
  'one key many times': () => ({
    'a.json': `{${'"__proto__":{"a":'.repeat(30_000)}1${'}'.repeat(30_001)}`,
    'index.html': pageOf('<script>fetch("a.json")</script>'),
  }),
  'numbers beyond all': () => ({
    'a.json': `[${'1e99999,'.repeat(100_000)}${'9'.repeat(200_000)}]`,
    'index.html': pageOf('<a href=a.json>x</a>'),
  }),
  'rules of speculation': () => ({
    'index.html': pageOf(
      '<script type=speculationrules>{"prerender":[' +
        parts(9000, (at) => `{"where":{"not":{"href_matches":"/*${at}*"}}},`) +
        '{}]}</script>',
    ),
  }),
};

/** @type {Readonly<Record<string, () => Files>>} */
const SITEMAP_CASES = {
  'a sitemap that names itself': () => ({
    'index.html': PAGE,
    'sitemap.xml': `<sitemapindex>${'<sitemap><loc>sitemap.xml</loc></sitemap>'.repeat(20_000)}</sitemapindex>`,
    'robots.txt': 'Sitemap: /sitemap.xml\n'.repeat(20_000),
  }),
  'a sitemap of a million letters': () => ({
    'index.html': PAGE,
    'sitemap.xml': `<urlset><url><loc>http://a.test/${'a/'.repeat(500_000)}</loc></url></urlset>`,
  }),
  'a packed sitemap of 300 MB': () => ({
    'index.html': PAGE,
    'sitemap.xml.gz': gzipSync(Buffer.alloc(BOMB_BYTES, '<loc>')),
    'robots.txt': 'Sitemap: sitemap.xml.gz',
  }),
  'entities in a feed': () => ({
    'index.html': pageOf('<link rel=alternate type=application/rss+xml href=feed.xml>'),
    'feed.xml':
      `<!DOCTYPE r [<!ENTITY e0 "x">${parts(12, (at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`)}]>` +
      `<rss><item>${'&e12;'.repeat(9000)}</item></rss>`,
  }),
  'redirects in a ring': () => ({
    'index.html': PAGE,
    _redirects: parts(20_000, (at) => `/a${at}/* /a${(at + 1) % 20_000}/:splat 301!\n`),
    _headers: '/*\n  A: b\n'.repeat(20_000),
  }),
};

/** @type {Readonly<Record<string, () => Files>>} */
const NAME_CASES = {
  'variables of servers': () =>
    named([
      '$host',
      '\u0024{HOME}',
      '{http.request.uri}',
      '%{ENV:PATH}',
      '{{env "PATH"}}',
      '{$PATH}',
      '%(HOME)',
      '@import',
    ]),
  'directives of servers': () =>
    named([
      'a";}\ninclude_shell "id";\n',
      "a';\nload_module x;#",
      '</Directory>\nInclude /etc/passwd\n',
      '*/{import x}',
      'a\\',
      '`id`',
      '$(id)',
    ]),
  'names that only Unicode tells apart': () =>
    named(['\u00e9', 'e\u0301', '\u202etxt.', '\ufeff', '\u2028', '\u0085', 'K', '\u212a', 'ı', 'İ']),
  'names of servers': () =>
    named([
      '.htaccess',
      'nginx.conf',
      'Caddyfile',
      '_headers',
      '_redirects',
      'web.config',
      'vercel.json',
      '.well-known',
      '_worker.js',
    ]),
  'folders like pages': () =>
    named(['b/index.html/index.html', 'a.html/b', 'a.css/index.html/', '404.html/404.html', 'con', 'nul.html']),
  'a deep path': () => ({ 'index.html': PAGE, [`${'d'.repeat(40)}/`.repeat(60) + 'a.html']: PAGE }),
  'many small files': () => ({
    'index.html': PAGE,
    ...Object.fromEntries(Array.from({ length: 6000 }, (_, at) => [`f/${at}.txt`, ''])),
  }),
  'names in which every byte is a space': () => named([' ', '  ', '\t', '\n', ' a', 'a ', '\r', '...', '. .']),
};

/** @param {readonly string[]} names @returns {Files} */
function named(names) {
  const inside = names.flatMap((name) => [
    [`${name}/page.html`, PAGE],
    [`sub/${name.replaceAll('/', '_')}.css`, 'a{b:c}'],
  ]);
  return { ...Object.fromEntries(inside), 'index.html': PAGE };
}

/** Writes a recording. @param {unknown} entries @param {unknown} [pages] @returns {Files} */
const recording = (entries, pages = [{ id: 'p', pageTimings: {} }]) => ({
  'a.har': JSON.stringify({ log: { version: '1.2', pages, entries } }),
});

/** @param {number} at @param {object} [response] @param {object} [rest] */
const entry = (at, response = {}, rest = {}) => ({
  pageref: 'p',
  startedDateTime: new Date(1e12 + at).toISOString(),
  time: 1,
  request: { method: 'GET', url: `https://a.test/${at || ''}`, httpVersion: 'h2', headers: [] },
  response: { status: 200, headers: [], content: { mimeType: 'text/html', text: PAGE, size: 9 }, ...response },
  timings: {},
  ...rest,
});

/** @param {number} count @param {(at: number) => object} write */
const list = (count, write) => Array.from({ length: count }, (_, at) => write(at));

/** @type {Readonly<Record<string, () => Files>>} */
const HAR_CASES = {
  'redirects in a ring of 20,000': () =>
    recording(
      list(20_000, (at) => entry(at, { status: 302, redirectURL: `https://a.test/${(at + 1) % 20_000 || ''}` })),
    ),
  'one body of 60 MB of escapes': () =>
    recording([entry(0, { content: { mimeType: 'text/html', text: '\u0001'.repeat(10_000_000), size: -1 } })]),
  'headers without end': () =>
    recording(
      list(20, (at) => entry(at, { headers: Array(20_000).fill({ name: 'set-cookie', value: 'a=b; '.repeat(9) }) })),
    ),
  'pages without requests': () =>
    recording(
      [entry(0)],
      list(200_000, (at) => ({ id: `q${at}`, pageTimings: { onLoad: -at } })),
    ),
  'bodies of packed bodies': () =>
    recording(
      list(40, (at) =>
        entry(at, {
          headers: [{ name: 'content-encoding', value: 'gzip' }],
          content: {
            mimeType: 'text/css',
            encoding: 'base64',
            text: gzipSync(Buffer.alloc(30_000_000)).toString('base64'),
          },
        }),
      ),
    ),
  'stacks of calls': () => {
    /** @type {unknown} */
    let stack = {};
    for (let level = 0; level < 4000; level++) stack = { parent: stack, callFrames: [{ url: 'https://a.test/a.js' }] };
    return recording(list(9, (at) => entry(at, {}, { _initiator: { type: 'script', stack } })));
  },
  'times before all time': () =>
    recording(
      list(5000, (at) =>
        entry(at, {}, { startedDateTime: '-271821-04-20T00:00:00Z', time: 1e300, timings: { wait: -1e300 } }),
      ),
    ),
};

/** All cases by family. */
export const CRAFTED = Object.freeze({
  svg: SVG_CASES,
  script: SCRIPT_CASES,
  style: STYLE_CASES,
  font: FONT_CASES,
  image: IMAGE_CASES,
  html: HTML_CASES,
  json: DATA_CASES,
  sitemap: SITEMAP_CASES,
  name: NAME_CASES,
  har: HAR_CASES,
});
