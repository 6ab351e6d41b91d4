/**
 * Builds pages with published sizes for papers that did not publish the page itself. The same figures give the same
 * page.
 */

/** @import { ResourceInput } from '../types.ts' */

import { exact } from '../exact.js';

/**
 * Returns `count` sizes from `min` to `max` that add up to `total`: a geometric spread, bent until the sum fits.
 * @param {{ count: number, min: number, max: number, total: number }} wanted
 * @returns {number[]}
 */
export function spreadSizes({ count, min, max, total }) {
  const drawAt = (/** @type {number} */ bend) =>
    Array.from({ length: count }, (_, index) => min * (max / min) ** ((count === 1 ? 1 : index / (count - 1)) ** bend));
  const sum = (/** @type {number[]} */ sizes) => sizes.reduce((left, right) => left + right, 0);
  let low = 0.01;
  let high = 100;
  for (let step = 0; step < 60; step += 1) {
    const middle = Math.sqrt(low * high);
    if (sum(drawAt(middle)) > total) low = middle;
    else high = middle;
  }
  const sizes = drawAt(high).map(Math.round);
  const rest = total - sum(sizes);
  const widest = Math.floor((count - 1) / 2);
  return sizes.map((size, index) => (index === widest ? size + rest : size));
}

/**
 * Reorders a list in steps of the golden section, so that similar sizes are not adjacent on the page.
 * @template T
 * @param {readonly T[]} list
 * @returns {T[]}
 */
export function scatter(list) {
  const golden = (Math.sqrt(5) - 1) / 2;
  return list
    .map((item, index) => ({ item, key: ((index + 1) * golden) % 1 }))
    .sort((left, right) => left.key - right.key)
    .map(({ item }) => item);
}

/**
 * Builds a page of one HTML file and images. Its references are spread evenly between two shares of the HTML.
 * @param {{ htmlBytes: number, decodedBytes?: number, images: readonly number[], from?: number, to?: number,
 *   requestBytes: number, firstRequestBytes?: number, responseHeaderBytes: number }} page
 * @returns {ResourceInput[]}
 */
export function buildReplica(page) {
  const {
    htmlBytes,
    decodedBytes = htmlBytes,
    images,
    from = 0.01,
    to = 0.97,
    requestBytes,
    responseHeaderBytes,
  } = page;
  /** @type {ResourceInput} */
  const html = {
    url: '/',
    type: 'html',
    bytes: htmlBytes,
    decodedBytes,
    requestBytes: page.firstRequestBytes ?? requestBytes,
    responseHeaderBytes,
  };
  return [
    html,
    ...images.map((bytes, index) => ({
      url: `/${index}`,
      type: exact('image'),
      bytes,
      requestBytes,
      responseHeaderBytes,
      foundIn: '/',
      foundAtByte: Math.round(decodedBytes * (from + ((to - from) * index) / images.length)),
    })),
  ];
}
