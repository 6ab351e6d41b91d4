import assert from 'node:assert/strict';
import { test } from 'node:test';
import { datedChangelog } from '../../scripts/release/changelog.js';

test('a release moves what is unreleased under its version, and there must be something', () => {
  const before = '# Changelog\n\n## Unreleased\n\n- New.\n\n## 0.1.0 (2026-01-01)\n\n- First.\n';
  const after = datedChangelog(before, '0.2.0', '2026-02-02');
  assert.match(after, /## Unreleased\n\n## 0\.2\.0 \(2026-02-02\)\n\n- New\./);
  assert.throws(() => datedChangelog(after, '0.3.0', '2026-03-03'), /nothing of what is unreleased/);
});
