import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';

/**
 * @typedef {{ next: () => number, below: (limit: number) => number, pick: <T>(from: readonly T[]) => T, some: (make: ()
 *   => string, most: number) => string }} Draw
 */

/**
 * Returns random draws that are the same for the same seed.
 * @param {number} seed
 * @returns {Draw}
 */
export function drawFrom(seed) {
  let state = (seed * 2654435761 + 1) >>> 0;
  const next = () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
  const below = (/** @type {number} */ limit) => Math.floor(next() * limit);
  return {
    next,
    below,
    pick: (from) => from[below(from.length)],
    some: (make, most) => Array.from({ length: below(most + 1) }, make).join(''),
  };
}

const WORDS = [
  'harbour',
  'boat',
  'tide',
  'naïve',
  '日本',
  '&amp;',
  '&copy;',
  '&#8212;',
  'a  b',
  'x &lt; y',
  'Ünder',
  '“said”',
  '&nbsp;',
  '\n',
  '\t\t',
  '<b>bold</b>',
  '<i> i </i>',
];
const FOLDERS = ['', 'docs/', 'img/', 'a/b/', 'with space/'];
const PAGES = ['index', 'about', 'list', 'form', 'Über', 'UPPER', 'x.y'];

/**
 * Writes a site of pages, sheets, scripts, images and other files that reference each other, correctly or not.
 * @param {string} folder
 * @param {number} seed
 */
export async function writeRandomSite(folder, seed) {
  const draw = drawFrom(seed);
  const pages = Array.from(
    { length: 1 + draw.below(4) },
    () => `${draw.pick(FOLDERS)}${draw.pick(PAGES)}.${draw.pick(['html', 'html', 'htm'])}`,
  );
  const images = Array.from(
    { length: 1 + draw.below(4) },
    (_, index) => `${draw.pick(FOLDERS)}p${index}.${draw.pick(['gif', 'png', 'jpg', 'webp'])}`,
  );
  const sheets = Array.from({ length: draw.below(3) }, (_, index) => `${draw.pick(FOLDERS)}s${index}.css`);
  const scripts = Array.from({ length: draw.below(2) }, (_, index) => `${draw.pick(FOLDERS)}c${index}.js`);
  const all = ['index.html', ...pages, ...images, ...sheets, ...scripts];
  const write = (/** @type {string} */ path, /** @type {string | Uint8Array} */ content) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  for (const path of images) write(path, await drawImage(draw, path));
  for (const path of sheets) write(path, drawSheet(draw, path, images));
  for (const path of scripts) write(path, drawScript(draw, all));
  for (const path of new Set(['index.html', ...pages])) {
    const text = drawPage(draw, path, { images, sheets, scripts, all });
    write(path, encodePage(draw, text));
    if (draw.next() < 0.05) write(`${path}.gz`, gzipSync(text));
  }
  if (draw.next() < 0.5) write('data.json', `{\n  "a": [1,  2],\n "page": "${draw.pick(all)}"\n}`);
  if (draw.next() < 0.3) write('feed.xml', `<?xml version="1.0"?>\n<rss> <a>${draw.pick(all)}</a>\n</rss>`);
}

/** @param {Draw} draw @param {string} text */
function encodePage(draw, text) {
  const kind = draw.next();
  if (kind < 0.06) return Buffer.concat([Buffer.of(0xff, 0xfe), Buffer.from(text, 'utf16le')]);
  if (kind < 0.12) return Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), Buffer.from(text)]);
  if (kind < 0.2) return Buffer.from(text.replace(/[^\x00-\xff]/g, '?'), 'latin1');
  if (kind < 0.24) return Buffer.from(text.replaceAll('\n', '\r\n'));
  return Buffer.from(text);
}

/** @param {Draw} draw @param {string} path */
async function drawImage(draw, path) {
  const [width, height] = [1 + draw.below(40), 1 + draw.below(40)];
  const colour = { r: draw.below(256), g: draw.below(256), b: draw.below(256), alpha: draw.pick([0, 0.5, 1, 1]) };
  const noise = { type: /** @type {const} */ ('gaussian'), mean: 128, sigma: 40 };
  const plain = sharp({ create: { width, height, channels: 4, background: colour } });
  const image =
    draw.next() < 0.5 ? plain : sharp({ create: { width, height, channels: 3, background: '#000', noise } });
  const format = path.slice(path.lastIndexOf('.') + 1);
  if (format === 'gif') return image.gif().toBuffer();
  if (format === 'jpg') return image.jpeg().toBuffer();
  return format === 'webp' ? image.webp().toBuffer() : image.png().toBuffer();
}

/**
 * Returns a URL from one file to another, in one of the common forms.
 * @param {Draw} draw @param {string} from @param {string} to
 */
