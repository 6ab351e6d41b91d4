/**
 * Cases of the modern web: HTTP/3 with two servers, and BBR and CUBIC on links that lose packets or have shallow
 * buffers.
 */

import { chromiumVisitor, visitWithNghttp } from './browsers.js';
import { createRandom, drawPage } from './page.js';
import { quicPorts } from './quic-servers.js';

/** @import { Link } from './namespaces.js' */
/** @import { Measurement } from './measure.js' */
/** @import { PagePlan, Part } from './page.js' */
/** @import { Programs } from './provision.js' */

/** Number of pages with captures for developing the model. Every third page is held out. */
const PAGES = 21;
/** Default first seed of pages generated after the model was final: other seeds give captures not seen before. */
export const FRESH_FROM = 101;
/** Number of pages from the first fresh seed on. */
const FRESH_PAGES = 8;
/** Max total bytes of all files of a page. */
const MAX_PAGE_BYTES = 900_000;
/** Share of packets that a lossy link loses. */
const LOSS_RATE = 0.01;

/** @param {Partial<Link> & { downBitsPerSecond: number, upBitsPerSecond: number, rttMs: number }} link */
const link = (link) => ({ mtu: 1500, lossRate: 0, ...link });

/**
 * Links by name, each with the capacity of a shallow buffer in packets: a third of what the link transfers in a round
 * trip.
 */
const LINKS = Object.freeze({
  cable: { ...link({ downBitsPerSecond: 50e6, upBitsPerSecond: 10e6, rttMs: 28 }), shallowPackets: 40 },
  dsl: { ...link({ downBitsPerSecond: 8e6, upBitsPerSecond: 1e6, rttMs: 45 }), shallowPackets: 10 },
  wan: { ...link({ downBitsPerSecond: 10e6, upBitsPerSecond: 10e6, rttMs: 90 }), shallowPackets: 25 },
  fast3g: { ...link({ downBitsPerSecond: 1.6e6, upBitsPerSecond: 768e3, rttMs: 150 }), shallowPackets: 8 },
});

/**
 * Returns a random size with a log-uniform distribution between two limits.
 * @param {() => number} random @param {number} from @param {number} to
 */
const drawSize = (random, from, to) => Math.round(from * (to / from) ** random());

/**
 * Generates a page's sizes from a seed: anything from text alone to a gallery, with or without sheets and scripts.
 * @param {number} seed
 * @returns {PagePlan}
 */
export function drawPlan(seed) {
  const random = createRandom(seed * 7919);
  const htmlBytes = drawSize(random, 2500, 90_000);
  const count = (/** @type {number} */ most) => Math.floor(random() * (most + 1));
  /** @type {Part[]} */
  const parts = [];
  for (let left = count(2); left > 0; left -= 1)
    parts.push({ name: `s${left}.css`, bytes: drawSize(random, 1500, 60_000), kind: 'css' });
  for (let left = count(3); left > 0; left -= 1)
    parts.push({ name: `j${left}.js`, bytes: drawSize(random, 1500, 90_000), kind: 'script' });
  const [small, large] = random() < 0.3 ? [20_000, 160_000] : [300, 30_000];
  const images = count(large > 100_000 ? 8 : 55);
  let room = MAX_PAGE_BYTES;
  for (let index = 0; index < images && room > 0; index += 1) {
    const bytes = drawSize(random, small, large);
    room -= bytes;
    parts.push({ name: `i${String(index).padStart(2, '0')}.gif`, bytes });
  }
  return { htmlBytes, parts, gzip: random() < 0.6 };
}

/** Links on which a browser is measured. */
const BROWSER_LINKS = /** @type {const} */ (['cable', 'dsl', 'fast3g']);

/** Seeds of pages for developing the model. */
const SEEDS = Array.from({ length: PAGES }, (_, index) => index + 1);

/**
 * Returns the seeds of pages that no parameter was fitted to.
 * @param {number} from @param {number} [count]
 */
const freshSeeds = (from, count = FRESH_PAGES) => Array.from({ length: count }, (_, index) => from + index);

/** @param {number} seed */
function nameOf(seed) {
  if (seed >= FRESH_FROM) return `fresh${seed}`;
  return `${seed % 3 === 0 ? 'held' : 'tune'}${String(seed).padStart(2, '0')}`;
}

/**
 * Lists generated pages over three links with Chromium and each available HTTP/3 server.
 * @param {Programs} programs @param {number} [from] first seed of the fresh pages
 * @returns {Measurement[]}
 */
export function quicCases(programs, from = FRESH_FROM) {
  if (programs.chromium === null) return [];
  const servers = /** @type {const} */ (['caddy', 'aioquic']).filter(
    (name) => programs[name === 'caddy' ? 'caddy' : 'python'] !== null,
  );
  const client = chromiumVisitor(programs);
  return servers.flatMap((server) =>
    [...SEEDS, ...freshSeeds(from)].flatMap((seed) =>
      BROWSER_LINKS.map((name) => ({
        name: `h3 ${server} ${nameOf(seed)} ${name}`,
        page: drawPage(drawPlan(seed)),
        link: withoutShallow(LINKS[name]),
        port: quicPorts[server],
        http: { version: '3', connections: 1, icon: false, client: 'Chromium headless' },
        client,
      })),
    ),
  );
}

/**
 * Returns the protocols with which Chromium is measured: nginx over HTTP/1.1 and HTTP/2, Caddy over HTTP/3.
 * @param {Programs} programs
 */
