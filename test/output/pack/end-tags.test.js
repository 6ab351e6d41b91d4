import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packHtml } from '../../../lib/output/pack/html.js';
import { packBody } from './pack-body.js';

/** @type {[string, string, string][]} name, before, after */
const END_TAGS = [
  ['of items', '<ul><li>a</li><li><ul><li>b</li></ul></li></ul>', '<ul><li>a<li><ul><li>b</ul></ul>'],
  ['of terms', '<dl><dt>a</dt><dd>b</dd><dt>c</dt></dl>', '<dl><dt>a<dd>b<dt>c</dt></dl>'],
  [
    'of cells and rows',
    '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table>',
    '<table><thead><tr><th>a<tbody><tr><td>b</table>',
  ],
  [
    'of rows whose table body is understood',
    '<table><tr><td>a</td></tr><tr><td>b</td></tr></table>',
    '<table><tr><td>a<tr><td>b</table>',
  ],
  ['of paragraphs', '<div><p>a</p><p>b</p></div><p>c</p><h1>d</h1>', '<div><p>a<p>b</div><p>c<h1>d</h1>'],
  ['of options', '<select><option>a</option><option>b</option></select>', '<select><option>a<option>b</select>'],
  ['not before text or spaces', '<ul><li>a</li> <li>b</li></ul><p>c</p>d', '<ul><li>a</li> <li>b</ul><p>c</p>d'],
  ['not at the end of the page', '<p>a</p>', '<p>a</p>'],
  ['not in links and words', '<a href=x><p>a</p></a><b><p>b</p></b>', '<a href=x><p>a</p></a><b><p>b</p></b>'],
  [
    'not where a script may write',
    '<ul><li><script src=a.js></script></li><li>b</li></ul>',
    '<ul><li><script src=a.js></script></li><li>b</ul>',
  ],
  [
    'not before comments that something reads',
    '<ul><li>a</li><!--#if x --><li>b</li></ul>',
    '<ul><li>a</li><!--#if x --><li>b</ul>',
  ],
];
for (const [name, before, after] of END_TAGS) {
  test(`end tags that parsers put in by themselves go: ${name}`, async () =>
    assert.equal(await packBody(before), after));
}

test('without a document type a table lies within its paragraph, whose end stays', async () => {
  const source = '<html><head><title>t</title></head><body><p>a</p><table><tr><td>b</table></body></html>';
  assert.equal((await packHtml(source)).text, source);
});
