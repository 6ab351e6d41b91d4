import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { buildSite } from '../../lib/run/build-site.js';
import { readSettings } from '../../lib/run/settings.js';
import { openTestBrowser } from '../harness/browser.js';
import { openFile } from '../harness/serve-files.js';

/** @import { Page } from 'puppeteer-core' */

/*
 * Content that only appears through scripts, rare states or media must look as before after unused styles were removed
 * and fonts were reduced to the characters of pages. Each case contains its part of the site and the steps that make it
 * visible.
 */

/**
 * @typedef {object} Case
 * @property {string} css
 * @property {string} [html]
 * @property {string} [script] code in `rare.js`; the function `go` runs when the case is rendered
 * @property {(page: Page) => Promise<unknown>} [see]
 * @property {string} [at] selector of the compared element
 */

const media = (/** @type {string} */ name, /** @type {string} */ value) => (/** @type {Page} */ page) =>
  page.emulateMediaFeatures([{ name, value }]);
const onBox = (/** @type {string} */ css, /** @type {string} */ script) => ({ css, script });

/** @type {Record<string, Case>} */
const CASES = {
  'a class that a script adds': onBox('.is-open{color:red}', "box.classList.add('is-open')"),
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code of the page.
  'a class from a template': onBox('.tone--warm{color:red}', 'box.className=`tone--${["warm","cold"][0]}`'),
  'a class that a sum ends': onBox('.level-7{color:red}', "box.className='level-'+(3+4)"),
  'a class that a sum begins': onBox('.big-wide{color:red}', "const w='big';box.className=w+'-wide'"),
  'a class of two': onBox('.yes-it-is{color:red}', "box.className=Date.now()?'yes-it-is':'no-it-is-not'"),
  'markup that a script writes': onBox('.late-comer{color:red}', `box.innerHTML='<i class="late-comer">x</i>'`),
  'an attribute that a script sets': onBox('[data-mode=night]{color:red}', "box.setAttribute('data-mode','night')"),
  'data that a script sets': onBox('[data-foo-bar="on"]{color:red}', "box.dataset.fooBar='on'"),
  'an id that a script sets': onBox('#made-late{color:red}', "box.id='made-late'"),
  'an element that a script makes': onBox(
    'box dialog,dialog{color:red}',
    "box.append(document.createElement('dialog'))",
  ),
  'an element of its own': onBox('rare-thing{color:red}', "box.append(document.createElement('rare-thing'))"),
  'words that are joined': onBox('.tab-active{color:red}', "box.className=['tab','active'].join('-')"),
  'a word that is replaced': onBox(
    '.lamp-on{color:red}',
    "box.className='lamp-off';box.className=box.className.replace('-off','-on')",
  ),
  'a key of an object': onBox('.field-error{color:red}', "for(const n in {'field-error':1})box.classList.add(n)"),
  'words of a list': onBox('.third{color:red}', "box.className='first second third'.split(' ')[2]"),
  'an SVG that a script makes': onBox(
    'svg circle{fill:red}',
    "const make=(tag)=>document.createElementNS('http://www.w3.org/2000/svg',tag);" +
      "const svg=make('svg');svg.append(make('circle'));box.append(svg)",
  ),
  'a class from data': {
    css: '.from-data{color:red}',
    script: "return fetch('/data.json').then((r)=>r.json()).then((d)=>{box.className=d.kind})",
  },
  'a class from an attribute': {
    css: '.from-attribute{color:red}',
    html: '<u id=teller data-shown="from-attribute"></u>',
    script: "box.className=document.getElementById('teller').dataset.shown",
  },
  'a template': {
    css: '.in-template{color:red}',
    html: '<template id=mould><b class="in-template">x</b></template>',
    script: "box.append(document.getElementById('mould').content.cloneNode(true))",
  },
  'a custom property that a script sets': onBox(
    '.toned{color:var(--tone,blue)}',
    "box.className='toned';box.style.setProperty('--tone','red')",
  ),
  'an animation that a script starts': onBox('@keyframes blush{from,to{color:red}}', "box.style.animation='blush 9s'"),
  'the pointer': {
    css: '#case a:hover+em{color:red}',
    html: '<a href=#>a</a><em>e</em>',
    see: (page) => page.hover('#case a'),
    at: '#case em',
  },
  'the keyboard': {
    css: '#case a:focus-visible{color:red}',
    html: '<a href=#>a</a>',
    see: async (page) => {
      await page.keyboard.press('Tab');
    },
    at: '#case a',
  },
  'a ticked box': {
    css: '#case input:checked~em{color:red}',
    html: '<input type=checkbox><em>e</em>',
    see: (page) => page.click('#case input'),
    at: '#case em',
  },
  'a field that is wrong': {
    css: '#case input:invalid:not(:placeholder-shown){color:red}',
    html: '<input type=email placeholder=mail>',
    see: (page) => page.type('#case input', 'x'),
    at: '#case input',
  },
  'what is opened': {
    css: 'details[open] em{color:red}',
    html: '<details><summary>s</summary><em>e</em></details>',
    see: (page) => page.click('#case summary'),
    at: '#case em',
  },
  'a place that is led to': {
    css: 'em:target{color:red}',
    html: '<em id=led>e</em>',
    see: (page) => page.evaluate(() => location.assign('#led')),
    at: '#led',
  },
  paper: {
    css: '@media print{#case em{color:red}}',
    html: '<em>e</em>',
    see: (page) => page.emulateMediaType('print'),
    at: '#case em',
  },
  'the dark': {
    css: '@media (prefers-color-scheme:dark){#case em{color:red}}',
    html: '<em>e</em>',
    see: media('prefers-color-scheme', 'dark'),
    at: '#case em',
  },
  'little motion': {
    css: '@media (prefers-reduced-motion:reduce){#case em{color:red}}',
    html: '<em>e</em>',
    see: media('prefers-reduced-motion', 'reduce'),
    at: '#case em',
  },
  'a narrow window': {
    css: '@media (max-width:333px){#case em{color:red}}',
    html: '<em>e</em>',
    see: (page) => page.setViewport({ width: 320, height: 600 }),
    at: '#case em',
  },
  'a page without scripts': {
    css: '.no-js em{color:red}',
    html: '<em>e</em>',
    see: async (page) => {
      await page.setJavaScriptEnabled(false);
      await page.reload();
    },
    at: '#case em',
  },
  'a letter from its number': {
    css: '#box{font-family:Plain}',
    script: 'box.textContent=String.fromCharCode(0x161,241)',
  },
  'capitals that a state makes': {
    css: '#case a{font-family:Plain}#case a:hover{text-transform:uppercase}',
    html: '<a href=#>zebra</a>',
    see: (page) => page.hover('#case a'),
    at: '#case a',
  },
  'a letter that is typed': {
    css: '#case input{font-family:Plain;field-sizing:content}',
    html: '<input value=a>',
    see: (page) => page.type('#case input', 'Qžß'),
    at: '#case input',
  },
  'an icon that a script names': onBox(
    '.icon-home::before{font-family:Icons;content:"\\e001"}',
    "box.className='icon-'+'home'",
  ),
  'a face that a script names': onBox(
    '#box{font-weight:400}',
    "box.style.fontFamily='Plain';box.textContent='Wide word'",
  ),
};

