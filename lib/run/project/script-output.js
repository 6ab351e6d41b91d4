/** @import { Generator, Manifest } from './types.ts' */

/**
 * Facts about a build from an npm script: its name, the output folder and the source folder in its arguments.
 * @typedef {{ script: string, output: string | null, root: string | null, config: string | null }} ScriptBuild
 */

/**
 * Returns the npm script that builds with a generator. Of several, one with the name of a build comes first.
 * @param {Generator} generator
 * @param {Pick<Manifest, 'scripts'>} manifest
 * @returns {ScriptBuild | null}
 */
export function findBuildScript(generator, { scripts }) {
  const builds = Object.entries(scripts).flatMap(([script, text]) => {
    const words = wordsOfBuild(generator, text);
    return words ? [{ script, words }] : [];
  });
  const isCalledBuild = (/** @type {{ script: string }} */ { script }) => /^(?:build|generate)(?::|$)/.test(script);
  const build = builds.find(({ script }) => script === 'build') ?? builds.find(isCalledBuild) ?? builds[0];
  if (!build) return null;
  const { script, words } = build;
  return {
    script,
    output: flagIn(words, generator.outputFlags),
    root: rootIn(words, generator),
    config: flagIn(words, ['--config', '-c']),
  };
}

/**
 * Returns the arguments with which a script calls the generator for a build.
 * @param {Generator} generator
 * @param {string} text of the script
 * @returns {string[] | null}
 */
function wordsOfBuild({ binary, buildArguments, otherCommands = [] }, text) {
  for (const command of text.split(/&&|\|\||;|\||&/)) {
    const words = splitWords(command);
    const at = words.findIndex((word) => word === binary || word.endsWith(`/${binary}`) || word === `${binary}@latest`);
    if (at < 0) continue;
    const rest = words.slice(at + 1);
    const [subcommand] = buildArguments;
    if (rest.some((word) => otherCommands.includes(word))) continue;
    if (subcommand && !subcommand.startsWith('-') && subcommand !== '.' && !rest.includes(subcommand)) continue;
    return rest.filter((word) => word !== subcommand);
  }
  return null;
}

/** @param {string} command */
function splitWords(command) {
  return [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare,
  );
}

/** @param {readonly string[]} words @param {readonly string[]} flags */
function flagIn(words, flags) {
  for (const [index, word] of words.entries()) {
    const flag = flags.find((name) => word === name || word.startsWith(`${name}=`));
    if (flag) return word === flag ? (words[index + 1] ?? null) : word.slice(flag.length + 1);
  }
  return null;
}

/** @param {readonly string[]} words @param {Generator} generator */
function rootIn(words, { rootArgument }) {
  if (!rootArgument) return null;
  if (rootArgument !== 'first') return flagIn(words, [rootArgument]);
  const [first] = words;
  return first && !first.startsWith('-') ? first : null;
}
