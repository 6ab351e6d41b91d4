/** The measured cases: pages of several shapes, links, initial windows and modes of HTTP/1.x. */

import { chromiumVisitor, visitWithNghttp } from './browsers.js';
import { changeCases, chromiumCases, congestionCases, quicCases } from './cases-today.js';
import { drawPage } from './page.js';

/** @import { Link } from './namespaces.js' */
/** @import { Http, Measurement } from './measure.js' */
/** @import { Part } from './page.js' */
/** @import { Programs } from './provision.js' */

/**
 * @param {readonly number[]} sizes
 * @returns {Part[]}
 */
function images(sizes) {
  return sizes.map((bytes, index) => ({ name: `i${String(index).padStart(2, '0')}.gif`, bytes }));
}

/** @type {Part[]} */
const articleParts = [
  { name: 'base.css', bytes: 14200, kind: 'css', nested: ['back.gif', 'menu.gif'] },
  { name: 'print.css', bytes: 2300, kind: 'css' },
  { name: 'app.js', bytes: 31000, kind: 'script' },
  { name: 'menu.js', bytes: 4100, kind: 'script' },
  { name: 'back.gif', bytes: 1830 },
  { name: 'menu.gif', bytes: 960 },
  ...images([22400, 5100, 3870, 880, 43, 1290, 17650, 2210, 9400, 640, 7730, 3050]),
];

/** Pages by name. They contain sizes only, from which everything else is generated. */
export const pages = Object.freeze({
  news: {
    htmlBytes: 42000,
    parts: images(Array.from({ length: 42 }, (_, n) => (n === 3 ? 39000 : 60 + ((n * 733) % 5400)))),
  },
  article: { htmlBytes: 18300, gzip: true, parts: articleParts },
  gallery: { htmlBytes: 9200, parts: images(Array.from({ length: 80 }, (_, n) => 1900 + ((n * 977) % 2300))) },
  photos: { htmlBytes: 6100, parts: images([61000, 118000, 34500, 88200, 152300]) },
  text: { htmlBytes: 97000, gzip: true, parts: images([1200, 420]) },
  plain: { htmlBytes: 3100, parts: images([815, 15040, 43]) },
});

/** @param {Partial<Link> & { downBitsPerSecond: number, upBitsPerSecond: number, rttMs: number }} link */
const link = (link) => ({ mtu: 1500, lossRate: 0, ...link });

export const links = Object.freeze({
  lan: link({ downBitsPerSecond: 10e6, upBitsPerSecond: 10e6, rttMs: 0.4 }),
  wan: link({ downBitsPerSecond: 10e6, upBitsPerSecond: 10e6, rttMs: 90 }),
  adsl: link({ downBitsPerSecond: 1.5e6, upBitsPerSecond: 256e3, rttMs: 140 }),
  dsl: link({ downBitsPerSecond: 8e6, upBitsPerSecond: 1e6, rttMs: 45 }),
  cable: link({ downBitsPerSecond: 50e6, upBitsPerSecond: 10e6, rttMs: 28 }),
  slow3g: link({ downBitsPerSecond: 780e3, upBitsPerSecond: 330e3, rttMs: 200 }),
  fast3g: link({ downBitsPerSecond: 1.6e6, upBitsPerSecond: 768e3, rttMs: 150 }),
  satellite: link({ downBitsPerSecond: 4e6, upBitsPerSecond: 512e3, rttMs: 560 }),
  wireless: link({ downBitsPerSecond: 60e3, upBitsPerSecond: 60e3, rttMs: 170, mtu: 1152 }),
  ppp: link({ downBitsPerSecond: 28800, upBitsPerSecond: 28800, rttMs: 130 }),
  modem56: link({ downBitsPerSecond: 49333, upBitsPerSecond: 31200, rttMs: 120 }),
});

/** @type {Record<string, Http>} */
export const modes = {
  h10x1: { version: '1.0', connections: 1 },
  h10x4: { version: '1.0', connections: 4 },
  h10x6: { version: '1.0', connections: 6 },
  ka4: { version: '1.0-keepalive', connections: 4 },
  serial: { version: '1.1', connections: 1 },
  h11x2: { version: '1.1', connections: 2 },
  h11x6: { version: '1.1', connections: 6 },
  pipe: { version: '1.1', connections: 1, pipelining: true, pipelineBufferBytes: 1024, pipelineFlushMs: 50 },
};

/**
 * Parses a case from a line: page, link, initial window, mode, then any of `gz`, `revalidate`, `81`, `83`, `ts`.
 * @param {string} line
 * @returns {Measurement}
 */
