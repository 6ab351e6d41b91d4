import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sentSize } from '../../../lib/run/optimize/sent-size.js';

const svg = `<svg xmlns="http://www.w3.org/2000/svg">${'<path d="M0 0h9v9H0z"/>'.repeat(200)}</svg>`;

test('files that servers compress count as they are sent', () => {
  assert.ok(sentSize('a.svg', Buffer.from(svg)) < 200);
  assert.ok(sentSize('a.html', Buffer.from(`<!doctype html>${svg}`)) < 200);
  assert.ok(sentSize('a.css', Buffer.from('a{color:red}'.repeat(200))) < 200);
});

test('other files, and files that do not get smaller, count with their size', () => {
  assert.equal(sentSize('a.png', Buffer.from(`\x89PNG\r\n\x1a\n${'a'.repeat(900)}`, 'latin1')), 908);
  assert.equal(sentSize('a.css', Buffer.from('a{}')), 3);
});
