/** @import { NamedLink } from './types.ts' */
import { LINK_DEFAULTS } from './defaults.js';

/**
 * @param {number} downBitsPerSecond @param {number} upBitsPerSecond @param {number} rttMs
 * @param {string} note @param {Partial<NamedLink>} [more]
 * @returns {NamedLink}
 */
const link = (downBitsPerSecond, upBitsPerSecond, rttMs, note, more) =>
  Object.freeze({ ...LINK_DEFAULTS, downBitsPerSecond, upBitsPerSecond, rttMs, ...more, note });

const SIGCOMM = 'Nielsen et al., SIGCOMM 1997';
const LIGHTHOUSE = 'Lighthouse, docs/throttling.md';
const WEBPAGETEST = 'WebPageTest, settings/connectivity.ini';

/**
 * Links by name. `note` gives the source of the figures.
 * @type {Readonly<Record<string, NamedLink>>}
 */
export const LINKS = Object.freeze({
  lan: link(10e6, 10e6, 1, `${SIGCOMM}, section 4: 10 Mbit/s Ethernet, round trip under 1 ms`),
  wan: link(0.8e6, 0.8e6, 88, `${SIGCOMM}: round trip 90 ms; the rate is not printed and is fitted to tables 6 and 7`),
  ppp: link(
    26_500,
    26_500,
    150,
    `${SIGCOMM}: 28.8k modem, 150 ms; a V.34 line carries 26.4 to 26.6 kbit/s (fitted to tables 8 and 9)`,
    {
      framing: 'ppp',
      modemCompression: 1.3,
    },
  ),
  adsl: link(1.5e6, 256e3, 140, 'Mattson & Ghosh, HTTP-MPLEX: 1.5 Mbit/s and 256 kbit/s, 70 ms each way; ATM cells', {
    framing: 'atm',
  }),
  ricochet: link(
    60e3,
    60e3,
    170,
    'HTTP/1.0 vs 1.1 on a Ricochet wireless network, 1998: 60 kbit/s, 170 ms, packets of 1152',
    {
      mtu: 1152,
    },
  ),
  '3g': link(1.6e6, 768e3, 300, `${WEBPAGETEST}: 3G`),
  'slow-4g': link(1.6e6, 750e3, 150, `${LIGHTHOUSE}: mobile preset (slow 4G), 150 ms, 1.6 Mbit/s, 750 kbit/s`),
  '4g': link(9e6, 9e6, 170, `${WEBPAGETEST}: 4G`),
  cable: link(5e6, 1e6, 28, `${WEBPAGETEST}: Cable`),
  fibre: link(20e6, 5e6, 4, `${WEBPAGETEST}: FIOS`),
  satellite: link(
    25e6,
    3e6,
    600,
    'FCC, Measuring Broadband America: geostationary service of 25 and 3 Mbit/s; round trip about 600 ms',
  ),
  '5g': link(
    100e6,
    20e6,
    30,
    'GSMA and ITU-R M.2410: 100 Mbit/s at the edge of a cell; round trip of deployed non-standalone networks ' +
      'about 30 ms',
  ),
});
