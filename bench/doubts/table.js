/** @import { Heard, Likeness } from './hear.js' */
import { keysOf } from '../../lib/base/keys-of.js';
import { GATES } from '../../lib/text-images/gates.js';

const LIKENESSES = keysOf(GATES);

/** The page on what each doubt is worth. @param {readonly Heard[]} heard */
export function describeDoubts(heard) {
  const right = heard.filter(({ text, got }) => text === got);
  const wrong = heard.filter((one) => !right.includes(one));
  const names = [
    ...new Set(heard.flatMap(({ doubts, gates }) => [...doubts, ...LIKENESSES.flatMap((likeness) => gates[likeness])])),
  ];
  const rows = names
    .map((name) => ({ name, wrong: count(wrong, name), right: count(right, name) }))
    .sort((one, other) => other.wrong.alone.lossy - one.wrong.alone.lossy || other.right.all - one.right.all);
  const passed = (/** @type {readonly Heard[]} */ images) =>
    LIKENESSES.map((likeness) => images.filter((one) => listStops(one, likeness).length === 0).length).join(' / ');
  return `# What each doubt is worth

<!-- Written by “npm run bench -- doubts --write”; run that, and do not change this file. -->

Of ${heard.length} images whose words were read and set in some face, ${right.length} were read
rightly and ${wrong.length} wrongly or show no words. Every reason to doubt was let pass and noted. “Alone” counts the
images against which nothing else speaks: what would be replaced without it, \`visual\` / \`lossy\`. With all of them
${passed(right)} of the right ones and ${passed(wrong)} of the wrong ones are replaced.

| doubt | wrong, alone | wrong | right, alone | right |
|---|---|---|---|---|
${rows.map((row) => `| ${row.name} | ${show(row.wrong)} | ${show(row.right)} |`).join('\n')}
`;
}

/** @param {readonly Heard[]} images @param {string} name */
function count(images, name) {
  const alone = Object.fromEntries(
    LIKENESSES.map((likeness) => {
      const stopped = images.filter((one) => {
        const stops = listStops(one, likeness);
        return stops.length === 1 && stops[0] === name;
      });
      return [likeness, stopped.length];
    }),
  );
  const all = images.filter((one) => LIKENESSES.some((likeness) => listStops(one, likeness).includes(name))).length;
  return { alone, all };
}

/** @param {ReturnType<typeof count>} counted */
function show({ alone, all }) {
  return `${LIKENESSES.map((likeness) => alone[likeness]).join(' / ')} | ${all}`;
}

/** @param {Heard} heard @param {Likeness} likeness */
function listStops({ doubts, gates }, likeness) {
  return [...doubts, ...gates[likeness]];
}
