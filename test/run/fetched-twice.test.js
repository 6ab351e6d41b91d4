import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fingerprintSite } from '../../lib/output/fingerprint/fingerprint-site.js';
import { findFetchedTwice } from '../../lib/run/find-fetched-twice.js';
import { linkSite } from '../../lib/site/graph/build-graph.js';
import { recordFetches } from '../../lib/visit/browser/record-fetches.js';
import { openTestBrowser } from '../harness/browser.js';
import { GIF, siteOf } from '../output/fingerprint/sites.js';

const browser = await openTestBrowser();

/**
 * Returns the files that a page loads under two names after its files were renamed.
 * @param {string} html
 */
async function fetchedTwice(html) {
  const site = siteOf({ 'index.html': html, 'a.gif': GIF, 'b.gif': Buffer.concat([GIF, Buffer.from([0])]) });
  const shipped = { site, linked: linkSite(site) };
  const found = fingerprintSite(shipped, site, { all: true });
  const files = (/** @type {string} */ path) => site.files.get(path);
  const visit = await recordFetches(browser, { path: 'index.html', files });
  return findFetchedTwice(found, new Map([['index.html', visit]]));
}

test('a picture that a script draws again is loaded twice under a new name', async () => {
  const drawn = await fetchedTwice(
    `<div id=app><img src=a.gif><img src=b.gif></div><script>app.innerHTML = '<img src="a.gif">'</script>`,
  );
  assert.deepEqual(drawn, ['a.gif']);
});

test('one that a script may ask for later is not', async () => {
  const asked = await fetchedTwice('<img src=a.gif onclick="this.src = \'b.gif\'"><img src=b.gif>');
  assert.deepEqual(asked, []);
});

test('all that a script compares with its own rendering would be loaded under both names', async () => {
  const compared = await fetchedTwice(
    `<img id=one src=a.gif><p id=two style="background:url(b.gif)">Text</p><script>
    if (one.getAttribute('src') !== 'a.gif') one.setAttribute('src', 'a.gif');
    one.owner = {};
    two.style.background = 'url(b.gif)';
    </script>`,
  );
  assert.deepEqual(compared, ['a.gif', 'b.gif']);
});
