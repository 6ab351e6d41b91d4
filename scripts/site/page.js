import { posix } from 'node:path';
import { Marked } from 'marked';
import { escapeHtml } from '../../lib/report/escape.js';

/** Max characters of a description, as search engines display it. */
const MAX_DESCRIPTION = 160;

/** The menu, in the order in which readers need its pages. Other pages are linked from these. */
const MENU = /** @type {const} */ ([
  ['index.html', 'Start'],
  ['playground/index.html', 'Playground'],
  ['recipes.html', 'Recipes'],
  ['integrations.html', 'In your build'],
  ['action.html', 'In pull requests'],
  ['rules/index.html', 'Rules'],
  ['config.html', 'Config'],
  ['server.html', 'Servers'],
  ['library.html', 'Library'],
  ['network-model.html', 'Network model'],
  ['network-accuracy.html', 'How accurate it is'],
  ['today.html', 'Sites of today'],
  ['other-tools.html', 'Old sites, other tools'],
  ['stability.html', 'Stability'],
  ['speed.html', 'Speed'],
  ['reliability.html', 'Reliability'],
  ['troubleshooting.html', 'Troubleshooting'],
  ['changelog.html', 'Changes'],
]);

/**
 * Renders a page of the documentation from Markdown.
 * @param {{ text: string, source: string, address: string, figures: string }} page Markdown, its name in the
 * repository, its address on the site, and the front page's figures about the site itself
 */
export function renderMarkdown({ text, source, address, figures }) {
  const up = '../'.repeat(address.split('/').length - 1);
  const marked = new Marked({ walkTokens: (token) => mendLink(token, source, up) });
  marked.use({ renderer: RENDERER });
  const body = /** @type {string} */ (marked.parse(text.replaceAll(/<!--[\s\S]*?-->\n?/g, '')));
  const own = figures ? `<p class="own">This site, made by the tool itself: ${escapeHtml(figures)}.</p>` : '';
  return renderPage({ body: own + body, address, title: /^# (.+)$/m.exec(text)?.[1].replaceAll('`', '') });
}

/**
 * Renders a page around a body, with menu and search.
 * @param {{ body: string, address: string, title?: string }} page
 */
export function renderPage({ body, address, title = 'Playground' }) {
  const up = '../'.repeat(address.split('/').length - 1);
  const items = MENU.map(([to, name]) => {
    const current = to === address ? ' aria-current="page"' : '';
    return `<li><a href="${up}${to}"${current}>${name}</a></li>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${escapeHtml(describe(body))}">
<title>${escapeHtml(title === 'pagethrift' ? title : `${title} – pagethrift`)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${up}style.css">
</head>
<body>
<a class="skip" href="#content">To the content</a>
<nav aria-label="Documentation">
<form role="search" data-up="${up}"><label for="search">Search</label><input id="search" type="search" autocomplete="off">
<ul id="found" aria-live="polite"></ul></form>
<ul>${items.join('')}</ul></nav>
<main id="content">
${body}</main>
<script src="${up}search.js" defer></script>
</body>
</html>
`;
}

/** Returns the first sentences of a page as text. @param {string} body */
function describe(body) {
  const [, first = ''] = /<p>([\s\S]*?)<\/p>/.exec(body) ?? [];
  return first
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&')
    .slice(0, MAX_DESCRIPTION);
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
  if (target === 'docs/playground.md') return `${up}playground/index.html`;
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
