import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Lists the sections of pages for the search of the site: address, title, text.
 * @param {string} folder @param {readonly string[]} addresses
 * @returns {[address: string, title: string, text: string][]}
 */
export function indexPages(folder, addresses) {
  return addresses.flatMap((address) => {
    const html = readFileSync(join(folder, address), 'utf8');
    const body = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
    const page = textOf(/<h1[^>]*>([\s\S]*?)<\/h1>/.exec(body)?.[1] ?? address);
    return body.split(/(?=<h[123] id=)/).flatMap((part) => {
      const [, id, heading] = /<h[123] id="([^"]*)">([\s\S]*?)<\/h/.exec(part) ?? [];
      if (id === undefined) return [];
      const title = textOf(heading);
      const text = textOf(part.slice(part.indexOf('</h'))).slice(0, MAX_TEXT);
      return [/** @type {[string, string, string]} */ ([`${address}#${id}`, titleOf(page, title), text])];
    });
  });
}

/** Max searched characters of a section. Tables of measurements are much longer. */
const MAX_TEXT = 1200;

/** @param {string} page @param {string} section */
function titleOf(page, section) {
  return page === section ? page : `${page}: ${section}`;
}

/** @param {string} html */
function textOf(html) {
  return html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** The script of the search field, which loads the index on the first key press. */
export const SEARCH_SCRIPT = `(() => {
  const form = document.querySelector('form[role=search]');
  const field = document.getElementById('search');
  const found = document.getElementById('found');
  const up = form.dataset.up;
  let index = null;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    found.querySelector('a')?.click();
  });
  field.addEventListener('input', async () => {
    index ??= fetch(up + 'search.json').then((answer) => answer.json());
    const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean);
    const sections = await index.catch(() => []);
    const matches = words.length === 0 ? [] : sections
      .map(([address, title, text]) => ({ address, title, score: score(words, title.toLowerCase(), text.toLowerCase()) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, 8);
    found.replaceChildren(...matches.map(({ address, title }) => {
      const link = Object.assign(document.createElement('a'), { href: up + address, textContent: title });
      const item = document.createElement('li');
      item.append(link);
      return item;
    }));
    if (words.length > 0 && matches.length === 0) {
      const item = document.createElement('li');
      item.textContent = 'Nothing found.';
      found.append(item);
    }
  });
  function score(words, title, text) {
    let sum = 0;
    for (const word of words) {
      const at = (title.includes(word) ? 10 : 0) + Math.min(3, text.split(word).length - 1);
      if (at === 0) return 0;
      sum += at;
    }
    return sum;
  }
})();
`;
