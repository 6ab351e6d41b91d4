import assert from 'node:assert/strict';
import { test } from 'node:test';
import { referenceInput } from '../../../lib/plan/price/page-inputs.js';
import { linkSite } from '../../../lib/site/graph/build-graph.js';
import { makeFile } from '../../../lib/site/read-site.js';

test('a page waits for its style sheets and scripts, but not for scripts that are deferred', () => {
  const source =
    '<link rel=stylesheet href=a.css><script src=b.js></script><script src=c.js defer></script><script ' +
    'src=d.js async></script><script type=Module src=e.js></script><img src=f.gif>';
  const files = ['a.css', 'b.js', 'c.js', 'd.js', 'e.js', 'f.gif'].map((path) => makeFile(path, Buffer.from(' ')));
  const page = makeFile('index.html', Buffer.from(source));
  const site = Object.freeze({
    root: '',
    name: 'site',
    files: new Map([page, ...files].map((file) => [file.path, file])),
    warnings: [],
  });
  const inputs = (linkSite(site).graph.references.get('index.html') ?? []).map(referenceInput);
  const named = (/** @type {'blocking' | 'deferred'} */ what) =>
    inputs.filter((each) => each[what]).map(({ to }) => to);
  assert.deepEqual(named('blocking'), ['a.css', 'b.js']);
  assert.deepEqual(named('deferred'), ['c.js', 'd.js', 'e.js']);
});
