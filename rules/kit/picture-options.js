/** Of rules that look for a smaller form of a picture. */
export const EFFORT = Object.freeze({
  type: 'string',
  default: 'balanced',
  description: 'How long to look for a smaller form: fast, balanced or max.',
});

/** The similarity to the original that an image coded with loss must reach, as all rules that code so have it. */
export const TARGET = Object.freeze({
  type: 'number',
  default: 90,
  description:
    'The least similarity to the original, by SSIMULACRA 2: 90 cannot be told apart, 70 is high quality. With ' +
    '`--safety lossy` it is 75.',
});

/** Of rules that offer a picture in the sizes that pages show it in. */
export const MOST_DENSITY = Object.freeze({
  type: 'number',
  default: 3,
  description: 'Device pixels to a CSS pixel that are filled where an image shows largest.',
});
