/** Scenarios for properties: small pages over links with much less than a time-out per packet. */

import fc from 'fast-check';

/** @import { ScenarioInput } from '../../lib/network/types.ts' */

export const anyLink = fc.record({
  downBitsPerSecond: fc.integer({ min: 500_000, max: 50_000_000 }),
  upBitsPerSecond: fc.integer({ min: 200_000, max: 20_000_000 }),
  rttMs: fc.integer({ min: 1, max: 300 }),
});

export const anyHttp = fc.constantFrom(
  /** @type {const} */ ({ version: '1.0' }),
  /** @type {const} */ ({ version: '1.0-keepalive' }),
  /** @type {const} */ ({ version: '1.1' }),
  /** @type {const} */ ({ version: '1.1', tls: '1.2' }),
  /** @type {const} */ ({ version: '1.1', pipelining: true, connections: 1 }),
  /** @type {const} */ ({ version: 'mplex' }),
  /** @type {const} */ ({ version: '2' }),
  /** @type {const} */ ({ version: '2', tls: '1.3' }),
  /** @type {const} */ ({ version: '3' }),
);

export const anyPage = fc
  .record({
    html: fc.integer({ min: 0, max: 40_000 }),
    images: fc.array(
      fc.record({ bytes: fc.integer({ min: 0, max: 20_000 }), at: fc.double({ min: 0, max: 1, noNaN: true }) }),
      {
        maxLength: 12,
      },
    ),
  })
  .map(({ html, images }) => [
    { url: '/', type: /** @type {const} */ ('html'), bytes: html },
    ...images.map(({ bytes, at }, index) => ({
      url: `/${index}.gif`,
      type: /** @type {const} */ ('image'),
      bytes,
      foundIn: '/',
      foundAtByte: Math.floor(at * html),
    })),
  ]);

/** @type {fc.Arbitrary<ScenarioInput>} */
export const anyScenario = fc.record({ link: anyLink, http: anyHttp, resources: anyPage });

/** @param {ScenarioInput} scenario */
export const bodyBytes = ({ resources }) => resources.reduce((sum, { bytes }) => sum + bytes, 0);
