/**
 * Sites with faults that only real visits reveal: at their public addresses, with all that they load and the server's
 * responses.
 *
 * @typedef {object} VisitFault
 * @property {Readonly<Record<string, string>>} before
 * @property {readonly [from: string, to: string]} edit in `document`, or in index.html
 * @property {string} [document]
 * @property {string} page visited page, by its file or its address
 * @property {Readonly<Record<string, string>>} [files] files that the change adds
 * @property {string} [resource] resource that the change replaces
 * @property {string} [folder] folder in which the site is served
 */

const GIF = 'GIF89a\x01\x00\x01\x00\x00\x00\x00;';
/** A client-side router, which renders a page at its known address only. */
const router = (/** @type {string} */ address, color = 'black') =>
  `<!doctype html><title>t</title><div id=app></div><script>
  document.getElementById('app').innerHTML = location.pathname === '${address}'
    ? '<h1 style="color:${color}">Welcome</h1><p>Text of the page.' : 'not found';</script>`;
const LARGE = ' '.repeat(5000);

/** @type {Readonly<Record<string, VisitFault>>} */
export const LOOK_FAULTS = {
  'router at /': { before: { 'index.html': router('/') }, edit: ['color:black', 'color:grey'], page: 'index.html' },
  'clean URL': {
    before: {
      'index.html': '<!doctype html><title>t</title><a href=/about>about</a>',
      'about.html': router('/about'),
    },
    edit: ['color:black', 'color:grey'],
    document: 'about.html',
    page: 'about.html',
  },
  'fallback page': {
    before: { 'index.html': '<!doctype html><title>t</title><p>home', '404.html': router('/deep/route') },
    edit: ['color:black', 'color:grey'],
    document: '404.html',
    page: '/deep/route',
  },
  'base path': {
    before: { 'index.html': router('/app/') },
    edit: ['color:black', 'color:grey'],
    page: 'index.html',
    folder: 'app/',
  },
  'a redirect by script': {
    before: { 'index.html': '<!doctype html><title>t</title><h1>Welcome</h1>', 'away.html': '<title>away</title>' },
    edit: ['</h1>', '</h1><script>setTimeout(() => { location = "away.html" }, 500)</script>'],
    page: 'index.html',
  },
};

/** @type {Readonly<Record<string, VisitFault>>} */
export const LOAD_FAULTS = {
  'double fetch after hydration': {
    before: {
      'index.html':
        '<!doctype html><title>t</title><img src=a.gif width=9 height=9><script type=module src=m.js></script>',
      'm.js': `document.images[0].setAttribute('src', 'a.gif')`,
      'a.gif': GIF + LARGE,
    },
    edit: ['src=a.gif', 'src=b.gif'],
    page: 'index.html',
    files: { 'b.gif': GIF },
    resource: 'a.gif',
  },
  'subset plus whole font': {
    before: {
      'index.html':
        '<!doctype html><title>t</title><style>@font-face{font-family:a;src:url(a.woff2)}body{font:9px a}</style>' +
        '<p>abc<script>document.fonts.load("9px a"); fetch("a.woff2")</script>',
      'a.woff2': `wOF2${LARGE}`,
    },
    edit: ['src:url(a.woff2)', 'src:url(b.woff2)'],
    page: 'index.html',
    files: { 'b.woff2': 'wOF2' },
    resource: 'a.woff2',
  },
  'a menu that no longer opens': {
    before: {
      'index.html':
        '<!doctype html><title>t</title><button class=menu aria-expanded=false>menu</button><ul hidden><li>one</ul>' +
        '<script>const menu = document.querySelector("button.menu"); if (menu) menu.onclick = () => { ' +
        'document.querySelector("ul").hidden = false; menu.setAttribute("aria-expanded", "true") }</script>',
    },
    edit: ['<button class=menu', '<button class=nav'],
    page: 'index.html',
  },
  'a text that loads more bytes than its image': {
    before: {
      'index.html': '<!doctype html><title>t</title><p><img src=a.gif width=9 height=9 alt=Home>',
      'a.gif': GIF,
    },
    edit: ['<img src=a.gif width=9 height=9 alt=Home>', '<link rel=stylesheet href=b.css>Home'],
    page: 'index.html',
    files: { 'b.css': `p{font:9px a}/*${'b'.repeat(300)}${[...Array(999).keys()].join()}*/` },
    resource: 'a.gif',
  },
};
