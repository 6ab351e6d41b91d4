/** @import { ChangeReport, Cost, PageReport, ResourceReport, Totals } from '../../lib/report/types.ts' */
/** @import { FullReport, Trace, TraceSide } from '../../lib/report/types.ts' */

/** Returns a generator of numbers that are the same in every run. @param {number} seed */
function makeRandom(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const rules = [
  'text-image',
  'gif-image',
  'spacer-image',
  'unsized-image',
  'uppercase-tags',
  'small-stylesheet',
  'bullet-image',
];
const links = ['4g', '3g', 'ppp'];

/**
 * Creates a report of the requested size, with every kind of row.
 * @param {{ pages?: number, changesPerPage?: number, seed?: number, traces?: boolean }} [options]
 * @returns {FullReport}
 */
export function makeReport({ pages: pageCount = 3, changesPerPage = 14, seed = 7, traces = true } = {}) {
  const random = makeRandom(seed);
  /** @param {number} from @param {number} to */
  const pick = (from, to) => Math.floor(from + random() * (to - from));
  const paths = Array.from({ length: pageCount }, (_, index) =>
    index === 0 ? 'index.html' : `guide/part-${index % 9}/page-${index}.html`,
  );
  const images = Array.from(
    { length: 12 + pageCount * 2 },
    (_, index) => `img/${['nav', 'photo', 'dot', 'band'][index % 4]}-${index}.gif`,
  );
  const pages = paths.map((path) => makePage(path, pick));
  const resources = [
    ...paths.map((path) => makeResource(path, 'html', pick(2000, 30_000), [path])),
    ...images.map((path, index) =>
      makeResource(
        path,
        'image',
        Math.round(60 * 1.5 ** pick(0, 18)),
        paths.slice(0, 1 + (index % Math.min(4, pageCount))),
      ),
    ),
    makeResource('style.css', 'css', 14_200, paths),
    makeResource('menu.js', 'script', 31_800, paths),
  ];
  const changes = paths.flatMap((page) =>
    Array.from({ length: changesPerPage }, (_, index) => makeChange(page, index, pick, images)),
  );
  /** @param {'before' | 'after'} side @returns {Totals} */
  const sum = (side) => pages.map((page) => page[side]).reduce(addTotals);
  return {
    schema: 'pagethrift/report@1',
    tool: { name: 'pagethrift', version: '0.1.0' },
    command: 'build',
    input: { kind: 'folder', name: 'dist' },
    conditions: { link: '4g', http: '2', visit: 'first', safety: 'visual' },
    site: { before: sum('before'), after: sum('after') },
    pages,
    resources,
    changes,
    warnings: [
      {
        code: 'missing-resource',
        page: 'index.html',
        line: 3,
        column: 9,
        message: 'img/gone.gif is not there: the page names a file that the site does not have',
      },
      {
        code: 'wrong-case',
        page: paths.at(-1) ?? 'index.html',
        line: 41,
        column: 5,
        message: 'Img/Logo.gif is img/logo.gif: on most servers this is another name',
      },
      {
        code: 'unpacked-page',
        page: 'index.html',
        message: 'shipped unpacked: <script>alert("a & b")</script> would parse differently',
      },
    ],
    ...(traces ? { traces: paths.map((page) => makeTrace(page, pick, images)) } : {}),
  };
}

/** @param {string} path @param {(from: number, to: number) => number} pick @returns {PageReport} */
function makePage(path, pick) {
  const before = makeTotals(pick(12, 44), pick(8000, 30_000), pick(30_000, 400_000));
  const after = makeTotals(
    Math.ceil(before.requests * 0.5),
    Math.round(before.html * 0.8),
    Math.round(before.image * 0.55),
  );
  const estimates = links.flatMap((link, index) =>
    ['1.1', '2'].map((http) => ({
      link,
      http,
      visit: /** @type {const} */ ('first'),
      before: makeCost(before, 300 * 4 ** index),
      after: makeCost(after, 190 * 4 ** index),
    })),
  );
  return { path, address: `/${path}`, before, after, estimates };
}

/** @param {number} requests @param {number} html @param {number} image @returns {Totals} */
function makeTotals(requests, html, image) {
  const [css, script] = [4200, 9100];
  const bytes = html + image + css + script;
  return {
    counted: 'markup',
    requests,
    bytes,
    bytesByEncoding: { identity: image, gzip: 0, br: bytes - image, zstd: 0 },
    html,
    css,
    script,
    image,
    svg: 0,
    font: 0,
    media: 0,
    other: 0,
  };
}

/** @param {Totals} a @param {Totals} b @returns {Totals} */
function addTotals(a, b) {
  const { identity, gzip, br, zstd } = a.bytesByEncoding;
  const other = b.bytesByEncoding;
  return {
    counted: 'markup',
    requests: a.requests + b.requests,
    bytes: a.bytes + b.bytes,
    bytesByEncoding: {
      identity: identity + other.identity,
      gzip: gzip + other.gzip,
      br: br + other.br,
      zstd: zstd + other.zstd,
    },
    html: a.html + b.html,
    css: a.css + b.css,
    script: a.script + b.script,
    image: a.image + b.image,
    svg: a.svg + b.svg,
    font: a.font + b.font,
    media: a.media + b.media,
    other: a.other + b.other,
  };
}

/** @param {Totals} totals @param {number} ms @returns {Cost} */
function makeCost(totals, ms) {
  const packetsDown = Math.ceil(totals.bytes / 1460) + 4;
  const packetsUp = Math.ceil(packetsDown * 0.6);
  return {
    requests: totals.requests,
    connections: 1,
    packets: packetsDown + packetsUp,
    packetsBand: 4,
    packetsUp,
    packetsDown,
    bytesUp: totals.requests * 190,
    bytesDown: totals.bytes,
    overheadPercent: 6,
    ms: Math.round(ms + totals.bytes / 900),
    msBand: 40,
  };
}

/**
 * @param {string} path
 * @param {ResourceReport['type']} type
 * @param {number} bytes
 * @param {readonly string[]} usedBy
 * @returns {ResourceReport}
 */
function makeResource(path, type, bytes, usedBy) {
  const image =
    type === 'image'
      ? {
          image: {
            width: 120,
            height: 28,
            frames: 1,
            kind: /** @type {const} */ ('text'),
            confidence: 0.97,
            text: 'solutions',
          },
        }
      : {};
  return { path, type, bytes, usedBy, ...image };
}

/**
 * @param {string} page
 * @param {number} index
 * @param {(from: number, to: number) => number} pick
 * @param {string[]} images
 * @returns {ChangeReport}
 */
function makeChange(page, index, pick, images) {
  const rule = rules[index % rules.length];
  const status = /** @type {const} */ (['applied', 'applied', 'advised', 'rejected'])[pick(0, 4)];
  const resource = rule.endsWith('image') ? images[pick(0, images.length)] : null;
  const bytes = pick(200, 9000);
  const saved = status === 'rejected' ? 0 : pick(40, bytes);
  const requests = resource && rule !== 'gif-image' && rule !== 'unsized-image' && status !== 'rejected' ? 1 : 0;
  return {
    rule,
    status,
    reason: status === 'rejected' ? 'costs-more' : null,
    page,
    line: 4 + index * 7,
    column: 1 + (index % 5) * 4,
    resource,
    message: resource
      ? `“solutions” is text: HTML and CSS say it in ${bytes - saved} bytes instead of ${bytes} and a request`
      : `tags in UPPER CASE | compress worse than <b>lower</b> case`,
    before: { requests, bytes },
    after: { requests: 0, bytes: bytes - saved },
    saves: {
      requests,
      bytes: saved,
      packets: Math.round(saved / 700) + 2 * requests,
      ms: Math.round(saved / 60),
      msBand: 12,
    },
  };
}

/** @param {string} page @param {(from: number, to: number) => number} pick @param {string[]} images @returns {Trace} */
function makeTrace(page, pick, images) {
  /** @param {number} count @returns {TraceSide} */
  const side = (count) => ({
    packets: { syn: 3, fin: 4, ack: count * 2, data: count * 4, retransmitted: 0 },
    rows: [
      { url: page, type: 'html', bytes: 12_000, foundMs: 0, requestMs: 170, firstByteMs: 340, doneMs: 520 },
      ...Array.from({ length: count }, (_, index) => {
        const foundMs = 345 + index * 12;
        const firstByteMs = foundMs + 172 + pick(0, 40);
        const type = index === 0 ? 'css' : index === 1 ? 'script' : 'image';
        const url = index === 0 ? 'style.css' : index === 1 ? 'menu.js' : images[index % images.length];
        return {
          url,
          type,
          bytes: pick(300, 9000),
          foundMs,
          requestMs: foundMs + 2,
          firstByteMs,
          doneMs: firstByteMs + pick(5, 160),
        };
      }),
    ],
  });
  return { page, link: '4g', http: '2', visit: 'first', before: side(pick(14, 26)), after: side(pick(5, 11)) };
}
