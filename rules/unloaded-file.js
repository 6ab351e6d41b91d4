/** @import { Proposal, Rule } from '../lib/plan/types.ts' */
/** @import { SitePath } from '../lib/site/types.ts' */

/**
 * Kinds of files that exist only for pages, by extension. Others, such as documents and archives, can be meant for
 * visitors of other sites.
 */
const KINDS = Object.freeze({
  'source maps': /\.map$/i,
  fonts: /\.(?:woff2?|ttf|otf|eot)$/i,
  scripts: /\.(?:m?js|wasm)$/i,
  'style sheets': /\.css$/i,
  images: /\.(?:png|jpe?g|gif|webp|avif|jxl|svg|bmp)$/i,
  media: /\.(?:mp4|webm|ogv|mov|mp3|ogg|m4a|wav)$/i,
});

/** @type {Rule} */
export default {
  meta: {
    id: 'unloaded-file',
    category: 'delivery',
    summary: 'Reports files that no page loads or names.',
    why:
      'Source maps, old versions and unused formats of fonts cost no visitor anything, but are uploaded with every ' +
      'deploy and counted by hosts. A build cannot delete them, because other sites or programs may request them.',
    default: 'advise',
    safety: 'safe',
    reads: ['sizes'],
    options: {
      minBytes: { type: 'integer', default: 100_000, description: 'Min bytes of a kind of files.' },
    },
    messages: {
      unloaded: 'No page loads {count} {kind}, {bytes} bytes in all. The largest is {name}.',
    },
    since: '0.2.0',
  },

  survey: () => null,

  detectSite(_, { sizes, isUsed, options: { minBytes } }) {
    const unused = [...sizes].filter(([path]) => !isUsed(path));
    return Object.entries(KINDS).flatMap(([kind, pattern]) => {
      const files = unused.filter(([path]) => pattern.test(path));
      const bytes = files.reduce((sum, [, size]) => sum + size, 0);
      return bytes >= Number(minBytes) ? [proposalFor(kind, files, bytes)] : [];
    });
  },
};

/**
 * @param {string} kind @param {readonly (readonly [SitePath, number])[]} files @param {number} bytes
 * @returns {Proposal}
 */
function proposalFor(kind, files, bytes) {
  const [largest] = files.toSorted(([a, sizeA], [b, sizeB]) => sizeB - sizeA || (a < b ? -1 : 1));
  const data = { kind, count: files.length, bytes, name: largest[0] };
  return {
    ...{ rule: 'unloaded-file', page: largest[0], range: null, resource: largest[0] },
    ...{ messageId: 'unloaded', data },
  };
}
