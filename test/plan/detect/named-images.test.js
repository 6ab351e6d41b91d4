import assert from 'node:assert/strict';
import { test } from 'node:test';
import { composesName, saysOdd } from '../../../lib/plan/detect/code-names.js';
import { readCode } from '../../../lib/plan/detect/live-code.js';
import { numbersTaken } from '../../../lib/plan/detect/named-images.js';
import { walksImages } from '../../../lib/plan/detect/walks.js';

/**
 * Returns true if the first of these codes walks over images, given all of them, or the last image index that it uses.
 * @param {string[]} codes
 */
function reach(...codes) {
  const read = codes.map(readCode);
  const { parts } = read[0];
  const numbers = numbersTaken(parts, () => read);
  return numbers === null || walksImages(parts.map(({ images }) => images)) ? 'any' : Math.max(-1, ...numbers);
}

const TURN = 'function turn(id, state) { if (document.images) document.images[id].src = eval(id + state + ".src"); }';

test('code that is given names goes over no images', () => {
  assert.equal(reach(TURN, "turn('home', 1)", 'return turn("nav" + i, 0);'), -1);
  assert.equal(reach('document.images["row" + i].src = on.src;'), -1);
  assert.equal(reach(`${TURN}\nfunction over(name) { turn(name, 1); }`, "over('home')"), -1);
  assert.equal(reach(TURN, `setTimeout("turn('home', 0)", 500)`), -1);
});

test('code that says numbers reaches no image behind the last', () => {
  assert.equal(reach('document.images[2].src = on.src; document.images[12].src = on.src;'), 12);
  assert.equal(reach(TURN, 'turn(3, 1)', "turn('home', 1)", "turn('4', 1)"), 4);
  assert.equal(reach(`${TURN}\nfunction over(which) { turn(which, 1); }`, 'over(7)', 'turn(3, 0)'), 7);
});

test('code that may be given any number goes over all, and what takes images by another way', () => {
  assert.equal(reach(TURN, 'turn(next, 1)'), 'any');
  assert.equal(reach(TURN, 'turn(3 + i, 1)'), 'any');
  assert.equal(reach(TURN, "turn('home', 1)", 'window.onload = turn;'), 'any');
  assert.equal(reach('for (var i = 0; i < 9; i++) document.images[i].border = 0;'), 'any');
  assert.equal(reach('function first(id) { id = 0; return document.images[id]; }', "first('home')"), 'any');
  assert.equal(reach(`${TURN}\nfunction over(name) { turn(name, 1); }`, 'over(next)'), 'any');
  assert.equal(reach(`${TURN}\nvar count = document.images.length;`, "turn('home', 1)"), 'any');
  assert.equal(reach(`${TURN}\nfunction all(id) { document.images[id + 1].src = ''; }`, "turn('home', 1)"), 'any');
});

test('names are put together from beginnings and endings', () => {
  const code = `document.images["row" + i].src = eval(name + "_on"); a["p" + x]; b["no 1"]; c[\`cell-\${x}\`]`;
  const { names } = readCode(code).parts[0];
  const composes = (/** @type {string} */ name) => composesName(names, name) || saysOdd({ text: code }, name);
  for (const name of ['row3', 'rowboat', 'home_on', 'p2', 'no 1', 'cell-x']) assert.equal(composes(name), true, name);
  for (const name of ['', 'row', 'arrow', 'home', 'picture', 'no 2']) assert.equal(composes(name), false, name);
});
