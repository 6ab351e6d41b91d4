/** The cases of a new rule, which removes an empty `title` from an element. */
export const CASES = Object.freeze({
  'empty-title/before.html': '<!doctype html><title>Case</title>\n<p title="">Words</p>\n',
  'empty-title/after.html': '<!doctype html><title>Case</title>\n<p>Words</p>\n',
  'empty-title/expect.json': expectText([{ page: 'before.html', messageId: 'found' }]),
  'silent-title/before.html': '<!doctype html><title>Case</title>\n<p title="More">Words</p>\n',
  'silent-title/expect.json': expectText([]),
});

/** @param {readonly { page: string, messageId: string }[]} proposals */
function expectText(proposals) {
  return `${JSON.stringify({ proposals }, null, 2)}\n`;
}

/** @param {string} id @param {string} since the version that introduces it */
export function ruleText(id, since) {
  return `/** @import { Rule } from '../lib/plan/types.ts' */

/** @type {Rule} */
export default {
  meta: {
    id: '${id}',
    category: 'markup',
    summary: 'Removes empty title attributes.',
    why: 'An empty title has no effect and is sent with every page.',
    default: 'advise',
    safety: 'safe',
    reads: [],
    options: {},
    messages: { found: 'The title of this <{tag}> is empty.' },
    since: '${since}',
  },

  detect(page) {
    return page.elements.flatMap(({ tag, attributes }) => {
      const title = attributes.get('title');
      if (!title || title.value !== '') return [];
      // Includes the space before the attribute.
      const range = { start: title.range.start - 1, end: title.range.end };
      return [{ rule: '${id}', page: page.path, range, resource: null, messageId: 'found', data: { tag } }];
    });
  },

  draft({ range }) {
    return { edits: [{ range: /** @type {import('../lib/site/types.ts').Range} */ (range), text: '' }] };
  },
};
`;
}

/**
 * Adds a rule to the list.
 * @param {string} list the text of rules/index.js
 * @param {string} id
 */
export function addToList(list, id) {
  const name = id.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
  const line = `import ${name} from './${id}.js';`;
  const lines = list.split('\n');
  const imports = lines.filter((text) => text.startsWith('import '));
  const sorted = [...imports, line].sort((a, b) => (fileOf(a) < fileOf(b) ? -1 : 1));
  const at = lines.findIndex((text) => text.startsWith('import '));
  const others = lines.filter((text) => !text.startsWith('import '));
  const text = [...others.slice(0, at), ...sorted, ...others.slice(at)].join('\n');
  return text.replace(/\n\]\);/, `\n  ${name},\n]);`);
}

/** @param {string} line */
function fileOf(line) {
  return /'(.*)'/.exec(line)?.[1] ?? line;
}
