import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PAPERS, plotRows, validate } from '../../../lib/network/validate.js';

const validation = validate();
const { rows, groups } = validation;

/** @param {string} paper @param {string} quantity */
const groupOf = (paper, quantity) => groups.find((group) => group.paper === paper && group.quantity === quantity);

test('every row of every paper has a verdict, and informational rows say why', () => {
  assert.deepEqual(Object.keys(PAPERS), ['sigcomm97', 'phttp97', 'surge99', 'mplex06', 'ricochet98']);
  for (const row of rows) {
    assert.ok(Number.isFinite(row.predicted) && row.predicted > 0, `${row.paper} ${row.table} ${row.row}`);
    assert.equal(row.error, row.predicted / row.published - 1);
    if (row.status === 'informational') assert.ok(row.reason.length > 20);
    else assert.equal(row.status, Math.abs(row.error) <= row.tolerance ? 'ok' : 'fail');
  }
});

test('SIGCOMM 1997, tables 6 to 9: packets within 8 % and seconds within 5 % on the mean', () => {
  const packets = groupOf('sigcomm97', 'packets');
  const seconds = groupOf('sigcomm97', 'seconds');
  assert.equal(packets?.rows, 28);
  assert.equal(seconds?.rows, 28);
  assert.ok((packets?.meanError ?? 1) <= 0.08, `${packets?.meanError}`);
  assert.ok((seconds?.meanError ?? 1) <= 0.05, `${seconds?.meanError}`);
});

test('SIGCOMM 1997: the HTML alone over the modem, which no parameter was chosen on, within 15 %', () => {
  const held = rows.filter(({ paper, table }) => paper === 'sigcomm97' && table === 'modem, HTML alone');
  assert.equal(held.length, 8);
  for (const { row, quantity, error, fitted } of held) {
    assert.equal(fitted, false);
    assert.ok(Math.abs(error) <= 0.15, `${row}, ${quantity}: ${error}`);
  }
});

test('Heidemann: 605, 195 and 26 ms within 3 %', () => {
  const held = rows.filter(({ paper, tolerance }) => paper === 'phttp97' && tolerance !== null);
  assert.deepEqual(
    held.map(({ published }) => published),
    [0.605, 0.195, 0.026],
  );
  for (const { row, error } of held) assert.ok(Math.abs(error) <= 0.03, `${row}: ${error}`);
});

test('Barford & Crovella: each of the 12 packet cells within 2.5 %, data bytes within 0.05 %', () => {
  const cells = rows.filter(
    ({ paper, quantity, tolerance }) => paper === 'surge99' && quantity === 'packets' && tolerance,
  );
  assert.equal(cells.length, 12);
  for (const { row, error } of cells) assert.ok(Math.abs(error) <= 0.025, `${row}: ${error}`);
  const bytes = rows.filter(({ paper, quantity }) => paper === 'surge99' && quantity === 'dataBytes');
  assert.equal(bytes.length, 12);
  for (const { row, error } of bytes) assert.ok(Math.abs(error) <= 0.0005, `${row}: ${error}`);
});

test('MPLEX, tables I and II: seconds within 8 % on the mean', () => {
  const seconds = groupOf('mplex06', 'seconds');
  assert.equal(seconds?.rows, 24);
  assert.ok((seconds?.meanError ?? 1) <= 0.08, `${seconds?.meanError}`);
});

test('Ricochet: packets within 15 %', () => {
  const packets = rows.filter(({ paper, quantity }) => paper === 'ricochet98' && quantity === 'packets');
  assert.equal(packets.length, 8);
  for (const { row, error } of packets) assert.ok(Math.abs(error) <= 0.15, `${row}: ${error}`);
});

test('the whole is ok, and one row out of tolerance is not', () => {
  assert.equal(
    validation.ok,
    [...rows, ...groups].every(({ status }) => status !== 'fail'),
  );
  assert.ok(validation.ok, JSON.stringify([...rows, ...groups].filter(({ status }) => status === 'fail')));
});

test('one paper can be asked for by name, and a name that is not known is refused', () => {
  assert.ok(validate(['phttp97']).rows.every(({ paper }) => paper === 'phttp97'));
  assert.throws(() => validate(['nobody']), /nobody.*sigcomm97/);
});

test('the plot draws a mark for each row of packets and seconds, hollow where informational', () => {
  const svg = plotRows(rows);
  const drawn = rows.filter(({ quantity }) => quantity === 'packets' || quantity === 'seconds');
  const legend = Object.keys(PAPERS).length;
  assert.equal(svg.match(/<circle/g)?.length, drawn.length + legend);
  assert.equal(
    svg.match(/fill="none" stroke/g)?.length,
    drawn.filter(({ status }) => status === 'informational').length,
  );
  assert.doesNotMatch(svg, /NaN|undefined|Infinity/);
  assert.equal(svg, plotRows(rows));
});
