import { deflateRawSync } from 'node:zlib';
import { zlib as libdeflateZlib } from 'libdeflate';
/** @import { PaletteOrder } from './colours.js' */
/** @import { DeflateEffort, Draft } from './deflate/deflate.js' */
/** @import { FilterChoice } from './png-filter.js' */
/** @import { Layout } from './png-layout.js' */
import { describePixels } from './colours.js';
import { deflateSmallest, draftDeflate, finishDeflate, partSize } from './deflate/deflate.js';
import { filterRows } from './png-filter.js';
import { listLayouts } from './png-layout.js';
import { makeChunk, writePng } from './png-write.js';

/** @typedef {'fast' | 'balanced' | 'max'} Effort */
/**
 * How many ways an encoder tries: by estimate all of them, in draft those that
 * are not much larger than the smallest (`promising`), in earnest the best few.
 * @typedef {{ readonly orders: readonly PaletteOrder[], readonly indexedFilters: readonly FilterChoice[],
 *   readonly directFilters: readonly FilterChoice[], readonly drafts: number, readonly promising: number,
 *   readonly finalists: number, readonly deflate: DeflateEffort, readonly isSwift?: boolean }} EffortPlan
 *   `isSwift`: huge data is not compressed by ours
 */

/** @type {readonly FilterChoice[]} */
const allFilters = Object.freeze(['none', 'sub', 'up', 'average', 'paeth', 'sum', 'entropy', 'pairs']);

/** Up to this many pixels, trying everything costs nothing. */
const tinyPixels = 2048;

/** What compresses better at this level does at higher ones, which take three times as long. */
export const estimateLevel = 6;

/** Above this many bytes, half as many drafts are made. */
const mediumData = 16_000;

/** Above this many, only the likeliest candidate of each kind is tried. */
const largeData = 200_000;

/** Below this many, one block is all that pays. */
const blockData = 4096;

/**
 * Above this many, libdeflate compresses and a part is looked at: 28 such PNGs of old sites and of today become .6 %
 * larger in 44 % of the time; what is like noise becomes smaller.
 */
const hugeData = 400_000;

/** The hardest level that libdeflate has. */
const LIBDEFLATE_BEST = 12;

/** Of these only what is estimated so near to the smallest is tried, as a share of it; of those 28, as before. */
const hugePromising = 1.02;

/** About so many bytes of huge data are looked at to tell how it compresses best: of those 28, .15 % are lost by it. */
const thinData = 400_000;

/** Rows that are looked at together, since most are like those above them. Chosen. */
const bandRows = 32;

const swiftDeflate = Object.freeze({ iterations: 2, maxBlocks: 6, cuts: 1, matchDepth: 48 });

/** @type {Readonly<Record<Effort, EffortPlan>>} */
const effortPlans = Object.freeze({
  fast: {
    orders: ['brightness', 'count'],
    indexedFilters: ['none', 'sum'],
    directFilters: ['sum', 'paeth'],
    drafts: 1,
    promising: 1,
    finalists: 1,
    isSwift: true,
    deflate: swiftDeflate,
  },
  balanced: {
    orders: ['brightness', 'count', 'seen', 'neighbours'],
    indexedFilters: ['none', 'up', 'sum'],
    directFilters: ['sum', 'paeth', 'entropy', 'pairs', 'none', 'sub', 'up'],
    drafts: 2,
    promising: 1.1,
    finalists: 1,
    deflate: { iterations: 5, maxBlocks: 15, cuts: 2, matchDepth: 400 },
    isSwift: true,
  },
  max: {
    orders: ['brightness', 'count', 'seen', 'red', 'neighbours'],
    indexedFilters: ['none', 'sub', 'up', 'paeth', 'sum', 'entropy', 'pairs', 'brute'],
    directFilters: ['none', 'sub', 'up', 'average', 'paeth', 'sum', 'entropy', 'pairs', 'brute'],
    drafts: 8,
    promising: 1.15,
    finalists: 3,
    deflate: { iterations: 15, maxBlocks: 30, cuts: 3, matchDepth: 1000 },
  },
});

/** The same in pixels of all frames. */
const manyPixels = 2_000_000;

/**
 * The plan for an effort and a number of pixels.
 * @param {Effort} effort
 * @param {number} pixels
 */
export function planFor(effort, pixels) {
  if (effort !== 'balanced' || pixels <= manyPixels) return effortPlans[effort];
  return { ...effortPlans.balanced, drafts: 1, promising: 1, deflate: swiftDeflate };
}

/**
 * @typedef {{ readonly layout: Layout, readonly filtered: Uint8Array, readonly estimate: number, readonly overhead:
 *   number, readonly filter: FilterChoice }} Candidate
 */

/**
 * Encodes pixels as the smallest PNG found: the best layouts and filters by estimate, compressed in earnest.
 * @param {{ readonly width: number, readonly height: number, readonly rgba: Uint8Array }} image
 * @param {{ readonly effort?: Effort, readonly early?: readonly Uint8Array[], readonly late?: readonly Uint8Array[] }}
 *   [options]
 * @returns {Uint8Array}
 */
