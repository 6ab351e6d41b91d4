/** @import { Rule } from '../lib/plan/types.ts' */
/** @import { Attribute, Element, Page } from '../lib/site/types.ts' */

/** Attributes that say how something looks, by element; `bgcolor` says it of any. */
const LOOKS = new Map([
  ['body', ['text', 'link', 'vlink', 'alink', 'topmargin', 'leftmargin', 'marginwidth', 'marginheight']],
  ['basefont', ['face', 'color', 'size']],
  ['br', ['clear']],
  ['caption', ['align']],
  ['col', ['align', 'valign', 'width']],
  ['colgroup', ['align', 'valign', 'width']],
  ['div', ['align']],
  ['font', ['face', 'color', 'size']],
  ['h1', ['align']],
  ['h2', ['align']],
  ['h3', ['align']],
  ['h4', ['align']],
  ['h5', ['align']],
  ['h6', ['align']],
  ['hr', ['align', 'color', 'noshade', 'size', 'width']],
  ['img', ['align', 'border', 'hspace', 'vspace']],
  ['p', ['align']],
  ['table', ['align', 'border', 'bordercolor', 'cellpadding', 'cellspacing', 'frame', 'rules', 'width']],
  ['td', ['align', 'valign', 'nowrap', 'width', 'height', 'bordercolor']],
  ['th', ['align', 'valign', 'nowrap', 'width', 'height', 'bordercolor']],
  ['tr', ['align', 'valign', 'height']],
]);

/** Elements that say nothing but how their content looks. */
const TAGS = new Set(['font', 'center', 'basefont', 'big', 'tt', 'strike']);

/** ` class=ab`, and what a rule needs besides its declarations. */
const CLASS_BYTES = 9;
/** What a rule takes beside its name and declarations: a dot, braces and a line end, with some room. */
const RULE_BYTES = 8;

/** @type {Rule} */
export default {
  meta: {
    id: 'presentational-markup',
    category: 'style',
    summary: 'Says what classes would save in the place of repeated <font>, bgcolor, align and their like.',
    why:
      'Markup that says again and again how things look is most of an old page: a class says it once for the ' +
      'whole site, and compression has less to do.',
    default: 'advise',
    safety: 'visual',
    reads: ['options'],
    options: {
      fewest: { type: 'number', default: 10, description: 'How many elements of a page must say how they look.' },
    },
    messages: {
      repeated:
        '{count} elements say in {looks} different ways how they look, in {before} bytes: classes would take ' +
        'about {after}, before compression',
    },
    since: '0.1.0',
  },

  detect(page, { options }) {
    const styled = page.elements.flatMap((element) => (element.inert ? [] : (lookOf(page, element) ?? [])));
    const groups = Map.groupBy(styled, ({ look }) => look);
    const before = styled.reduce((sum, { bytes }) => sum + bytes, 0);
    const after = [...groups].reduce((sum, [look, group]) => {
      // What stands once is no shorter in a class.
      if (group.length === 1) return sum + group[0].bytes;
      return sum + look.length + RULE_BYTES + group.reduce((total, { kept }) => total + kept + CLASS_BYTES, 0);
    }, 0);
    if (styled.length < Number(options.fewest) || after >= before) return [];
    const data = { count: styled.length, looks: groups.size, before, after };
    const place = { page: page.path, range: null, resource: null };
    return [{ rule: 'presentational-markup', ...place, messageId: 'repeated', data }];
  },
};

/**
 * How an element says it looks, in how many bytes, and how many of them stay where a class says it.
 * @param {Page} page
 * @param {Element} element
 */
function lookOf({ source }, { tag, attributes, foreign, endTag }) {
  if (foreign || (attributes.size === 0 && !TAGS.has(tag))) return null;
  const names = LOOKS.get(tag);
  const said = [...attributes.values()].filter(({ name }) => name === 'bgcolor' || names?.includes(name));
  if (said.length === 0 && !TAGS.has(tag)) return null;
  const written = (/** @type {Attribute} */ { range }) => source.slice(range.start, range.end);
  const length = said.reduce((sum, attribute) => sum + 1 + written(attribute).length, 0);
  const ends = endTag ? endTag.end - endTag.start : 0;
  const isTag = TAGS.has(tag);
  const look = said
    .map(({ name, value }) => `${name}:${value.trim().toLowerCase()}`)
    .sort()
    .join(';');
  // `<font …></font>` becomes `<span class=…></span>`.
  const span = isTag ? '<span></span>'.length : 0;
  return { look: `${isTag ? tag : ''};${look}`, bytes: length + (isTag ? tag.length + 2 + ends : 0), kept: span };
}
