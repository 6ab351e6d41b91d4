import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { tickTime, wheelTime } from '../../lib/network/clock.js';
import { cancel, createEngine } from '../../lib/network/engine.js';
import { interleaveResponses } from '../../lib/network/mplex.js';
import { createRandom } from '../../lib/network/random.js';
import { clear, createTimer, isSet, setAt } from '../../lib/network/timer.js';

test('events run in the order of their time, those of one time in the order of their making', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 200 }), (times) => {
      const engine = createEngine();
      /** @type {[number, number][]} */
      const seen = [];
      for (const [index, time] of times.entries()) {
        engine.at(time, () => seen.push([engine.now, index]), undefined, undefined);
      }
      engine.run();
      const expected = times.map((time, index) => [time, index]).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
      assert.deepEqual(seen, expected);
    }),
  );
});

test('an event that is cancelled does not run, and none runs before now', () => {
  const engine = createEngine();
  /** @type {string[]} */
  const seen = [];
  const late = engine.at(5, () => seen.push('late'), undefined, undefined);
  engine.at(
    3,
    () => {
      cancel(late);
      engine.at(1, () => seen.push(`at ${engine.now}`), undefined, undefined);
    },
    undefined,
    undefined,
  );
  engine.run();
  assert.deepEqual(seen, ['at 3']);
});

test('a timer fires once, at the last time it was set to', () => {
  const engine = createEngine();
  /** @type {number[]} */
  const fired = [];
  const timer = createTimer(engine, () => fired.push(engine.now), null);
  setAt(timer, 10);
  setAt(timer, 30);
  setAt(timer, 20);
  engine.at(15, () => setAt(timer, 40), undefined, undefined);
  engine.run();
  assert.deepEqual(fired, [40]);
  setAt(timer, 50);
  clear(timer);
  assert.equal(isSet(timer), false);
  engine.run();
  assert.deepEqual(fired, [40]);
});

test('a timer of the wheel never fires early, and at most an eighth of its delay and two ticks late', () => {
  const anyMs = fc.double({ min: 0, max: 60_000, noNaN: true });
  fc.assert(
    fc.property(anyMs, anyMs, fc.double({ min: 0, max: 4, noNaN: true }), (now, delay, phase) => {
      const time = wheelTime(now, delay, phase);
      assert.ok(time >= now + delay - 1e-6);
      assert.ok(time <= now + delay + delay / 7 + 8 + 1e-6);
      assert.ok(tickTime(now, phase) <= now && tickTime(now, phase) > now - 4 - 1e-6);
    }),
  );
});

test('chances repeat with their seed', () => {
  const [one, same, other] = [7, 7, 8].map((seed) => Array.from({ length: 20 }, createRandom(seed)));
  assert.deepEqual(one, same);
  assert.notDeepEqual(one, other);
  assert.ok(one.every((chance) => chance >= 0 && chance < 1));
});

test('nested responses: all headers, then bodies in turn, the shortest first', () => {
  const fetches = [4000, 1000, 0].map((bytes, index) => ({ index, resource: { bytes, responseHeaderBytes: 100 } }));
  const pieces = interleaveResponses(/** @type {any} */ (fetches));
  assert.deepEqual(
    pieces.map(({ fetch, bytes, isBody }) => `${fetch.index}${isBody ? 'b' : 'h'}${bytes}`),
    ['0h100', '1h100', '2h100', '1b1000', '0b1460', '0b1460', '0b1080'],
  );
});
