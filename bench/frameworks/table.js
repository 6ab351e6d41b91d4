/**
 * The results for one framework. Fields of skipped steps are missing.
 * @typedef {object} Found
 * @property {string} name
 * @property {readonly string[]} versions
 * @property {number} pages
 * @property {number} [lines] lines that the integration adds or changes
 * @property {boolean} [isOptimized]
 * @property {Weight} [before]
 * @property {Weight} [after]
 * @property {number} [buildSeconds] CPU time, including that of the framework
 * @property {number} [againSeconds] the same for a second build
 * @property {number} [againChanged] files that differ after the second build
 * @property {number} [ownChanged] files that differ between two builds without the integration
 * @property {number} [dev] the answer of the dev server
 * @property {boolean} [devTouches]
 * @property {boolean} [watchTouches]
 * @property {Readonly<Record<string, { code: number | null, frames: number, said: readonly string[] }>>} [errors]
 * @property {number} [pictures] number of images compared pixel by pixel
 * @property {readonly string[]} [different]
 * @property {readonly string[]} [unsteady]
 * @property {readonly string[]} [faults] errors that the site did not have before
 * @property {number} [acts] number of actions of a visitor
 * @property {readonly object[]} [actsDiffer]
 * @property {readonly string[]} [actFaults]
 *
 * @typedef {{ requests: number, bytes: number }} Weight
 */

const HEAD = [
  'project',
  'versions',
  'lines',
  'requests, kB',
  'dev',
  'watch',
  'second build',
  'errors',
  'renderings that differ',
  'actions that differ',
];

/**
 * Renders the table of all frameworks.
 * @param {readonly Found[]} found
 * @param {string} date
 */
export function renderFrameworks(found, date) {
  const rows = found.map((each) => [
    each.name,
    each.versions.join(', '),
    each.lines ?? '',
    weights(each),
    each.dev === undefined ? '–' : each.dev === 200 && !each.devTouches ? 'untouched' : 'TOUCHED',
    each.watchTouches === undefined ? '–' : each.watchTouches ? 'TOUCHED' : 'untouched',
    again(each),
    errors(each),
    looks(each),
    acts(each),
  ]);
  const lines = [HEAD, HEAD.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return `# Tested frameworks

<!-- Written by “npm run bench -- frameworks”; run that, and do not change this file. -->

Measured on ${date}.
Each project is created by its framework's own starter (manually if that fetches a template from GitHub), and the
integration is added as in [In your build](integrations.md). *Lines* are those added or changed. *Requests, kB*: the
transfers of a visitor to every page, each file once, with text as gzip. Requests of scripts are excluded, and a font
counts completely in addition to its subset. *Second build*: CPU seconds of the first and of the second run, including
the framework, and files with different content. Some frameworks give every build other file names. *Errors*: a budget
that is too low and a misspelt key end the build (with a script: “pagethrift check”) with a message and without a
stack of this tool. *Renderings*: screenshots of whole pages at 1280 and 390 pixels before and after, compared pixel by
pixel, independent of the build's own verification. *Actions*: clicks, navigation, search, typing. Address, title, text,
theme and console must be the same.

${lines.join('\n')}
`;
}

/** @param {Found} found */
function weights({ before, after, isOptimized }) {
  if (!before || !after) return '';
  const [was, is] = [before, after].map(({ requests, bytes }) => `${requests}, ${(bytes / 1000).toFixed(1)}`);
  return isOptimized ? `${was} → ${is}` : 'NOT OPTIMISED';
}

/** @param {Found} found */
function again({ buildSeconds, againSeconds, againChanged, ownChanged = 0 }) {
  if (againSeconds === undefined) return '';
  const own = ownChanged > 0 ? ` (${ownChanged} without it)` : '';
  return `${buildSeconds} → ${againSeconds} s, ${againChanged} differ${own}`;
}

/** @param {Found} found */
function errors({ errors: kinds }) {
  if (!kinds) return '';
  const isReadable = Object.values(kinds).every(
    ({ code, frames, said }) => code !== 0 && frames === 0 && said.length > 0,
  );
  return isReadable ? 'readable' : 'NOT READABLE';
}

/** @param {Found} found */
function looks({ pictures, different = [], unsteady = [], faults = [] }) {
  if (pictures === undefined) return '';
  const more = [
    ...(unsteady.length > 0 ? [`${unsteady.length} by themselves`] : []),
    ...(faults.length > 0 ? [`${faults.length} with new faults`] : []),
  ];
  return [`${different.length} of ${pictures}`, ...more].join(', ');
}

/** @param {Found} found */
function acts({ acts: count, actsDiffer = [], actFaults = [] }) {
  if (count === undefined) return '';
  return `${actsDiffer.length} of ${count}${actFaults.length > 0 ? `, ${actFaults.length} new faults` : ''}`;
}