function browserWays(programs) {
  const client = chromiumVisitor(programs);
  // The headless shell requests no icon and opens no spare connections, as captures show.
  const named = { icon: false, preconnect: 0, client: 'Chromium headless' };
  return {
    h1: { port: /** @type {const} */ (80), http: { version: '1.1', connections: 6, ...named }, client },
    h2: { port: /** @type {const} */ (443), http: { version: '2', connections: 1, tls: '1.3', ...named }, client },
    h3: { port: quicPorts.caddy, http: { version: '3', connections: 1, ...named }, client },
  };
}

/**
 * Lists generated pages with Chromium over HTTP/1.1 and HTTP/2.
 * @param {Programs} programs @param {number} [from] first seed of the fresh pages
 * @returns {Measurement[]}
 */
export function chromiumCases(programs, from = FRESH_FROM) {
  if (programs.chromium === null) return [];
  const { h1, h2 } = browserWays(programs);
  return Object.entries({ h1, h2 }).flatMap(([name, way]) =>
    [...SEEDS, ...freshSeeds(from)].flatMap((seed) =>
      BROWSER_LINKS.map((over) => ({
        name: `chromium ${name} ${nameOf(seed)} ${over}`,
        page: drawPage(drawPlan(seed)),
        link: withoutShallow(LINKS[over]),
        ...way,
      })),
    ),
  );
}

/** First seed of pages that are measured before and after a change. */
const PAIRS_FROM = 201;
/** See `PAIRS_FROM`. */
const PAIRS = 4;

/** Changes of a page, in the order of the seeds. @type {readonly ((part: Part, index: number) => Part | null)[]} */
const CHANGES = [
  (part) => ((part.kind ?? 'image') === 'image' ? { ...part, bytes: Math.round(part.bytes * 0.7) } : part),
  (part, index) => ((part.kind ?? 'image') === 'image' && index % 2 === 0 ? null : part),
  (part) => ((part.kind ?? 'image') === 'image' ? part : { ...part, bytes: Math.round(part.bytes * 0.6) }),
];

/**
 * Lists pages before and after a change with Chromium over HTTP/2 and HTTP/3.
 * @param {Programs} programs
 * @returns {Measurement[]}
 */
export function changeCases(programs) {
  if (programs.chromium === null) return [];
  const { h2, h3 } = browserWays(programs);
  return Object.entries(programs.caddy === null ? { h2 } : { h2, h3 }).flatMap(([name, way]) =>
    Array.from({ length: PAIRS }, (_, index) => PAIRS_FROM + index).flatMap((seed) => {
      const before = drawPlan(seed);
      const change = CHANGES[seed % CHANGES.length];
      const parts = before.parts.map(change).filter((part) => part !== null);
      return BROWSER_LINKS.flatMap((over) =>
        [before, { ...before, parts }].map((plan, side) => ({
          name: `pair ${name} p${seed} ${over} ${side === 0 ? 'before' : 'after'}`,
          page: drawPage(plan),
          link: withoutShallow(LINKS[over]),
          ...way,
        })),
      );
    }),
  );
}

/** @param {Link & { shallowPackets: number }} link @returns {Link} */
const withoutShallow = ({ shallowPackets: _, ...rest }) => rest;

/** Congestion control settings of the cases. CUBIC is paced with the queue discipline fq. */
const STACKS = /** @type {const} */ ([
  { name: 'bbr', congestion: 'bbr', pacing: false },
  { name: 'cubic-paced', congestion: 'cubic', pacing: true },
  { name: 'cubic', congestion: 'cubic', pacing: false },
]);

/** Buffers and losses of a link. */
const STATES = /** @type {const} */ (['deep', 'shallow', 'lossy']);

/**
 * Returns a link in one of its states. Losses derive from the page's seed, so that the model can lose the same packets.
 * @param {Link & { shallowPackets: number }} link @param {typeof STATES[number]} state @param {number} seed
 */
function inState(link, state, seed) {
  const own = withoutShallow(link);
  if (state === 'shallow') return { ...own, queuePackets: link.shallowPackets };
  return state === 'lossy' ? { ...own, lossRate: LOSS_RATE, seed } : own;
}

/**
 * Lists BBR and CUBIC, paced and not, over HTTP/1.1 and HTTP/2, on links with deep and shallow buffers and with losses.
 * @param {Programs} programs @param {number} [from] first seed of the fresh pages
 * @returns {Measurement[]}
 */
export function congestionCases(programs, from = FRESH_FROM) {
  const clients = [
    { name: 'h1', port: /** @type {const} */ (80), http: { version: '1.1', connections: 6 } },
    ...(programs.nghttp === null
      ? []
      : [
          {
            name: 'h2',
            port: /** @type {const} */ (443),
            http: { version: '2', connections: 1, tls: '1.3', client: 'nghttp -an' },
            client: visitWithNghttp,
          },
        ]),
  ];
  return STACKS.flatMap(({ name: stack, congestion, pacing }) =>
    [...SEEDS.slice(0, 9), ...freshSeeds(from, 4)].flatMap((seed) =>
      /** @type {const} */ (['dsl', 'wan', 'fast3g']).flatMap((over) =>
        STATES.flatMap((state) =>
          clients.map(({ name, ...client }) => ({
            name: `${stack} ${nameOf(seed)} ${over} ${state} ${name}`,
            page: drawPage(drawPlan(seed)),
            link: inState(LINKS[over], state, seed),
            congestion,
            pacing,
            gzip: true,
            ...client,
          })),
        ),
      ),
    ),
  );
}
