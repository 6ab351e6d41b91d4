/**
 * Prepares a release: checks licences, moves unreleased entries of CHANGELOG.md below its version, commits and tags. CI
 * publishes a pushed tag, with provenance and the list of its parts.
 * npm run release -- 0.2.0
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { datedChangelog } from './release/changelog.js';
import { listForbidden, READ_BY_HAND } from './release/licences.js';

const [version = ''] = process.argv.slice(2);
const root = new URL('../', import.meta.url);
const git = (/** @type {string[]} */ ...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error('name the version: npm run release -- 0.2.0');
if (git('status', '--porcelain') !== '') throw new Error('the work tree is not clean: commit or stash first');
if (git('tag', '--list', `v${version}`) !== '') throw new Error(`there is a tag v${version} already`);

const forbidden = listForbidden(JSON.parse(readFileSync(new URL('package-lock.json', root), 'utf8')), READ_BY_HAND);
if (forbidden.length > 0) throw new Error(`licences that are not allowed: ${forbidden.join(', ')}`);

const file = new URL('CHANGELOG.md', root);
writeFileSync(file, datedChangelog(readFileSync(file, 'utf8'), version, new Date().toISOString().slice(0, 10)));
execFileSync('npm', ['version', version, '--no-git-tag-version', '--allow-same-version'], {
  cwd: root,
  stdio: 'inherit',
});
git('commit', '--all', '--message', `chore(release): ${version}`);
git('tag', '--annotate', `v${version}`, '--message', `pagethrift ${version}`);
console.log(`Look at it, then: git push && git push origin v${version}`);
