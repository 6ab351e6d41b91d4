import { letter, step, swap } from './fixture.js';

/** @import { Step } from './fixture.js' */

const html = (/** @type {string} */ from, /** @type {string} */ to) => swap('index.html', from, to);
/** Appends a fault to the style sheet, which other steps change as well. */
const css = (/** @type {string} */ text) => (/** @type {Map<string, string>} */ files) =>
  files.set('site.css', `${files.get('site.css')}${text}\n`);
/** @param {string} name @param {string} text @param {Parameters<typeof letter>[2]} as */
const badLetter = (name, text, as) =>
  step('fault', letter(name, text, as), { kind: 'replaced', resource: `img/${name}.svg`, text });

/** Faults, each as a change that should have been invisible. @type {Readonly<Record<string, Step>>} */
export const FAULTS = {
  'colour by 8 levels': step('fault', css('.lead { color: #484848 }')),
  'ground by 8 levels': step('fault', css('.card { background: #f8f8e8 }')),
  'colour by 1 level': step('fault', css('#head { background: #eef2f7 }')),
  'box 1 px wider': step('fault', css('.fade { width: 161px }')),
  'box 1 px lower': step('fault', css('.fade { position: relative; top: 1px }')),
  'missing character': badLetter('about', 'About us', { alt: '', shown: 'About u' }),
  'wrong word': badLetter('about', 'About us', { alt: '', shown: 'About it' }),
  'lettering in the wrong colour': badLetter('about', 'About us', { alt: '', style: 'color:#204868;' }),
  'lettering 1 px too narrow': badLetter('about', 'About us', { alt: '', style: 'width:109px;' }),
  'lettering on the wrong ground': badLetter('about', 'About us', { alt: '', style: 'background:#602040;' }),
  'lettering too small': badLetter('about', 'About us', { alt: '', style: 'font-size:9px;' }),
  'lost link': step(
    'fault',
    html(
      '<a href="rivets.html">rivets</a>',
      '<span style="color:-webkit-link;text-decoration:underline">rivets</span>',
    ),
  ),
  'link to elsewhere': step('fault', html('href="rivets.html"', 'href="rivet.html"')),
  'changed reading order': step(
    'fault',
    html(
      '<div class="card" id="one">First card</div><div class="card" id="two">Second card</div>',
      '<div class="card" id="two" style="order:2">Second card</div><div class="card" id="one">First card</div>',
    ),
  ),
  'lost hover of a style': step('fault', css('#nav a:hover { outline: none }')),
  'lost hover of a script': step(
    'fault',
    html(" onmouseover=\"document.getElementById('swap').src='img/on.svg'\"", ''),
  ),
  'font weight': step('fault', css('b { font-weight: 600 } b { font-weight: 400 }')),
  'font style': step('fault', css('i { font-style: normal }')),
  'font family': step('fault', css('.foot { font-family: serif }')),
  'z-order': step('fault', css('.over { z-index: 3 }')),
  'clipped text': step('fault', css('.badge { overflow: hidden; max-width: 20px; box-sizing: border-box }')),
  'broken selector of an unrelated element': step('fault', html('<div class="row">', '<div class="rows">')),
  'wrong at 360 px only': step('fault', css('@media (max-width: 400px) { h1 { font-size: 20px } }')),
  'wrong at 1280 px only': step('fault', css('@media (min-width: 1000px) { .wide { color: #292929 } }')),
  'wrong at 2x only': step('fault', css('@media (min-resolution: 2dppx) { #photo { outline-color: #708090 } }')),
  'wrong only without scripts': step(
    'fault',
    html('<noscript><p class="plain">Without scripts you see this line.</p></noscript>', ''),
  ),
  'field renamed': step('fault', html('name="quantity"', 'name="quantities"')),
  'hidden field lost': step('fault', html('<input type="hidden" name="shop" value="7">', '')),
  'box no longer ticked': step('fault', html(' checked>', '>')),
  'form sent elsewhere': step('fault', html('action="order"', 'action="orders"')),
  'limit of a field lost': step('fault', html(' maxlength="4"', '')),
  'label lost': step('fault', html('<label for="q">How many</label>', '<span>How many</span>')),
  'alternative text lost': step('fault', html('alt="Our works"', 'alt=""')),
  'heading no longer one': step(
    'fault',
    html(
      '<h1>Things that hold</h1>',
      '<div style="font:bold 26px/1.4 sans-serif;margin:12px 0">Things that hold</div>',
    ),
  ),
  'missing file': step('fault', html('src="img/off.svg"', 'src="img/of.svg"')),
  'missing file nobody sees': step(
    'fault',
    html('</body>', '<link rel="preload" as="image" href="img/gone.svg"></body>'),
  ),
  'new script error': step('fault', html('</body>', '<script>undefinedThing()</script></body>')),
  'script lost': step('fault', html('<script src="site.js"></script>', '')),
  'another picture': step(
    'fault',
    (files) =>
      files.set('img/photo.svg', (files.get('img/photo.svg') ?? '').replace('r="25"', 'r="24"')) &&
      files.set('img/p.svg', (files.get('img/photo.svg') ?? '').replace('r="25"', 'r="24"')),
  ),
  'opacity 0.97': step('fault', css('.card { opacity: 0.97 }')),
  'line height': step('fault', css('.list { line-height: 1.45 }')),
  'letter spacing': step('fault', css('h1 { letter-spacing: 0.1px }')),
  'border lost': step('fault', css('.prices td { border-bottom-color: transparent }')),
  'alignment of a cell': step('fault', css('.prices .n { text-align: left }')),
  'colour of a bullet': step('fault', css('.list li::marker { color: #a02010 }')),
  'text of a style lost': step('fault', css('.foot::after { content: none }')),
  'end of an animation': step('fault', css('@keyframes fade { from { opacity: 0 } to { opacity: .9 } }')),
  'title changed': step('fault', html('<title>Fixture & Sons</title>', '<title>Fixture &amp;amp; Sons</title>')),
  'language lost': step('fault', html('<html lang="en">', '<html>')),
  'request to a stranger': step(
    'fault',
    html(
      '</body>',
      '<img src="https://example.com/t.gif" alt="" width="0" height="0" style="position:absolute"></body>',
    ),
  ),
};
