import { SIMILARITY } from '../../lib/plan/levels.js';
import { schema } from '../../lib/run/schema.js';

/**
 * @typedef {object} Key
 * @property {string | readonly string[]} [type] one, or several of which a value may be any
 * @property {readonly unknown[]} [enum]
 * @property {unknown} [default]
 * @property {string} [pattern]
 * @property {number} [minimum]
 * @property {Key} [items]
 * @property {string} description
 */

/** Renders the config reference. */
export function renderConfig() {
  const { $schema, ...keys } = /** @type {Record<string, Key>} */ (schema.properties);
  const rows = Object.entries(keys).map(
    ([name, key]) =>
      `| \`${name}\` | ${describeValues(key)} | \`${JSON.stringify(key.default)}\` | ` +
      `${key.description.replaceAll('|', '\\|')} |`,
  );
  return (
    `# Config

<!-- Written by “npm run docs” from lib/run/config.schema.json and scripts/docs/config.js; change those, not ` +
    `this file. -->

A config is optional. It is \`pagethrift.config.js\`, \`pagethrift.config.mjs\` or \`pagethrift.config.json\` in ` +
    `the folder in which
the command runs, or the key \`pagethrift\` of \`package.json\`. \`--config FILE\` names another file. Flags ` +
    `take precedence over the file,
and the file over defaults. Unknown keys are rejected. \`npx pagethrift init\` writes a commented config.

\`\`\`js
// pagethrift.config.mjs
export default {
  link: 'cable',
  exclude: ['drafts/**'],
  rules: {
    'modern-image': 'on',
    'page-weight': ['error', { requests: 40, bytes: 300_000 }],
  },
  budgets: [{ pages: '**', requests: 40, bytes: '300 kB' }],
};
\`\`\`

Editors check a JSON config with the schema that ships with the package:

\`\`\`json
{
  "$schema": "./node_modules/pagethrift/lib/run/config.schema.json",
  "safety": "safe"
}
\`\`\`

## Keys

| key | values | default | meaning |
|---|---|---|---|
${rows.join('\n')}

Rules and their options: [rules](rules/README.md).

## Levels

| level | meaning | similarity of images to the original |
| --- | --- | --- |
| \`safe\` | No pixel changes. | the same pixels |
| \`visual\` | The change is not visible. | at least ${SIMILARITY.visual} |
| \`lossy\` | Images may look slightly coarser in a direct comparison. | at least ${SIMILARITY.lossy}, or \`quality\` |

The similarity is measured by SSIMULACRA 2, in each size in which an image is offered: 100 is identical, ` +
    `90 visually identical, 70 high
quality. A rule's option \`target\` overrides it for that rule.

## Minifiers and palettes

Pages can be minified by html-minifier-terser with your own options: see [another HTML minifier](html-minifiers.md).

Palettes are chosen by libimagequant 2.4, in the BSD-licensed release that \`sharp\` contains, with and ` +
    `without dithering, and by the
quantizer of \`@napi-rs/image\` (MIT). The smallest file with the similarity that the level requires is used.

## Budgets

A budget limits the output of every page that \`pages\` matches (a glob or a list, by default all): ` +
    `\`requests\`, \`bytes\`, \`packets\`,
\`ms\`, \`imagesWithoutAlternative\`, \`imagesOfText\` ` +
    `and, in \`types\`, the bytes of \`html\`, \`css\`, \`script\`, \`image\`, \`font\` or \`other\`. Sizes and ` +
    `times may have a unit. \`link\`, \`http\`
and \`visit\` select another visitor profile than that of the run for packets and milliseconds.

\`\`\`js
// pagethrift.config.mjs
export default {
  budgets: [
    { pages: 'index.html', bytes: '150 kB', types: { image: '80 kB' } },
    { pages: ['docs/**', 'blog/**'], requests: 30, ms: '2 s', link: '3g' },
    { packets: 400, visit: 'revalidate' },
  ],
};
\`\`\`
`
  );
}

/** @param {Key} key @returns {string} */
function describeValues({ type, enum: choices, items, pattern, minimum }) {
  if (choices) return choices.map((choice) => `\`${choice}\``).join(', ');
  if (items?.enum) return `list of ${describeValues(items)}`;
  if (items) return `list of ${items.type === 'object' ? 'objects' : 'texts'}`;
  if (pattern)
    return [...pattern.matchAll(/[a-z]+(?: \\d\+)?/g)].map(([word]) => `\`${word.replace('\\d+', 'N')}\``).join(', ');
  const kinds = /** @type {Record<string, string>} */ ({
    boolean: '`true`, `false`',
    string: 'text',
    object: 'object',
  });
  const named = [type ?? ''].flat().map((kind) => kinds[kind] ?? kind);
  return `${named.join(', ')}${minimum === undefined ? '' : `, from ${minimum}`}`;
}
