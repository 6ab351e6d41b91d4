import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withUnreached } from '../../../lib/run/optimize/loaded-files.js';

const asks = (/** @type {string} */ from, /** @type {string} */ path) => ({
  from,
  target: /** @type {const} */ ({ kind: 'file', path }),
});

test('what only an unloaded document requests is not loaded either, whatever its new name is', () => {
  const followed = [
    asks('about.html', 'own.png'),
    asks('about.html', 'frame.html'),
    asks('frame.html', 'large.avif'),
    asks('frame.html', 'own.png'),
    asks('frame.html', 'frame.css'),
    asks('frame.css', 'ground.png'),
    asks('ground.png', 'ground.png'),
  ];
  const paths = ['about.html', 'own.png', 'frame.html', 'large.avif', 'frame.css', 'ground.png', 'by-script.json'];
  assert.deepEqual([...withUnreached(['frame.html', 'gone.gif'], paths, followed)].sort(), [
    'frame.css',
    'frame.html',
    'gone.gif',
    'ground.png',
    'large.avif',
  ]);
  assert.deepEqual([...withUnreached([], paths, followed)], []);
});
