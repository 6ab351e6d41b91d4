/** Estimates greenhouse gas emissions of page views by the Sustainable Web Design Model, version 4. */
/** @import { Emissions, FullReport, PageReport } from './types.ts' */

import { formatChange, formatNumber, formatScaled } from './format.js';

/**
 * Energy of data centres, networks and devices for a transfer: in operation .055, .059 and .080 kWh, and for production
 * .012, .013 and .081 kWh.
 * @see https://sustainablewebdesign.org/estimating-digital-emissions/
 */
const KWH_PER_GB = 0.055 + 0.059 + 0.08 + 0.012 + 0.013 + 0.081;
/** Carbon intensity of the world's electricity that version 4 of the model uses. */
const GRAMS_PER_KWH = 494;
/** A gigabyte of data transfer has a billion bytes. */
const BYTES_PER_GB = 1e9;
/** Views of the mean page that an estimate is for: one view is a few hundredths of a gram. */
const VIEWS = 1000;

/** @param {number} bytes */
const gramsOf = (bytes) => {
  const grams = (bytes / BYTES_PER_GB) * KWH_PER_GB * GRAMS_PER_KWH * VIEWS;
  return grams < 1 ? Number(grams.toPrecision(2)) : Math.round(grams * 10) / 10;
};

/**
 * Returns the emissions of first visits of the mean page, before and after the changes.
 * @param {readonly Pick<PageReport, 'before' | 'after'>[]} pages
 * @returns {Emissions}
 */
export function estimateEmissions(pages) {
  const mean = (/** @type {'before' | 'after'} */ side) =>
    pages.reduce((sum, page) => sum + page[side].bytes, 0) / Math.max(1, pages.length);
  return {
    model: 'Sustainable Web Design Model 4',
    views: VIEWS,
    gramsBefore: gramsOf(mean('before')),
    gramsAfter: gramsOf(mean('after')),
  };
}

/** Writes grams with one decimal, small ones with two figures. @param {number} grams */
function formatGrams(grams) {
  return grams > 0 && grams < 1 ? String(grams) : formatScaled(grams);
}

/**
 * Describes the emissions in a sentence, labelled as an estimate. Returns null if the report contains no pages.
 * @param {Pick<FullReport, 'command' | 'emissions' | 'pages'>} report
 */
export function describeEmissions({ command, emissions, pages }) {
  if (!emissions || pages.length === 0) return null;
  const { model, views, gramsBefore: before, gramsAfter: after } = emissions;
  const figures =
    command === 'check'
      ? `${formatGrams(before)} g`
      : `${formatGrams(before)} → ${formatGrams(after)} g (${formatChange(before, after)})`;
  return `Estimated CO2e of ${formatNumber(views)} page views: ${figures}, by the ${model} from bytes alone.`;
}
