/** @import { Command, Flag, Values } from './types.ts' */

import { parseArgs } from 'node:util';
import { didYouMean } from '../../base/closest-name.js';
import { InputError } from '../../base/errors.js';

/** Flags that every command accepts. @type {Readonly<Record<string, Flag>>} */
export const COMMON_FLAGS = {
  config: {
    type: 'string',
    value: 'FILE',
    help: 'config file (default: pagethrift.config.{js,mjs,json} or package.json)',
  },
  rule: {
    type: 'string',
    multiple: true,
    value: 'ID=LEVEL',
    help: 'set a rule to off, advise, on or error (repeatable)',
  },
  safety: { type: 'string', value: 'LEVEL', help: 'permitted difference: safe, visual (default) or lossy' },
  quality: { type: 'string', value: 'N', help: 'with lossy: min similarity of images, 1 to 100 (default 75)' },
  link: {
    type: 'string',
    value: 'NAME',
    help: 'link to optimise for: lan, wan, ppp, adsl, 3g, 4g, 5g, cable, fibre…',
  },
  http: { type: 'string', value: 'VERSION', help: 'HTTP version to optimise for: 1.0, 1.1, 2, 3…' },
  visit: {
    type: 'string',
    value: 'KIND',
    help: 'kind of visit: first (default), revalidate, and for builds tour or return',
  },
  browser: { type: 'string', value: 'auto|bundled|off|PATH', help: 'browser for visits and verification' },
  jobs: { type: 'string', value: 'N', help: 'max number of concurrent threads and pages' },
  queue: { type: 'string', value: 'URL', help: 'share the work with “pagethrift worker” through redis://host:port' },
  cache: { type: 'string', value: 'DIR|off', help: 'cache folder' },
  'remote-cache': { type: 'string', value: 'URL|DIR', help: 'cache that machines share: a server or a folder' },
  'cache-read-only': { type: 'boolean', help: 'read from the caches and write nothing, for untrusted code' },
  keep: {
    type: 'string',
    multiple: true,
    value: '[RULE=]GLOB',
    help: 'leave these files unchanged, for all rules or one (repeatable)',
  },
  include: { type: 'string', multiple: true, value: 'GLOB', help: 'change only these files (repeatable)' },
  routes: { type: 'string', value: 'FILE', help: 'file with addresses to visit that have no file, one per line' },
  exclude: { type: 'string', multiple: true, value: 'GLOB', help: 'exclude these files from the site (repeatable)' },
  url: { type: 'string', value: 'URL', help: 'address at which the folder is served' },
  json: {
    type: 'string',
    optional: true,
    value: 'FILE',
    help: 'write the report as JSON; without FILE to standard output',
  },
  html: { type: 'string', value: 'FILE', help: 'write the report as one HTML file' },
  markdown: { type: 'string', value: 'FILE', help: 'write the report for a pull request' },
  sarif: { type: 'string', value: 'FILE', help: 'write the report as SARIF 2.1.0' },
  junit: { type: 'string', value: 'FILE', help: 'write the report as JUnit XML' },
  codequality: { type: 'string', value: 'FILE', help: 'write the report as GitLab code quality JSON' },
  github: { type: 'boolean', help: 'print GitHub annotations' },
  timings: {
    type: 'string',
    optional: true,
    value: 'FILE',
    help: 'print where the time is spent; with FILE, write a trace for Perfetto',
  },
  quiet: { type: 'boolean', help: 'print errors only' },
  verbose: { type: 'boolean', help: 'print the stack of errors' },
  'no-color': { type: 'boolean', help: 'print without colours' },
  help: { type: 'boolean', help: 'print this help' },
  version: { type: 'boolean', help: 'print the version' },
};

/** Flags with the same meaning for every command. */
const GENERAL_FLAGS = Object.freeze(['config', 'timings', 'quiet', 'verbose', 'no-color', 'help', 'version']);

/**
 * Returns the flags that a command uses.
 * @param {Command} command
 * @returns {Readonly<Record<string, Flag>>}
 */
export function flagsOfCommand({ flags, takes }) {
  const common = Object.entries(COMMON_FLAGS).filter(
    ([name]) => !takes || takes.includes(name) || GENERAL_FLAGS.includes(name),
  );
  return { ...Object.fromEntries(common), ...flags };
}

/**
 * Reads a command's arguments.
 * @param {string} name
 * @param {Command} command
 * @param {readonly string[]} argv
 * @returns {{ values: Values, positionals: string[] }}
 */
export function parseArguments(name, command, argv) {
  const flags = flagsOfCommand(command);
  const options = Object.fromEntries(
    Object.entries(flags).map(([flag, { type, multiple = false }]) => [flag, { type, multiple }]),
  );
  try {
    const { values, positionals } = parseArgs({
      args: fillOptional(argv, flags),
      options,
      allowPositionals: true,
      strict: true,
    });
    return { values: /** @type {Values} */ (values), positionals };
  } catch (error) {
    throw new InputError('usage', explain(error, name, flags));
  }
}

/**
 * Explains an error in the arguments.
 * @param {unknown} error of `parseArgs`
 * @param {string} command
 * @param {Readonly<Record<string, Flag>>} flags
 */
function explain(error, command, flags) {
  const message = error instanceof Error ? error.message : String(error);
  const written = /'(-[^']*?)(?:[ =<][^']*)?'/.exec(message)?.[1] ?? '';
  const name = written.replace(/^-+/, '');
  const help = `See “pagethrift ${command} --help”.`;
  if (Object.hasOwn(flags, name)) {
    const { value = '' } = flags[name];
    return `“--${name}” ${value ? `needs a value: --${name} ${value}` : 'takes no value'}. ${help}`;
  }
  if (Object.hasOwn(COMMON_FLAGS, name)) return `“${written}” has no effect on “pagethrift ${command}”. ${help}`;
  const guess = didYouMean(name, Object.keys(flags), (flag) => `--${flag}`);
  return `“pagethrift ${command}” has no option “${written}”.${guess} ${help}`;
}

/**
 * Gives an empty value to a flag with an optional value if the next word is a flag or missing.
 * @param {readonly string[]} argv
 * @param {Readonly<Record<string, Flag>>} flags
 */
function fillOptional(argv, flags) {
  return argv.flatMap((word, index) => {
    const isOptional = word.startsWith('--') && flags[word.slice(2)]?.optional;
    const next = argv[index + 1];
    return isOptional && (next === undefined || next.startsWith('-')) ? [`${word}=`] : [word];
  });
}
