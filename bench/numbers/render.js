/** @import { Figures, Tried } from './types.ts' */

/** Max relative difference of figures that count as equal in the table. */
const SAME = 0.005;

/**
 * Renders the table of a stage: the constants that affect the bench, the strongest first, and the names of the others.
 * @param {{ stage: string, title: string, units: Readonly<Record<string, string>>, now: Figures, tried: readonly
 *   Tried[] }} stage
 */
export function renderNumbers({ stage, title, units, now, tried }) {
  const names = Object.keys(units);
  const write = (/** @type {Figures | string} */ figures) =>
    typeof figures === 'string'
      ? figures
      : names
          .map((name) => `${Number.isInteger(now[name]) ? figures[name] : figures[name].toFixed(2)}${units[name]}`)
          .join(', ');
  const rated = tried
    .map((number) => ({
      ...number,
      reaction: Math.max(...number.sides.map(({ figures }) => reactionTo(now, figures))),
    }))
    .sort((a, b) => (a.reaction === b.reaction ? 0 : b.reaction - a.reaction));
  const rows = rated
    .filter(({ reaction }) => reaction > SAME)
    .map(
      ({ name, path, value, meaning, sides: [less, more] }) =>
        `| \`${name}\` (${path.split('/').at(-1)}) | ${meaning} | ${value} | ${less.text}: ${write(less.figures)} | ` +
        `${more.text}: ${write(more.figures)} |`,
    );
  const others = rated
    .filter(({ reaction }) => reaction <= SAME)
    .map(({ name, path }) => `\`${name}\` (${path.split('/').at(-1)})`);
  return `# Constants of lib/${stage}

<!-- Written by “npm run bench -- numbers ${stage}”. -->

Each constant at the top of the stage's files was changed by a fifth in both directions. ${title}: ${names.join(', ')}.
Unchanged: ${write(now)}. ${rows.length} of ${tried.length} constants affect the result.

| number | meaning | value | a fifth less | a fifth more |
|---|---|--:|---|---|
${rows.join('\n')}

No effect, because they are part of a protocol, limits that no case reaches, or only matter for other kinds of
cases: ${others.join(', ')}.
`;
}

/**
 * Returns the difference of figures from the current ones. A failing bench has the largest difference.
 * @param {Figures} now @param {Figures | string} then
 */
function reactionTo(now, then) {
  if (typeof then === 'string') return Number.POSITIVE_INFINITY;
  return Math.max(...Object.keys(now).map((name) => Math.abs(then[name] - now[name])));
}