export function readCase(line) {
  const [page, link, window, mode, ...more] = line.trim().split(/\s+/);
  const plan = pages[/** @type {keyof typeof pages} */ (page)];
  const over = links[/** @type {keyof typeof links} */ (link)];
  if (!plan || !over || !modes[mode]) throw new Error(`case "${line}": no such page, link or mode`);
  return {
    name: line.trim(),
    page: drawPage(plan),
    link: over,
    initialWindow: Number(window),
    http: modes[mode],
    gzip: more.includes('gz'),
    timestamps: more.includes('ts'),
    visit: more.includes('revalidate') ? 'revalidate' : 'first',
    port: more.includes('81') ? 81 : more.includes('83') ? 83 : 80,
    requestBytes: Number(/\d+/.exec(more.find((word) => word.startsWith('request=')) ?? '')?.[0] ?? 190),
  };
}

const quick = `
article wan 10 h10x4 gz
article wan 3 serial gz
article wan 10 pipe gz
article adsl 4 h10x4
article adsl 10 h11x6 gz request=420
article cable 10 h11x6 gz request=380
article cable 10 pipe
article fast3g 10 h11x2 gz
article slow3g 4 serial gz
article slow3g 10 pipe gz
article satellite 10 h11x6 gz
article dsl 2 ka4 gz
article dsl 10 serial revalidate gz
article dsl 10 pipe revalidate gz
article lan 10 h10x4
article lan 4 serial
article lan 10 pipe gz
gallery wan 2 pipe
gallery wan 10 h10x6
gallery adsl 10 pipe
gallery adsl 2 h10x4
gallery dsl 10 serial
gallery dsl 4 h11x6
gallery fast3g 10 h11x6
gallery cable 10 h10x4 revalidate
gallery cable 3 pipe revalidate
gallery lan 10 h11x2
gallery lan 2 h10x1
photos wan 2 serial
photos wan 10 h10x4
photos wan 10 pipe
photos adsl 10 h11x6
photos cable 10 serial
photos cable 32 h10x4
photos dsl 10 pipe
photos satellite 10 h10x4
photos lan 10 serial
photos lan 10 h10x4
text wan 2 serial gz
text wan 10 pipe
text adsl 3 h10x1
text fast3g 10 serial gz
text cable 10 serial
plain wan 10 h10x4
plain adsl 10 pipe
plain satellite 4 serial
plain slow3g 10 h10x4
plain wireless 4 pipe
plain wireless 10 h10x1
plain ppp 2 serial
plain ppp 10 h10x4
plain modem56 4 h11x2
plain modem56 10 pipe
news wan 4 h11x6
news dsl 10 pipe
news wan 10 serial 81
news wan 10 h10x4 81
news dsl 4 serial 83
news wan 2 pipe 83
news wan 10 serial ts
news adsl 10 h10x4 ts
`;

const slow = `
article ppp 2 pipe gz
article ppp 10 serial gz
article modem56 4 h10x4 gz
article wireless 4 pipe gz
gallery modem56 2 pipe revalidate
gallery ppp 2 h10x4 revalidate
news wireless 4 h10x1
text ppp 4 serial gz
`;

/** @param {string} lines */
const read = (lines) => lines.trim().split('\n').map(readCase);

/**
 * Lists every page that browsers load, over four links, with nghttp and with Chromium if they are available.
 * @param {Programs} programs
 * @returns {Measurement[]}
 */
function browserCases(programs) {
  const { nghttp, chromium } = programs;
  const clients = [
    ...(nghttp ? [{ name: 'nghttp h2c', port: 82, http: { version: '2', connections: 1, tls: null } }] : []),
    ...(nghttp ? [{ name: 'nghttp h2', port: 443, http: { version: '2', connections: 1, tls: '1.3' } }] : []),
    ...(chromium ? [{ name: 'Chromium h1', port: 80, http: { version: '1.1', connections: 6 } }] : []),
    ...(chromium ? [{ name: 'Chromium h2', port: 443, http: { version: '2', connections: 1, tls: '1.3' } }] : []),
  ];
  return /** @type {const} */ (['article', 'gallery', 'photos', 'plain']).flatMap((page) =>
    /** @type {const} */ (['wan', 'adsl', 'cable', 'fast3g']).flatMap((link) =>
      clients.map(({ name, port, http }) => ({
        name: `${page} ${link} ${name}`,
        page: drawPage({ ...pages[page], gzip: true }),
        link: links[link],
        port: /** @type {80 | 82 | 443} */ (port),
        http: { ...http, client: name.startsWith('nghttp') ? 'nghttp -an' : 'Chromium headless' },
        client: name.startsWith('nghttp') ? visitWithNghttp : chromiumVisitor(programs),
      })),
    ),
  );
}

/** Sets of cases by name. @type {Readonly<Record<string, (programs: Programs, from?: number) => Measurement[]>>} */
export const caseSets = Object.freeze({
  quick: () => read(quick),
  slow: () => read(slow),
  browser: browserCases,
  h3: quicCases,
  congestion: congestionCases,
  chromium: chromiumCases,
  changes: changeCases,
});

/** Sets that need an HTTP/3 server. */
export const quicSets = new Set(['h3', 'changes']);
