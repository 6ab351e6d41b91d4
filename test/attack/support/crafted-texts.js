/** @import { Files } from './crafted-files.js' */

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';

/** Writes one part for each number below a count. @param {number} count @param {(at: number) => string} write */
export function parts(count, write) {
  return Array.from({ length: count }, (_, at) => write(at)).join('');
}

/**
 * Opens something many times, and closes it as often.
 * @param {number} depth @param {string} open @param {string} end
 */
const nest = (depth, open, end, inside = '') => open.repeat(depth) + inside + end.repeat(depth);

/** @param {string} body */
export const pageOf = (body) => `<!doctype html><title>x</title>${body}`;

/** @param {string} inside @returns {Files} */
const image = (inside, size = 'width="500" height="500"') => ({
  'a.svg': `${SVG} ${size}>${inside}</svg>`,
  'index.html': pageOf('<img src=a.svg alt="">'),
});

/** @param {string} code @returns {Files} */
const script = (code) => ({ 'a.js': code, 'index.html': pageOf('<p id=p>x<script src=a.js></script>') });

/** @param {string} rules @returns {Files} */
const sheet = (rules) => ({ 'a.css': rules, 'index.html': pageOf('<link rel=stylesheet href=a.css><p class=a>x<b>y') });

/** @type {Readonly<Record<string, () => Files>>} */
export const SVG_CASES = {
  'symbols that use two of the next': () =>
    image(parts(30, (at) => `<g id="a${at}"><use href="#a${at + 1}"/><use href="#a${at + 1}"/></g>`)),
  'entities that contain ten of the next': () => ({
    ...image(''),
    'a.svg':
      `<!DOCTYPE svg [<!ENTITY e0 "x">${parts(12, (at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`)}]>` +
      `${SVG} width="9" height="9"><text>&e12;</text></svg>`,
  }),
  'a chain of gradients': () =>
    image(
      `${parts(20_000, (at) => `<linearGradient id="g${at}" href="#g${at + 1}"/>`)}<path fill="url(#g0)" d="M0 0h9"/>`,
    ),
  'a dashed line of a billion dashes': () =>
    image('<path d="M0 0H100000000" stroke="red" stroke-dasharray="0.01" fill="none"/>'),
  'a pattern of a billion tiles': () =>
    image(
      '<pattern id="p" width=".001" height=".001" patternUnits="userSpaceOnUse"><circle r="1"/></pattern>' +
        '<rect width="500" height="500" fill="url(#p)"/>',
    ),
  'images that show each other': () => ({
    ...image('<image href="b.svg" width="500" height="500"/>'.repeat(50)),
    'b.svg': `${SVG}>${'<image href="a.svg" width="500" height="500"/>'.repeat(50)}</svg>`,
  }),
  'a convolution of a million numbers': () =>
    image(
      `<filter id="f"><feConvolveMatrix order="1000" kernelMatrix="${'1 '.repeat(1_000_000)}"/></filter>` +
        '<rect width="500" height="500" filter="url(#f)"/>',
    ),
  'markers of markers': () =>
    image(
      parts(40, (at) => {
        const path = 'M0 0L1 1'.repeat(40);
        return `<marker id="m${at}"><path d="${path}" marker-mid="url(#m${at + 1})"/></marker>`;
      }) + `<path d="${'L1 1'.repeat(5000)}" marker-mid="url(#m0)"/>`,
    ),
  'a size beyond all': () => image('<rect width="1e30" height="1e30"/>', 'width="1e9" height="1e9" viewBox="0 0 1 1"'),
  'text on a path with a turn for each letter': () =>
    image(
      `<path id="p" d="M0 0"/><text rotate="${'1 '.repeat(99_999)}">` +
        `<textPath href="#p">${'x'.repeat(99_999)}</textPath></text>`,
    ),
};

/** @type {Readonly<Record<string, () => Files>>} */
export const SCRIPT_CASES = {
  'nested templates': () => script(`x=${nest(3000, '`a${', '}`', '1')}`),
  'an optional chain': () => script(`a${'?.b'.repeat(60_000)}`),
  'regular expressions that backtrack': () =>
    script(`${'/(a+)+$/;/(x*)*y/;/((?:a|aa)+)+b/;'.repeat(9000)}"${'a'.repeat(60_000)}!"`),
  'nested patterns': () => script(`var ${nest(4000, '{a:[', ']}', 'b')}=c`),
  'a sum of strings': () => script(`a=${'"i"+'.repeat(90_000)}".gif"`),
  'code of six characters': () => script(`${'[][(![]+[])[+[]]+(![]+[])[!+[]+!+[]]]'.repeat(8000)}`),
  'nested functions with arguments': () => script(nest(2500, '(function(a,b,c){return ', '})(1,2,3)', 'a+b')),
  'labels and blocks': () => script(nest(3000, 'a:{b:{', '}}').replace(/([ab]):/g, (_, name, at) => `${name}${at}:`)),
  'one variable with many assignments': () => script(`var a;${parts(60_000, (at) => `a=a+${at};`)}`),
  'a class of computed names': () => script(`class A{${parts(30_000, (at) => `get ["x"+${at}](){return ${at}}`)}}`),
  'a source map of itself': () => script(`a=1;\n${'//# sourceMappingURL=a.js\n'.repeat(30_000)}`),
  'a loop that never ends': () => script('for(;;);'),
  'a page that fills its memory': () => script('a=[];for(;;)a.push(new Array(1e6).fill(a))'),
};

/** @type {Readonly<Record<string, () => Files>>} */
export const STYLE_CASES = {
  'nested rules': () => sheet(nest(4000, '.a{&:hover{', '}}', 'color:red')),
  'lists of selectors that multiply': () => sheet(`${':is(a,b,c,p) '.repeat(24)}{color:red}`.repeat(20)),
  'nested rules that multiply': () => sheet(nest(24, 'a,b,c,p{', '}', 'color:red')),
  'variables that contain two of the next': () =>
    sheet(`.a{${parts(60, (at) => `--v${at}:var(--v${at + 1}) var(--v${at + 1});`)}color:var(--v0)}`),
  'sheets that import each other': () => ({
    ...Object.fromEntries(
      Array.from({ length: 150 }, (_, at) => [`s${at}.css`, parts(150, (to) => `@import "s${to}.css";`)]),
    ),
    'index.html': pageOf('<link rel=stylesheet href=s0.css>'),
  }),
  'many layers': () => sheet(parts(20_000, (at) => `@layer a${at}.b${at};@layer a${at}{p{color:red}}`)),
  'many faces of one file': () =>
    sheet(parts(4000, (at) => `@font-face{font-family:f${at};src:url(f.woff2);unicode-range:U+${at}-ffff}`)),
  'a calculation of calculations': () => sheet(`.a{width:${nest(20_000, 'calc(1px + ', ')', '1px')}}`),
  'conditions about ancestors': () => sheet(`${parts(5000, (at) => `:has(> :has(~ .a${at})) `)}{color:red}`),
  'areas of a grid': () => sheet(`.a{grid-template-areas:${'"a b c" '.repeat(90_000)}}`),
  'a comment that never ends': () => sheet(`${'a{b:c}/*'.repeat(90_000)}`),
  escapes: () => sheet(`${'\\000061 '.repeat(90_000)}{color:\\72 ed}`),
};

/** @type {Readonly<Record<string, () => Files>>} */
export const HTML_CASES = {
  'an element with many attributes': () => ({
    'index.html': pageOf(`<p ${parts(60_000, (at) => `a${at}=${at} `)}>x`),
  }),
  'formatting that is never closed': () => ({
    'index.html': pageOf(parts(3000, (at) => `<b id=b${at}><i><table><p><font color=red>x</b>`)),
  }),
  'many candidates of one image': () => ({
    'index.html': pageOf(
      `<img srcset="${parts(40_000, (at) => `i.gif?${at} ${at + 1}w, `)}" sizes="${nest(900, 'calc(', ')', '1px')}">`,
    ),
  }),
  'documents in attributes': () => {
    let inner = 'x';
    for (let level = 0; level < 14; level++)
      inner = `<iframe srcdoc="${inner.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></iframe>`;
    return { 'index.html': pageOf(inner) };
  },
  'an image map of many corners': () => ({
    'index.html': pageOf(
      '<img src=i.gif usemap=#m><map name=m>' +
        parts(300, (at) => `<area shape=poly href=p${at}.html coords="${'1,2,'.repeat(900)}">`),
    ),
  }),
  'an import map': () => ({
    'index.html': pageOf(
      `<script type=importmap>{"imports":{${parts(20_000, (at) => `"m${at}/":"./m${at}/",`)}"z":"./z.js"}}</script>` +
        '<script type=module>import "z"</script>',
    ),
    'z.js': parts(2000, (at) => `import "m${at}/a.js";`),
  }),
  'many preloads': () => ({
    'index.html': pageOf(parts(20_000, (at) => `<link rel=preload as=image href=i${at}.gif>`)),
  }),
  'conditional comments': () => ({ 'index.html': pageOf(`${'<!--[if IE]><![if !IE]><!-->'.repeat(20_000)}<p>x`) }),
  'half a character': () => ({ 'index.html': Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.alloc(600_001, 0xd8)]) }),
  zeros: () => ({ 'index.html': Buffer.alloc(1_000_000) }),
  'foreign content in foreign content': () => ({
    'index.html': pageOf('<svg><foreignObject><math><annotation-xml encoding="text/html"><div>'.repeat(2000)),
  }),
  'tables without rows': () => ({ 'index.html': pageOf(`${'<table><td><caption><col>x'.repeat(3000)}`) }),
  'data addresses': () => ({
    'index.html': pageOf(
      parts(3000, (at) => `<img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='${at}'/>">`),
    ),
  }),
  'pages that lead to each other': () =>
    Object.fromEntries(
      Array.from({ length: 120 }, (_, at) => [
        at ? `p${at}.html` : 'index.html',
        pageOf(parts(120, (to) => `<a href=p${to}.html>x</a><iframe src=p${to}.html></iframe>`)),
      ]),
    ),
};