function wayTo(draw, from, to) {
  const up = '../'.repeat(from.split('/').length - 1);
  const way = draw.pick([`${up}${to}`, `${up}${to}`, `/${to}`, `${up}./${to}`, `${up}${to}?v=1`]);
  return draw.next() < 0.1 ? 'nowhere.gif' : draw.next() < 0.8 ? way.replaceAll(' ', '%20') : way;
}

/** @param {Draw} draw @param {string} path @param {readonly string[]} images */
function drawSheet(draw, path, images) {
  const rule = () =>
    draw.pick([
      () => `.c${draw.below(9)} { color : #FF00${draw.below(10)}0 ; margin: 0px }\n`,
      () =>
        `p > a:hover , #id${draw.below(9)} {\n  background : url( "${wayTo(draw, path, draw.pick(images))}" ) ;\n}\n`,
      () => `/* a comment */ @media (min-width : 600px) { li { padding : 1px 1px 1px 1px } }\n`,
      () => `a { content : "\\201C" ; font : 12px/1.5 serif } b{}\n`,
      () => `broken { color: ; } } \n`,
    ])();
  return draw.some(rule, 6);
}

/** @param {Draw} draw @param {readonly string[]} all */
function drawScript(draw, all) {
  return draw.some(
    () =>
      draw.pick([
        `var n${draw.below(9)} = document.getElementById( 'id${draw.below(9)}' ) ;\n`,
        `// a comment\nif (window.x) { x( "${draw.pick(all)}" ) }\n`,
        `document.title += \`\${ 1 + 1 }\` ;\n`,
      ]),
    5,
  );
}

/**
 * @param {Draw} draw
 * @param {string} path
 * @param {{ images: readonly string[], sheets: readonly string[], scripts: readonly string[], all: readonly string[] }}
 *   site
 */
function drawPage(draw, path, { images, sheets, scripts, all }) {
  const words = () => draw.some(() => `${draw.pick(WORDS)} `, 9);
  const image = () => wayTo(draw, path, draw.pick(images));
  const makers = /** @type {(() => string)[]} */ ([
    () => `<p>${words()}`,
    () => `<P ALIGN=center ID="id${draw.below(99)}">${words()}</P>\n`,
    () => `<a href="${wayTo(draw, path, draw.pick(all))}" >${words()}</a> `,
    () =>
      `<IMG SRC="${image()}" ALT="${draw.pick(['', 'a picture', 'x'])}" ` +
      `${draw.pick(['', 'WIDTH=9 HEIGHT=9', 'border=0'])}>`,
    () => `<img src='${image()}' srcset='${image().replaceAll(' ', '%20')} 2x' alt=x loading=lazy>`,
    () => `<ul>\n <li>${words()}</li>\n <li class="c1  c2">${words()}\n</ul>`,
    () => `<table border=0><tr><td background="${image()}">${words()}<td>${words()}</table>`,
    () =>
      `<form action="${wayTo(draw, path, 'index.html')}" method=post><input name=n${draw.below(9)} value=" a  ` +
      `b "><textarea name=t>\n\n a  \n b </textarea><select name=s><option selected> one <option ` +
      `value=2>two</select></form>`,
    () => `<pre>  ${words()}\n   ${words()}</pre>`,
    () => `<!-- a comment -- with > things --><!--[if IE]><p>old</p><![endif]-->`,
    () => `<div style="background: url(${image().replaceAll(' ', '%20')})  ; color : RED">${words()}</div>`,
    () => `<style> .c1 { color : red } </style>`,
    () => `<script>  var a = 1 ;  // one\n</script>`,
    () => `<noscript><img src="${image()}"></noscript>`,
    () => `<svg width=9 height=9><path d="M0 0 L 9 9"/><title>t</title></svg>`,
    () => `<h2 id=h${draw.below(99)}>${words()}</h2><hr noshade>`,
    () => `<iframe src="${wayTo(draw, path, draw.pick(all))}"></iframe>`,
    () => `</b></p></nothing>`,
    () => `<b><p>${words()}</b>${words()}</p>`,
    () => `<template><p>${words()}</p></template><custom-x>${words()}</custom-x>`,
  ]);
  const head = [
    draw.pick([
      '<!DOCTYPE html>\n',
      '<!doctype html>',
      '',
      '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">\n',
    ]),
    draw.pick(['<html>', '<HTML LANG=en>', '']),
    draw.pick(['<head>', '<head><meta charset=utf-8>', '<meta charset="utf-8">']),
    `<title>${words()}</title>`,
    ...sheets.map((sheet) => `<link rel="stylesheet" href="${wayTo(draw, path, sheet)}" type="text/css">\n`),
    ...scripts.map(
      (script) =>
        `<script src="${wayTo(draw, path, script)}" ${draw.pick(['', 'defer', 'type="text/javascript"'])}></script>`,
    ),
    draw.next() < 0.05 ? '<base href="/">' : '',
  ];
  return (
    `${head.join('')}\n<body bgcolor=white>${draw.some(() => draw.pick(makers)(), 14)}` +
    `${draw.pick(['', '</body>', '</body></html>\n'])}`
  );
}
