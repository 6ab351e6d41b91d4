/** @import { ChangeInfo } from '../../lib/visit/verify/types.js' */

/**
 * A small site with all kinds of content, correct changes to it, and changes that break something.
 *
 * @typedef {object} Step A change of the fixture: its permissions and its effect.
 * @property {ChangeInfo} info
 * @property {(files: Map<string, string>) => void} apply
 */

const HTML =
  `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Fixture & Sons</title>
<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="site.css"><script ` +
  `src="site.js"></script></head>
<body>
<!-- a comment that nobody sees -->
<div id="head"><img src="img/logo.svg" alt="Fixture & Sons" width="120" height="40"><span ` +
  `class="badge">new</span><div class="over"></div></div>
<ul id="nav">
<li><a href="solutions.html" class="hot"><img src="img/solutions.svg" alt="Solutions" width="110" height="28" ` +
  `border="0"></a></li>
<li><a href="products.html"><img src="img/products.svg" alt="Products" width="110" height="28" border="0"></a>` +
  `</li>
<li><a href="about.html" id="about"><img src="img/about.svg" alt="" width="110" height="28" border="0"></a>` +
  `</li>
</ul>
<IMG SRC="img/spacer.svg" ALT="" WIDTH="1" HEIGHT="12">
<h1>Things that hold</h1>
<p class="lead">We have made <b>bolts</b>, <i>nuts</i> and <a href="rivets.html">rivets</a> since 1897.</p>
<div class="row"><div class="card" id="one">First card</div><div class="card" id="two">Second card</div></div>
<h2>Prices</h2>
<table class="prices"><tr><th>Size</th><th>Price</th></tr><tr><td>Small</td><td class="n">4.00</td></tr><tr>` +
  `<td>Large</td><td class="n">11.50</td></tr></table>
<ul class="list"><li>Delivered on Mondays</li><li>Packed in straw</li></ul>
<p class="wide">On wide screens there is more to say about this.</p>
<div class="fade">Here at the end</div>
<noscript><p class="plain">Without scripts you see this line.</p></noscript>
<p id="filled"></p>
<form action="order" method="post"><input type="hidden" name="shop" value="7">
<label for="q">How many</label> <input id="q" name="quantity" value="12" maxlength="4">
<label><input type="checkbox" name="gift" checked> as a gift</label>
<select name="size"><option value="s">Small<option value="l" selected>Large</select> <button>Order</button>` +
  `</form>
<img src="img/photo.svg" alt="Our works" width="200" height="80" loading="lazy" id="photo">
<a href="#top" onmouseover="document.getElementById('swap').src='img/on.svg'"><img id="swap" ` +
  `src="img/off.svg" alt="To the top" width="60" height="20"></a>
<p class="foot">Fixture &amp; Sons, 12 Some Street <font color="#336699">open daily</font></p>
</body></html>
`;

const CSS = `body { margin: 12px; font: 16px/1.4 sans-serif; color: #222; background: #fff }
#head { position: relative; height: 44px; background: #eef2f6; border-bottom: 1px solid #c8d0d8 }
.badge { position: absolute; left: 130px; top: 10px; z-index: 2; background: #c03020; color: #fff; padding: 0 6px }
.over { position: absolute; left: 150px; top: 4px; width: 60px; height: 30px; background: #a0c0e0; z-index: 1 }
#nav { list-style: none; margin: 0; padding: 0; display: flex; background: #204060 }
#nav a { display: block; height: 28px }
#nav a:hover { outline: 2px solid #80a0c0 }
h1 { font-size: 26px; margin: 12px 0 }
.lead { color: #404040; max-width: 40em }
.row { display: flex; gap: 10px }
.card { flex: 1; border: 1px solid #999; padding: 8px; background: #f8f8f0 }
.prices td, .prices th { border: 1px solid #bbb; padding: 2px 8px }
.prices .n { text-align: right; min-width: 80px }
.list li::marker { color: #c03020 }
.wide { display: none }
.fade { animation: fade 1s forwards; background: #ddeedd; width: 160px }
@keyframes fade { from { opacity: 0 } to { opacity: 1 } }
.foot::after { content: ' \\2014 since 1897' }
@media (min-width: 1000px) { .wide { display: block } }
@media (max-width: 400px) { h1 { font-size: 21px } .row { flex-direction: column } }
@media (min-resolution: 2dppx) { #photo { outline: 1px solid #778899 } }
`;

const JS = `document.addEventListener('DOMContentLoaded', function () {
  document.getElementById('filled').textContent = 'Filled in by a script';
});
`;

