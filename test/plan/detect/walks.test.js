import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCode } from '../../../lib/plan/detect/live-code.js';
import { numbersTaken } from '../../../lib/plan/detect/named-images.js';
import * as walks from '../../../lib/plan/detect/walks.js';

/** @param {string} code */
const imagesIn = (code) => readCode(code).parts.map(({ images }) => images);
/** @param {string} code */
const namesIn = (code) => readCode(code).parts.map(({ names }) => names);
/** @param {string} code */
const walksImages = (code) =>
  walks.walksImages(imagesIn(code)) || numbersTaken(readCode(code).parts, () => [readCode(code)]) === null;
/** @param {string} code */
const readsSources = (code) => walks.readsSources(imagesIn(code));
/** @param {string} code */
const handlesImages = (code) => walks.handlesImages(imagesIn(code));
/** @param {string} code */
const classesIn = (code) => new Set(namesIn(code).flatMap(({ classes }) => [...classes]));
/** @param {string} code */
const isLibrary = (code) => namesIn(code).some((names) => names.isLibrary);
/** @param {string} code */
const offersOf = (code) =>
  readCode(code).parts.flatMap(({ name, names }) => [...(name ? [name] : []), ...names.offers]);

const WALKING = [
  'for (i = 0; i < document.images.length; i++) document.images[i].border = 0;',
  'var all = document.images;',
  'document.images[name].src = url;',
  'document.getElementsByTagName("img")',
  "table.getElementsByTagName('IMG')",
  "$('#menu img').hide()",
  'jQuery(this).find("> img:first")',
  'e("img[data-lazy]", t).each(f)',
  'document.querySelectorAll(`a img.thumb`)',
  "els = document.getElementsByTagName('*'); for (e of els) if (e.tagName == 'IMG') e.title = ''",
  "for (i in document.all) if (document.all[i].nodeName === 'IMG') count++",
];

const NOT_WALKING = [
  'if (document.images) go();',
  'if (ready && document.images) go();',
  'if (isReady() && document.images) go();',
  'if (!document.images) return;',
  'var can = document.images && true;',
  'document.images["home"].src = "home-on.gif"',
  'document.images.home.src = "home-on.gif"',
  'document.createElement("img")',
  'made.trigger.filter("img").css({ opacity: "0.5" })',
  '$("<img/>").attr("src", url)',
  'load("img/home.gif")',
  'show(".img")',
  'a("img[usemap=#" + name + "]")',
  'els = root.getElementsByTagName("*"); for (i = 0; i < els.length; i++) if (els[i].className == wanted) ' +
    'found.push(els[i]);',
  'hide(document.all.menu)',
  "text.replace(new RegExp(part, 'img'), ''); all = root.getElementsByTagName('*');",
  "image = new Element('img', { src: url }); all = root.getElementsByTagName('*');",
  "old = document.all && !window.opera; if (!document.all && x) y(); if (name === 'img') z();",
];

test('code that goes over images is told from code that names one, makes one or asks for another thing', () => {
  for (const code of WALKING) assert.equal(walksImages(code), true, code);
  for (const code of NOT_WALKING) assert.equal(walksImages(code), false, code);
});

test('looking at where an image comes from is told from showing another', () => {
  for (const code of [
    'x = i.src',
    'if (i.src == y) z()',
    'i.src.replace("a", "b")',
    '$(i).attr("src")',
    "el.getAttribute('src')",
    '$("img[src$=gif]")',
    'text = box.innerHTML',
    'if (i["src"] == y) z()',
  ]) {
    assert.equal(readsSources(code), true, code);
  }
  for (const code of [
    'i.src = "b.gif"',
    'i.src="b.gif";',
    'box.innerHTML = ""',
    'source.srcOf(x)',
    'i.border = 0',
    '$(i).attr("src", url)',
    "i.setAttribute('src', url)",
    "AC_FL_RunContent('width', '750', 'src', 'intro', 'movie', 'intro')",
    'switch (name) { case "src": case "movie": given["src"] = value; }',
  ]) {
    assert.equal(readsSources(code), false, code);
  }
});

test('classes that code looks for are read from selectors, calls and comparisons', () => {
  for (const code of [
    "$('.photo').attr('src')",
    "label = 'a' + b.c + 'd'; $('.photo')",
    'document.querySelector("#page > .wide.photo:hover")',
    'document.getElementsByClassName("wide photo")',
    "if (el.className == 'photo') el.src = x",
    "$(this).hasClass('photo')",
    'el.className.indexOf("photo") >= 0',
    "it's = /'/; f('.photo')",
  ]) {
    assert.ok(classesIn(code).has('photo'), code);
  }
  for (const code of ['photo.src = x', "show('photo')", 'el.className = "photo"']) {
    assert.ok(!classesIn(code).has('photo'), code);
  }
});

test('code offers functions, plugins and page-wide declarations, by names longer than those of minifiers', () => {
  const code =
    'function show() {\n  var inside;\n}\n$.fn.gallery = show;\njQuery.zoom = 1;\nvar pages = 2;\nif ' +
    '(window.open == 3) t.x = function e() {};\nt.turn = (x) => x;\nt.onload = () => x';
  assert.deepEqual(offersOf(code).sort(), ['gallery', 'pages', 'show', 'turn', 'zoom']);
});

test('inner functions are offered where they are handed on; static methods are asked for by their class', () => {
  const code =
    '(function () { function hide() {} hide(); function show() {} el.onclick = show; Pattern.escape = function ' +
    '() {} })()';
  assert.deepEqual(offersOf(code), ['show', '.escape']);
});

test('libraries are told from their plugins', () => {
  assert.ok(isLibrary('e.fn=e.prototype={jquery:n,constructor:e};e.noConflict=f'));
  assert.ok(isLibrary('jQuery.fn = { jquery: "1.4.2", init: f }; jQuery.extend({ noConflict: f })'));
  assert.ok(isLibrary("var Prototype = {\n  Version: '1.6.1' };"));
  assert.ok(!isLibrary('/* needs jquery: 1.4 */ $.fn.turn = function () {}; jQuery.noConflict()'));
});

test('code that may change the file of an image, or looks around it, is told from code that only looks at it', () => {
  for (const code of [
    'img.src = next',
    "$(img).attr('src', url)",
    "thumb.setAttribute('src', url)",
    'row = img.parentNode',
    '$(img).next().hide()',
    "$('a > img').fadeIn()",
    'link.replaceChild(big, img)',
  ]) {
    assert.equal(handlesImages(code), true, code);
  }
  for (const code of [
    'img.onclick = function () { zoom(this.alt) }',
    'img.style.border = 0; link = e.target.closest(".gallery a")',
    'document.getElementById("large").src = link.href',
    '$("#large").attr("src", url)',
    'var early = new Image(); early.src = "next.gif"',
    '(new Image()).src = "next.gif"',
    'if (img.src == "a.gif") count++',
  ]) {
    assert.equal(handlesImages(code), false, code);
  }
});