const scratch = mkdtempSync(join(tmpdir(), 'pagethrift-rare-'));
const browser = await openTestBrowser();
after(() => rmSync(scratch, { recursive: true, force: true }));
const FONT = fileURLToPath(import.meta.resolve('@fontsource/arimo/files/arimo-latin-400-normal.woff2'));
const ICONS = fileURLToPath(new URL('../../fixtures/rules/icon-font/named-by-script/icons.woff2', import.meta.url));

/** Builds a site with one page per case. All share a sheet and a script. */
async function buildCases() {
  const folder = join(scratch, 'site');
  mkdirSync(folder);
  const cases = Object.values(CASES);
  const filler = Array.from({ length: 40 }, (_, at) => `.filler${at} .nowhere{margin:${at}px}`).join('');
  const faces = '@font-face{font-family:Plain;src:url(plain.woff2)}@font-face{font-family:Icons;src:url(icons.woff2)}';
  writeFileSync(
    join(folder, 'rare.css'),
    `${faces}p{font-family:Plain}#box{display:inline-block}${filler}${cases.map(({ css }) => css).join('\n')}`,
  );
  const go = cases.map(({ script = '' }, at) => `go[${at}]=(box)=>{${script}};`).join('\n');
  writeFileSync(
    join(folder, 'rare.js'),
    `document.documentElement.classList.remove('no-js');const go=[];${go}window.go=go`,
  );
  writeFileSync(join(folder, 'data.json'), '{"kind":"from-data"}');
  copyFileSync(FONT, join(folder, 'plain.woff2'));
  copyFileSync(ICONS, join(folder, 'icons.woff2'));
  for (const [at, { html = '' }] of cases.entries()) {
    writeFileSync(
      join(folder, `${at}.html`),
      `<!doctype html><html lang=en class=no-js><meta charset=utf-8><title>Case</title>
       <link rel=stylesheet href=rare.css><script src=rare.js></script>
       <p>A page with words</p><div id=case>${html}</div><div id=box>box</div>`,
    );
  }
  const out = join(scratch, 'out');
  const said = { effort: 'fast', browser: 'bundled', cache: 'off', rules: { 'unused-style': 'on' } };
  const where = { folder, out, inPlace: false, force: false };
  const { report } = await buildSite(where, await readSettings(scratch, '', said), () => {});
  return { folder, out, report };
}

