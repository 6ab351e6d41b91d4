/*
 * node scripts/release/check-licences.js
 *
 * Ends with exit code 1 if an installed dependency of users has a licence that is not allowed. CI runs it.
 */
import { readFileSync } from 'node:fs';
import { listForbidden, READ_BY_HAND } from './licences.js';

const lock = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'));
const forbidden = listForbidden(lock, READ_BY_HAND);
for (const each of forbidden)
  process.stderr.write(`${each}: this licence is not allowed; see scripts/release/licences.js.\n`);
process.exitCode = forbidden.length === 0 ? 0 : 1;
