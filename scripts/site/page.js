import { posix } from 'node:path';
import { Marked } from 'marked';
import { escapeHtml } from '../../lib/report/escape.js';

/** The menu, in the order in which readers need its pages. Other pages are linked from these. */
const MENU = /** @type {const} */ ([
  ['index.html', 'Start'],
  ['integrations.html', 'In your build'],
  ['action.html', 'In pull requests'],
  ['rules/index.html', 'Rules'],
  ['config.html', 'Config'],
  ['server.html', 'Servers'],
  ['library.html', 'Library'],
  ['network-model.html', 'Network model'],
  ['network-accuracy.html', 'How right the model is'],
  ['peers.html', 'Beside other tools'],
  ['reliability.html', 'Reliability'],
  ['troubleshooting.html', 'Troubleshooting'],
  ['changelog.html', 'Changes'],
]);

/**
 * Renders a page of the documentation.
 * @param {{ text: string, source: string, address: string, figures: string }} page Markdown, its name in the
 * repository, its address on the site, and the front page's figures about the site itself
 */
export function renderPage({ text, source, address, figures }) {
  const up = '../'.repeat(address.split('/').length - 1);
  const title = /^# (.+)$/m.exec(text)?.[1].replaceAll('`', '') ?? 'pagethrift';
  const items = MENU.map(([to, name]) => {
    const current = to === address ? ' aria-current="page"' : '';
    return `<li><a href="${up}${to}"${current}>${name}</a></li>`;
  });
  const marked = new Marked({ walkTokens: (token) => mendLink(token, source, up) });
  marked.use({ renderer: RENDERER });
  const body = /** @type {string} */ (marked.parse(text.replaceAll(/<!--[\s\S]*?-->\n?/g, '')));
  const own = figures ? `<p class="own">This site, made by the tool itself: ${escapeHtml(figures)}.</p>` : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title === 'pagethrift' ? title : `${title} – pagethrift`)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${up}style.css">
</head>
<body>
<a class="skip" href="#content">To the content</a>
<nav aria-label="Documentation"><ul>${items.join('')}</ul></nav>
<main id="content">
${own}${body}</main>
</body>
</html>
`;
}

/**
 * Converts links between files of the repository to links between pages of the site.
 * @param {import('marked').Token} token
 * @param {string} source
 * @param {string} up
 */
function mendLink(token, source, up) {
  if ((token.type !== 'link' && token.type !== 'image') || /^(?:[a-z]+:|#)/i.test(token.href)) return;
  const [path, hash] = token.href.split('#');
  const target = posix.join(posix.dirname(source), path);
  token.href = `${placeOf(target, up)}${hash === undefined ? '' : `#${hash}`}`;
}

/**
 * Returns the address of a repository file on the site, or on its host.
 * @param {string} target
 * @param {string} up
 */
function placeOf(target, up) {
  if (target === 'README.md') return `${up}index.html`;
  if (target === 'CHANGELOG.md') return `${up}changelog.html`;
  if (!target.startsWith('docs/')) return `https://github.com/pagethrift/pagethrift/blob/main/${target}`;
  const name = target.slice('docs/'.length).replace(/README\.md$/, 'index.html');
  return up + name.replace(/\.md$/, '.html');
}

/** @type {import('marked').RendererObject} */
const RENDERER = {
  /** Headings have the same anchors as on GitHub. */
  heading({ tokens, depth, text }) {
    const id = text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
    return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
  },
  /** Wide tables scroll on their own, also by keyboard. */
  table({ header, rows }) {
    const line = (/** @type {import('marked').Tokens.TableCell[]} */ cells, /** @type {string} */ name) => {
      const written = cells.map(({ tokens, align }) => {
        const place = align ? ` class="${align}"` : '';
        return `<${name}${place}>${this.parser.parseInline(tokens)}</${name}>`;
      });
      return `<tr>${written.join('')}</tr>`;
    };
    const body = rows.map((row) => line(row, 'td')).join('\n');
    return `<div class="scroll" role="region" aria-label="Table" tabindex="0"><table>
<thead>${line(header, 'th')}</thead>
<tbody>${body}</tbody></table></div>\n`;
  },
};
