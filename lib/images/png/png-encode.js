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
 * Counts of candidates that an encoder tries: all of them by estimate, those close to the smallest (`promising`) as
 * drafts, and the best few completely.
 * @typedef {{ readonly orders: readonly PaletteOrder[], readonly indexedFilters: readonly FilterChoice[],
 *   readonly directFilters: readonly FilterChoice[], readonly drafts: number, readonly promising: number,
 *   readonly finalists: number, readonly deflate: DeflateEffort, readonly isSwift?: boolean }} EffortPlan `isSwift`:
 *   huge data is compressed by libdeflate instead of the own encoder
 */

/** @type {readonly FilterChoice[]} */
const allFilters = Object.freeze(['none', 'sub', 'up', 'average', 'paeth', 'sum', 'entropy', 'pairs']);

/** Up to this many pixels, all candidates are tried. */
const tinyPixels = 2048;

/** Candidates that compress better at this level also do so at higher ones, which take three times as long. */
export const estimateLevel = 6;

/** Above this many bytes, half as many drafts are made. */
const mediumData = 16_000;

/** Above this many bytes, only the most promising candidate of each kind is tried. */
const largeData = 200_000;

/** Below this many bytes, several blocks never save anything. */
const blockData = 4096;

/**
 * Above this many bytes, libdeflate compresses and a part is sampled: 28 such PNGs of old and current sites become 0.6
 * % larger in 44 % of the time, and noisy ones become smaller.
 */
const hugeData = 400_000;

/** The highest level of libdeflate. */
const LIBDEFLATE_BEST = 12;

/** For huge data, only candidates within this factor of the smallest estimate are tried (same 28 PNGs). */
const hugePromising = 1.02;

/** Approximate bytes of huge data that are sampled to choose its compression. On the same 28 PNGs this costs 0.15 %. */
const thinData = 400_000;

/** Rows that are sampled together, because most rows are similar to those above them. Chosen, not measured. */
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

/** Pixels of all frames above which the plan is reduced. */
const manyPixels = 2_000_000;

/**
 * Returns the plan for an effort and a number of pixels.
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
 * Encodes pixels as the smallest PNG that was found: the best layouts and filters by estimate, compressed completely.
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
 * Chooses the layout and filter with the smallest compressed form: all by estimate, the most promising as drafts, the
 * best of them completely.
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
    // Drafts need much memory, so only as many are kept as are finished.
    finalists = finalists.sort((a, b) => a.bits - b.bits).slice(0, plan.finalists);
  }
  return finalists
    .map((one) => ({ ...one, data: finishDeflate(one.draft, deflate) }))
    .reduce((best, one) => (totalSize(one) < totalSize(best) ? one : best));
}

/**
 * Selects the candidates that are worth a draft by fast compression of all.
 * @param {readonly Layout[]} layouts @param {EffortPlan} plan @param {number} size in bytes, of one
 */
function pickPromising(layouts, plan, size) {
  const isHuge = size > hugeData && plan.isSwift;
  // All layouts are compared on the same rows.
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
  // Estimates err most between filtered and unfiltered rows, so both kinds are kept.
  const most = size > largeData ? 1 : size > mediumData ? Math.ceil(plan.drafts / 2) : plan.drafts;
  return [true, false].flatMap((isPlain) =>
    close.filter(({ filter }) => (filter === 'none') === isPlain).slice(0, most),
  );
}

/**
 * Returns evenly spread bands of rows of a layout. The filter that compresses them best is used for all.
 * @param {Layout} layout @param {number} every one of this many bands is kept
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
 * @param {Layout} layout the sample
 * @param {FilterChoice} filter
 * @param {Layout} whole the layout of the sample
 * @returns {Candidate}
 */
function estimate(layout, filter, whole) {
  const filtered = filterRows(layout, filter);
  const chunk = (/** @type {Uint8Array} */ data) => (data.length > 0 ? data.length + 12 : 0);
  const overhead = chunk(layout.palette) + chunk(layout.transparency);
  // A small memLevel shows the gain of several blocks, which is largest for unfiltered rows.
  const memLevels = filter === 'none' && filtered.length > blockData ? [9, 5] : [9];
  const sizes = memLevels.map((memLevel) => deflateRawSync(filtered, { level: estimateLevel, memLevel }).length);
  const scale = whole.height / layout.height;
  return { layout: whole, filtered, overhead, filter, estimate: Math.min(...sizes) * scale + overhead };
}
