import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'parse5';
import { compareTrees } from '../../../lib/output/pack/compare.js';
import { NO_IDLE_SPACE } from '../../../lib/output/pack/idle-space.js';
import { findSpaceSelectors, keepsSpaceBy } from '../../../lib/output/pack/space.js';

/**
 * @param {string} before
 * @param {string} after
 * @param {Partial<import('../../../lib/output/pack/compare.js').Allowed>} [allowed]
 */
const compare = (before, after, allowed) =>
  compareTrees(parse(before, { sourceCodeLocationInfo: true }), parse(after), {
    keepsSpace: keepsSpaceBy([]),
    findIdle: () => NO_IDLE_SPACE,
    dropped: new Set(),
    emptied: new Set(),
    replaced: new Map(),
    ...allowed,
  });

/** @type {[string, string, string][]} */
const DIFFERENT = [
  ['a word', '<p>a b</p>', '<p>a c</p>'],
  ['a visible space', '<p>a <b>b</b></p>', '<p>a<b>b</b></p>'],
  ['a space in <pre>', '<pre>a  b</pre>', '<pre>a b</pre>'],
  ['a no-break space', '<p>a\u00a0 b</p>', '<p>a b</p>'],
  ['a value', '<p class="a  b">', '<p class="a b">'],
  ['the order of attributes', '<p id=a class=b>', '<p class=b id=a>'],
  ['an element', '<p>a<wbr>b', '<p>ab'],
  ['the place of an element', '<div><p>a</p></div><i></i>', '<div><p>a</p><i></i></div>'],
  ['a comment', '<p>a<!--b-->', '<p>a'],
  ['a script', '<script>a</script>', '<script>b</script>'],
  ['what is in a template', '<template><p>a</template>', '<template><p>b</template>'],
  ['the document type', '<!doctype html>', '<!doctype html system "about:legacy-compat">'],
  ['the mode', '<!doctype html><p>', '<p>'],
  ['a namespace', '<svg><title></title></svg>', '<svg></svg><title></title>'],
];
for (const [name, before, after] of DIFFERENT) {
  test(`sees that ${name} changed`, () => {
    assert.match(compare(before, after)?.reason ?? '', /became|mode/);
    assert.equal(compare(before, before), null);
  });
}

test('looks past what nobody sees: runs of spaces, spaces in <head> and at the end, comments that may go', () => {
  assert.equal(
    compare(
      '<head>\n<title>a</title>\n</head><body>a \n b</body>\n</html>\n',
      '<head><title>a</title></head><body>a b',
    ),
    null,
  );
  assert.equal(compare('<p>a <!--b--> c', '<p>a c', { dropped: new Set([5]) }), null);
  assert.equal(compare('<style> a </style>', '<style>a</style>', { replaced: new Map([[7, 'a']]) }), null);
});

test('knows which selectors show white space', () => {
  const css =
    'pre,code{white-space:pre-wrap} a{white-space:nowrap} .b{WHITE-SPACE : Break-Spaces !important} i{' +
    'white-space-collapse:preserve} u{white-space:normal}';
  assert.deepEqual(findSpaceSelectors(css), ['pre', 'code', '.b', 'i']);
  assert.deepEqual(findSpaceSelectors('a { color: red }'), []);
  assert.deepEqual(findSpaceSelectors('a { white-space: pre'), ['*']);
});

test('a selector counts by its last part, and by what is around it where that says nothing', () => {
  const first = (/** @type {string} */ html) =>
    /** @type {any} */ (parse(`<!doctype html><body>${html}`)).childNodes[1].childNodes[1].childNodes[0];
  /** @type {[string, string, boolean][]} */
  const cases = [
    ['div > .code:hover', '<p class="x CODE">', true],
    ['.a .b', '<p class=a>', false],
    ['.a *', '<p class=a>', true],
    ['.a *', '<p class=b>', false],
    ['.a + *', '<p class=b>', true],
    [':root', '<p>', true],
    ['p#x', '<p id=X>', true],
    ['p#x', '<p>', false],
    ['p[title]', '<p>', true],
    ['!!', '<p>', true],
  ];
  for (const [selector, html, expected] of cases)
    assert.equal(keepsSpaceBy([selector])(first(html)), expected, selector);
});