/** @param {string} text @param {number} width @param {number} height @param {string} [ground] */
const drawText = (text, width, height, ground = '#204060') =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="` +
  `${height}" fill="${ground}"/><text x="10" y="${height / 2 + 5}" font-family="sans-serif" font-size="15" ` +
  `fill="#fff">${text}</text></svg>`;

/** @param {string} fill */
const drawPhoto = (fill) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="80"><linearGradient id="g"><stop stop-color="` +
  `${fill}"/><stop offset="1" stop-color="#fec"/></linearGradient><rect width="200" height="80" ` +
  `fill="url(#g)"/><circle cx="60" cy="40" r="25" fill="#365"/></svg>`;

/** The original site. */
export const BEFORE = new Map([
  ['index.html', HTML],
  ['site.css', CSS],
  ['site.js', JS],
  ['img/logo.svg', drawText('Fixture', 120, 40, '#506070')],
  ['img/solutions.svg', drawText('Solutions', 110, 28)],
  ['img/products.svg', drawText('Products', 110, 28)],
  ['img/about.svg', drawText('About us', 110, 28)],
  ['img/spacer.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'],
  ['img/photo.svg', drawPhoto('#258')],
  ['img/on.svg', drawText('Top!', 60, 20, '#a03020')],
  ['img/off.svg', drawText('Top', 60, 20, '#507030')],
]);

/** @param {Map<string, string>} files */
export const toLookup = (files) => (/** @type {string} */ path) => {
  const text = files.get(path);
  return text === undefined ? null : { bytes: Buffer.from(text) };
};

/**
 * @param {string} path @param {string} from @param {string} to
 * @returns {Step['apply']}
 */
export const swap = (path, from, to) => (files) => {
  const text = files.get(path) ?? '';
  if (!text.includes(from)) throw new Error(`the fixture ${path} has no ${JSON.stringify(from)}`);
  files.set(
    path,
    text.replace(from, () => to),
  );
};

/** @param {string} id @param {Step['apply']} apply @param {Partial<ChangeInfo>} [info] @returns {Step} */
export const step = (id, apply, info = {}) => ({
  info: { id, rule: id, cause: id, kind: 'same', ...info },
  apply,
});

/** @param {string} name @param {string} text @param {{ shown?: string, style?: string, alt?: string }} [as] */
export const letter = (name, text, { shown = text, style = '', alt = text } = {}) => {
  const css =
    `display:inline-block;box-sizing:border-box;width:110px;height:28px;padding-left:10px;overflow:hidden;` +
    `vertical-align:baseline;background:#204060;color:#fff;font:15px/29px sans-serif;${style}`;
  return swap(
    'index.html',
    `<img src="img/${name}.svg" alt="${alt}" width="110" height="28" border="0">`,
    `<span style="${css}">${shown}</span>`,
  );
};

/** Changes without a visible effect. @type {readonly Step[]} */
export const HONEST = [
  step('comment', swap('index.html', '<!-- a comment that nobody sees -->\n', '')),
  step('letter-solutions', letter('solutions', 'Solutions'), {
    kind: 'replaced',
    resource: 'img/solutions.svg',
    text: 'Solutions',
  }),
  step('letter-products', letter('products', 'Products'), {
    kind: 'replaced',
    resource: 'img/products.svg',
    text: 'Products',
  }),
  step(
    'lower-case',
    swap(
      'index.html',
      '<IMG SRC="img/spacer.svg" ALT="" WIDTH="1" HEIGHT="12">',
      '<img src="img/spacer.svg" alt="" width="1" height="12">',
    ),
  ),
  step('rename-photo', (files) => {
    swap('index.html', 'img/photo.svg', 'img/p.svg')(files);
    files.set('img/p.svg', files.get('img/photo.svg') ?? '');
  }),
  step(
    'font-tag',
    swap('index.html', '<font color="#336699">open daily</font>', '<span style="color:#369">open daily</span>'),
  ),
  step('css-spaces', (files) =>
    files.set('site.css', (files.get('site.css') ?? '').replaceAll('; ', ';').replaceAll(': ', ':')),
  ),
  step('quotes', swap('index.html', '<h2>Prices</h2>', '<h2 >Prices</h2>')),
  step('entities', swap('index.html', 'Fixture &amp; Sons, 12', 'Fixture & Sons, 12')),
  step('end-tags', swap('index.html', '<td>Small</td>', '<td>Small')),
];

/**
 * Builds the site with the accepted steps.
 * @param {readonly Step[]} steps
 */
export function buildWith(steps) {
  return (/** @type {string} */ _path, /** @type {readonly string[]} */ ids) => {
    const files = new Map(BEFORE);
    for (const { info, apply } of steps) if (ids.includes(info.id)) apply(files);
    return toLookup(files);
  };
}