/**
 * Returns the state of a case: the style of the element and its descendants, its width, and the requests.
 * @param {string} folder
 * @param {number} at
 * @param {Case} how
 */
async function look(folder, at, { script, see, at: selector = 'body > div:last-of-type' }) {
  const page = await browser.newPage();
  await page.setViewport({ width: 800, height: 600 });
  const asked = await openFile(page, `${at}.html`, (name) => {
    try {
      return readFileSync(join(folder, name));
    } catch {
      return null;
    }
  });
  const before = await stateOf(page, selector);
  if (script)
    await page.evaluate(
      (index) => Reflect.get(window, 'go')[index](document.querySelector('body > div:last-of-type')),
      at,
    );
  await see?.(page);
  await page.waitForNetworkIdle({ idleTime: 100 });
  const state = await stateOf(page, selector);
  await page.browserContext().close();
  return { before, state, asked };
}

/** @param {Page} page @param {string} selector */
function stateOf(page, selector) {
  return page.evaluate(async (one) => {
    await document.fonts.ready;
    const element = /** @type {Element} */ (document.querySelector(one));
    return [element, ...element.querySelectorAll('*')].flatMap((each) =>
      ['', '::before'].map((part) => {
        const { color, fill, content, fontFamily } = getComputedStyle(each, part || null);
        return JSON.stringify([color, fill, content, fontFamily, each.getBoundingClientRect().width]);
      }),
    );
  }, selector);
}

describe('what is seldom seen stays', async () => {
  const { folder, out, report } = await buildCases();

  test('and yet styles went and fonts became smaller', () => {
    const done = report.changes.filter(({ status }) => status === 'applied').map(({ rule }) => rule);
    for (const rule of ['unused-style', 'web-font']) assert.ok(done.includes(rule), rule);
  });

  for (const [at, [name, how]] of Object.entries(CASES).entries()) {
    test(name, async () => {
      const [was, is] = [await look(folder, at, how), await look(out, at, how)];
      assert.notDeepEqual(was.state, was.before, 'the case shows something');
      assert.deepEqual(is.state, was.state);
    });
  }

  test('a letter that no page has costs one request, once it is typed', async () => {
    const at = Object.keys(CASES).indexOf('a letter that is typed');
    const isFont = (/** @type {string} */ url) => url.endsWith('.woff2');
    const { asked } = await look(out, at, CASES['a letter that is typed']);
    const fonts = asked.filter(isFont).map((url) => url.split('/').at(-1));
    assert.equal(fonts.length, 2);
    assert.match(String(fonts[0]), /^plain\.[\da-f]{8}\.woff2$/);
    assert.equal(fonts[1], 'plain.woff2');
  });
});