export function encodePng(image, { effort = 'balanced', early = [], late = [] } = {}) {
  const plan = planFor(effort, image.width * image.height);
  const { layout, data } = compressBest(listLayouts(describePixels(image), plan.orders), plan);
  return writePng(layout, [makeChunk('IDAT', data)], { early, late });
}

/**
 * Picks the layout and filter whose compressed form is smallest: all by estimate, those that promise most by draft, the
 * best of them in earnest.
 * @param {readonly Layout[]} layouts
 * @param {EffortPlan} plan
 */
export function compressBest(layouts, plan) {
  const size = (layouts[0].rowBytes + 1) * layouts[0].height;
  const drafted = pickPromising(layouts, plan, size);
  if (size > hugeData && plan.isSwift) {
    return drafted
      .map((one) => ({ ...one, data: libdeflateZlib(filterRows(one.layout, one.filter), LIBDEFLATE_BEST) }))
      .reduce((best, one) => (totalSize(one) < totalSize(best) ? one : best));
  }
  const { deflate } = plan;
  if (drafted.length === 1 && size > partSize) {
    const [{ filtered, layout }] = drafted;
    return { ...drafted[0], data: deflateSmallest(filtered, deflate, layout.rowBytes + 1) };
  }
  /** @type {(Candidate & { draft: Draft, bits: number })[]} */
  let finalists = [];
  for (const candidate of drafted) {
    const draft = draftDeflate(candidate.filtered, deflate, candidate.layout.rowBytes + 1);
    finalists.push({ ...candidate, draft, bits: draft.bits + candidate.overhead * 8 });
    // What a draft holds is large: no more of them stay than are finished.
    finalists = finalists.sort((a, b) => a.bits - b.bits).slice(0, plan.finalists);
  }
  return finalists
    .map((one) => ({ ...one, data: finishDeflate(one.draft, deflate) }))
    .reduce((best, one) => (totalSize(one) < totalSize(best) ? one : best));
}

/**
 * The candidates that are worth a draft, by what fast compression makes of all of them.
 * @param {readonly Layout[]} layouts @param {EffortPlan} plan @param {number} size in bytes, of one
 */
function pickPromising(layouts, plan, size) {
  const isHuge = size > hugeData && plan.isSwift;
  // All layouts are judged by the same rows.
  const every = isHuge ? Math.max(1, Math.floor(size / thinData)) : 1;
  const candidates = layouts.flatMap((layout) => {
    const few = layout.width * layout.height <= tinyPixels;
    const isIndexed = layout.colourType === 3 || layout.bitDepth < 8;
    const filters = few ? allFilters : isIndexed ? plan.indexedFilters : plan.directFilters;
    return filters.map((filter) => estimate(every > 1 ? thin(layout, every) : layout, filter, layout));
  });
  const promising = isHuge ? Math.min(plan.promising, hugePromising) : plan.promising;
  const least = Math.min(...candidates.map((one) => one.estimate));
  const close = candidates
    .filter((one) => one.estimate <= least * promising + 8 * (plan.drafts - 1))
    .sort((a, b) => a.estimate - b.estimate);
  // Estimates err most between rows that are filtered and rows that are not: each kind gets its chance.
  const most = size > largeData ? 1 : size > mediumData ? Math.ceil(plan.drafts / 2) : plan.drafts;
  return [true, false].flatMap((isPlain) =>
    close.filter(({ filter }) => (filter === 'none') === isPlain).slice(0, most),
  );
}

/**
 * Some bands of rows of a layout, evenly spread: what compresses them best compresses all.
 * @param {Layout} layout @param {number} every one band of so many is kept
 * @returns {Layout}
 */
function thin(layout, every) {
  const { rows, rowBytes, height } = layout;
  const bands = [];
  for (let y = 0; y < height; y += bandRows * every) {
    bands.push(rows.subarray(y * rowBytes, Math.min(y + bandRows, height) * rowBytes));
  }
  const kept = new Uint8Array(Buffer.concat(bands));
  return { ...layout, rows: kept, height: kept.length / rowBytes };
}

/** @param {{ readonly data: Uint8Array, readonly overhead: number }} one */
function totalSize({ data, overhead }) {
  return data.length + overhead;
}

/**
 * @param {Layout} layout what is tried
 * @param {FilterChoice} filter
 * @param {Layout} whole what it stands for
 * @returns {Candidate}
 */
function estimate(layout, filter, whole) {
  const filtered = filterRows(layout, filter);
  const chunk = (/** @type {Uint8Array} */ data) => (data.length > 0 ? data.length + 12 : 0);
  const overhead = chunk(layout.palette) + chunk(layout.transparency);
  // What blocks of their own save shows where memory is short; it is most where rows are not filtered.
  const memLevels = filter === 'none' && filtered.length > blockData ? [9, 5] : [9];
  const sizes = memLevels.map((memLevel) => deflateRawSync(filtered, { level: estimateLevel, memLevel }).length);
  const scale = whole.height / layout.height;
  return { layout: whole, filtered, overhead, filter, estimate: Math.min(...sizes) * scale + overhead };
}
