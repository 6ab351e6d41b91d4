import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packXml } from '../../../lib/output/pack/xml.js';

test('feeds and site maps lose the space between elements, and nothing else', () => {
  const feed = `<?xml version="1.0" encoding="utf-8"?>
<!-- written by hand -->
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
  <channel>
    <title>A  title</title>
    <atom:link href="a.xml?x=1>0" rel='self'/>
    <item>
      <description><![CDATA[ <p>One</p> ]]></description>
      <category> </category>
    </item>
  </channel>
</rss>
`;
  assert.equal(
    packXml(feed),
    '<?xml version="1.0" encoding="utf-8"?><!-- written by hand -->' +
      '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>A  title</title>' +
      '<atom:link href="a.xml?x=1>0" rel=\'self\'/><item><description><![CDATA[ <p>One</p> ]]></description>' +
      '<category> </category></item></channel></rss>',
  );
  const map = '<urlset>\n <url>\n  <loc>https://example.com/</loc>\n </url>\n</urlset>\n';
  assert.equal(packXml(map), '<urlset><url><loc>https://example.com/</loc></url></urlset>');
});

test('space stays where text stands beside it, or somebody may read it', () => {
  assert.equal(packXml('<rss><description>One <b>two</b> three</description></rss>'), null);
  assert.equal(packXml('<feed><entry xml:space="preserve"> <a/> </entry></feed>'), null);
  assert.equal(packXml('<feed> <content type="xhtml"> <div/> </content></feed>'), null);
  assert.equal(packXml('<?xml-stylesheet href="a.xsl"?>\n<urlset> <url/> </urlset>'), null);
  assert.equal(packXml('<html>\n <body/>\n</html>'), null);
});

test('what is no XML to the letter stays as it is', () => {
  for (const text of [
    '<rss> <channel> </rss>',
    '<rss> <a> </b> </rss>',
    '<rss> < a/> </rss>',
    'rss',
    '<rss> <a b="c> </rss>',
  ])
    assert.equal(packXml(text), null, text);
});
