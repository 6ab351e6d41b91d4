/** @import { Settings } from '../types.ts' */
/** @import { Values, World } from './types.ts' */

import { existsSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { InputError } from '../../base/errors.js';
import { checkTarget, explainMissing, locateSite } from '../project/locate-site.js';
import { settingsOf } from './flags.js';

/**
 * Returns the target of a command and its settings: the given one, otherwise the build output of the project.
 * @param {World} world
 * @param {Values} values
 * @param {readonly string[]} positionals
 * @param {string} name of the command
 * @returns {Promise<{ target: string, settings: Settings, isFound: boolean }>}
 */
export async function chooseTarget(world, values, [named, ...rest], name) {
  if (rest.length > 0)
    throw new InputError(
      'usage',
      `“pagethrift ${name}” takes one folder, file or address, not also “${rest.join(' ')}”.`,
    );
  const settings = await settingsOf(world, values);
  const isAddress = named !== undefined && /^https?:\/\//i.test(named);
  if (named !== undefined && !isAddress && !existsSync(resolve(world.cwd, named)))
    throw new InputError('no-input', await explainMissing(world.cwd, named));
  const located =
    named === undefined ? await locateSite(world.cwd) : await checkTarget(world.cwd, named, settings.exclude);
  const { target, exclude, says } = located;
  const isLoud = values.quiet !== true && says !== '';
  if (isLoud) (values.json === '' ? world.stderr : world.stdout).write(`${says} ${describeIntent(name, target)}\n\n`);
  const sources = isAddress ? exclude : [...exclude, ...globsWithin(resolve(world.cwd, target), settings.cache)];
  const whole = sources.length === 0 ? settings : { ...settings, sources };
  return { target, settings: whole, isFound: named === undefined };
}

/**
 * Returns globs of the cache, if it lies in the folder of a site: it is no part of the site.
 * @param {string} folder @param {string} cache
 */
function globsWithin(folder, cache) {
  const within = cache === 'off' ? '' : relative(folder, cache);
  if (within === '' || within.startsWith('..') || isAbsolute(within)) return [];
  return [
    `${within
      .split(sep)
      .join('/')
      .replace(/[\\()[\]{}!*?+@]/g, '\\$&')}/**`,
  ];
}

/** @param {string} name @param {string} target */
function describeIntent(name, target) {
  const what = target === '.' ? 'it' : target;
  if (name === 'audit') return `Auditing ${what}: this lists the saving of each change, and changes nothing.`;
  return name === 'check' ? `Checking ${what}: nothing is changed.` : `Optimising ${what}.`;
}
