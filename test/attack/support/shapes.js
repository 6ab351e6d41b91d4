import { makeRandom } from '../../../bench/random.js';

/**
 * A text designed to be slow: a beginning, a repeated part, an optional other part in the middle, and an end.
 * @typedef {{ start: string, pump: string, middle: string, end: string }} Shape
 */

const COMMON = [...' \n\taA1-_.,;:/\\"\'`()[]{}<>=+*!#?&%@$', '1e9', 'é', '\u202e', '\r\n'];

/** The tokens of a family: they open something, close it, or may do either. */
const TOKENS = {
  html:
    '<div>|</div>|<p>|<a href=x.html>|</a>|<b>|<b class=x>|<table>|<tr>|<td>|<img src=i.gif>|<script>|</script>|' +
    '<style>|</style>|<!--|-->|<svg>|<select>|<option>|<template>|<noscript>|<iframe srcdoc="|<ul><li>|<form>|&amp;|' +
    '<link rel=stylesheet href=s.css>| style="background:url(i.gif)"| onclick="f()"|<![CDATA[|<a><table><a>|<pre>|' +
    '<base href=x/>|<picture><source srcset="i.gif 1x,|<meta http-equiv=refresh content="0; url=|url(|javascript:',
  css:
    'a|.x|#y|*| > |:not(|:is(|::before|[a="b"]|{|}|color:red;|background:url(i.gif);|font:12px a,b,c;|font-family:|' +
    '@import "s.css";|@media screen{|@font-face{font-family:x;src:url(f.woff2)}|@supports ' +
    '(|url(|/*|*/|/**/|calc(|--a:|' +
    'var(--a|!important|\\61 |expression(|@keyframes x{|content:"|unicode-range:U+|image-set(| and (|em|.a.b.c',
  script:
    'if(a)b();else |a=|a+|a?b:|function f(){|}|(|[|{|"x"|"btn-"+a|`x${|!|new Image().src=|.replace("a","b")|/*|*/|//|' +
    '.join("-")|document.write("|/a/|a.b|import "./a.js";|import|export |from "|x=>|async |await |var a=1;|a&&|a??|' +
    'switch(a){case 1:|\\x41|deadbeef|eval(function(p,a,c,k,e,|precacheAndRoute([|' +
    '{url:"a",revision:"b"},|"i.gif"|class A{',
  json: '{|}|[|]|"|"a":|,|1|1e|null|true|\\|\\u0041|{"a":|[[|"i.gif"|"x/y.html"|0.',
  svg:
    '<g>|</g>|<path d="M0 0L1 1"/>|<path d="|M0 0|c1 1 2 2 3 3|<use href="#a"/>|<g id="a">|<filter id="f">|' +
    '<feMorphology operator="dilate" radius="400"/>|</filter>|<g filter="url(#f)">|<feGaussianBlur ' +
    'stdDeviation="99"/>|' +
    '<mask id="m">|<g mask="url(#m)">|<clipPath id="c">|<pattern id="p" width="1" height="1">|<rect width="999" ' +
    'height="999"/>|<style>|</style>|<!--|-->|<!ENTITY a "b">|transform="rotate(1)|<feTurbulence numOctaves="99"/>',
  xml:
    '<url>|</url>|<loc>|http://a/b.html|<!--|-->|<![CDATA[|]]>|<item>|&amp;|<a b="c">|<!DOCTYPE a [|<!ENTITY ' +
    'b "c">|<?|?>',
};

/** @typedef {keyof typeof TOKENS} TextFamily */
export const TEXT_FAMILIES = /** @type {TextFamily[]} */ (Object.keys(TOKENS));

/** The context that makes a parser treat a text as its family. @type {Partial<Record<TextFamily, string[]>>} */
const AROUND = {
  html: ['<!doctype html><title>x</title><body>', ''],
  svg: ['<svg xmlns="http://www.w3.org/2000/svg" width="999" height="999">', '</svg>'],
  xml: ['<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">', '</urlset>'],
};

/**
 * Returns a random shape of a text, the same for the same seed.
 * @param {TextFamily} family @param {number} seed
 * @returns {Shape}
 */
export function drawShape(family, seed) {
  const draw = makeRandom(seed * 2654435761);
  const own = TOKENS[family].split('|');
  const pick = (/** @type {readonly string[]} */ from) => from[Math.floor(draw() * from.length)];
  const some = (/** @type {number} */ most) =>
    Array.from({ length: Math.floor(draw() * (most + 1)) }, () => pick(draw() < 0.75 ? own : COMMON)).join('');
  return { start: some(3), pump: pick(own) + some(2), middle: draw() < 0.3 ? some(2) : '', end: some(2) };
}

/**
 * Writes a text of a shape with about this number of characters.
 * @param {TextFamily} family @param {Shape} shape @param {number} characters
 */
export function writeShape(family, { start, pump, middle, end }, characters) {
  const [head, foot] = AROUND[family] ?? ['', ''];
  const half = pump.repeat(Math.ceil(characters / 2 / pump.length));
  return head + start + half + middle + half + end + foot;
}
