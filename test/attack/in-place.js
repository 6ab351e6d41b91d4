/** @import { Row } from '../../bench/attack.js' */

import { spawnSync } from 'node:child_process';
import { chmodSync, linkSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { differencesOf, lookAt } from './support/look.js';
import { inScratch, QUICK, runCommand } from './support/run.js';

const PAGE = '<!DOCTYPE html>\n<TITLE>t</TITLE>\n<P>words   words\n'.repeat(40);
const LONG_AGO = new Date('2001-02-03T04:05:06.789Z');

/** Files selected by flags, and the files that may then change. */
const CHOICES = /** @type {const} */ ([
  [['--include', 'index.html'], /^(?:index\.html|\.pagethrift\.json$)/],
  [['--include', '**/*.html'], /\.html(?:\.(?:gz|br|zst))?$|^\.pagethrift\.json$/],
  [['--include', 'deep/**'], /^deep\/|^\.pagethrift\.json$/],
  [['--exclude', 'deep/**'], /^(?!deep)/],
  [['--exclude', '**/*.html'], /^(?!.*\.html)/],
  [['--include', 'index.html', '--exclude', 'deep/**'], /^(?:index\.html|\.pagethrift\.json$)/],
]);

/**
 * Checks that files outside of the selection keep their content, mode, owner, time and kind.
 * @returns {Promise<Row[]>}
 */
export async function run() {
  return Promise.all(CHOICES.map(([flags, mayChange]) => tryChoice(flags, mayChange)));
}

/**
 * @param {readonly string[]} flags
 * @param {RegExp} mayChange
 */
async function tryChoice(flags, mayChange) {
  return inScratch(async (scratch) => {
    const site = join(scratch, 'site');
    makeSite(site);
    const isHeld = (/** @type {string} */ path) => !mayChange.test(path);
    const before = lookAt(site, isHeld);
    const { code, err } = await runCommand(['build', site, '--in-place', '--cache', 'off', ...flags, ...QUICK]);
    const others = differencesOf(before, lookAt(site, isHeld));
    const result = code === 0 ? `${before.size} names stayed as they were` : `exit ${code}: ${err.trim()}`;
    return {
      what: `--in-place ${flags.join(' ')}`,
      tried: before.size,
      failed: code === 0 ? others.length : before.size,
      result: others.length > 0 ? `another now: ${others.slice(0, 5).join(', ')}` : result,
    };
  });
}

/** Writes every kind of file name that a folder may contain. @param {string} site */
function makeSite(site) {
  mkdirSync(join(site, 'deep', 'empty'), { recursive: true });
  for (const name of ['index.html', 'a.html', 'deep/b.html', 'deep/c.html']) writeFileSync(join(site, name), PAGE);
  writeFileSync(join(site, 'notes.txt'), 'notes '.repeat(99), { mode: 0o600 });
  writeFileSync(join(site, 'run.cgi'), '#!/bin/sh\n', { mode: 0o755 });
  chmodSync(join(site, 'run.cgi'), 0o4755);
  writeFileSync(join(site, 'name with\nbreak.txt'), 'x');
  writeFileSync(join(site, 'download.html.gz'), 'no gzip at all');
  linkSync(join(site, 'a.html'), join(site, 'deep', 'second-name.txt'));
  for (const [to, at] of [
    ['a.html', 'link'],
    ['/etc', 'away'],
    ['nowhere', 'broken'],
    ['deep', 'folder'],
  ])
    symlinkSync(to, join(site, at));
  spawnSync('mkfifo', [join(site, 'pipe')]);
  chmodSync(join(site, 'deep'), 0o2750);
  for (const name of ['a.html', 'deep/b.html', 'deep/empty', 'deep']) utimesSync(join(site, name), LONG_AGO, LONG_AGO);
}
