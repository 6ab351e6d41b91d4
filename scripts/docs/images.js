/*
 * npm run docs:images draws docs/before-after.png
 * npm run docs:images -- --shots … takes screenshots of all user interfaces (see scripts/shots.js)
 * npm run docs:images -- --plot draws docs/validate.svg
 * npm run docs:images -- --text draws docs/text-images.png
 */
const FLAGS = new Map([
  ['--shots', '../shots.js'],
  ['--plot', '../validate-plot.js'],
  ['--text', './text-images.js'],
]);
const flag = process.argv[2] ?? '';
const module = FLAGS.get(flag);
if (module) process.argv.splice(2, 1);
await import(module ?? './picture.js');
