import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitCode } from '../../lib/detect/live-code.js';
import { composesNames, withoutNamed } from '../../lib/detect/named-images.js';
import { walksImages } from '../../lib/detect/walks.js';

/** Whether the first of these codes walks over images, as far as all of them tell. @param {string[]} codes */
function walks(...codes) {
  const parts = codes.map(splitCode);
  return walksImages(withoutNamed(codes[0], parts[0], () => parts));
}

const TURN = 'function turn(id, state) { if (document.images) document.images[id].src = eval(id + state + ".src"); }';

test('code that is given names goes over no images', () => {
  assert.equal(walks(TURN, "turn('home', 1)", 'return turn("nav" + i, 0);'), false);
  assert.equal(walks('document.images["row" + i].src = on.src;'), false);
  assert.equal(walks(`${TURN}\nfunction over(name) { turn(name, 1); }`, "over('home')"), false);
  assert.equal(walks(TURN, `setTimeout("turn('home', 0)", 500)`), false);
});

test('code that may be given numbers does, or images by another way', () => {
  assert.equal(walks(TURN, 'turn(3, 1)'), true);
  assert.equal(walks(TURN, "turn('3', 1)"), true);
  assert.equal(walks(TURN, 'turn(next, 1)'), true);
  assert.equal(walks(TURN, "turn('home', 1)", 'window.onload = turn;'), true);
  assert.equal(walks('for (var i = 0; i < 9; i++) document.images[i].border = 0;'), true);
  assert.equal(walks('function first(id) { id = 0; return document.images[id]; }', "first('home')"), true);
  assert.equal(walks(`${TURN}\nfunction over(name) { turn(name, 1); }`, 'over(3)'), true);
  assert.equal(walks(`${TURN}\nvar count = document.images.length;`, "turn('home', 1)"), true);
  assert.equal(walks(`${TURN}\nfunction all(id) { document.images[id + 1].src = ''; }`, "turn('home', 1)"), true);
});

test('names are put together from beginnings and endings', () => {
  const composes = composesNames('document.images["row" + i].src = eval(name + "_on"); a["p" + x]; b["no 1"]');
  for (const name of ['row3', 'rowboat', 'home_on', 'p2', 'no 1']) assert.equal(composes(name), true, name);
  for (const name of ['', 'row', 'arrow', 'home', 'picture', 'no 2']) assert.equal(composes(name), false, name);
});
