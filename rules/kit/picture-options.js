/** Of rules that look for a smaller form of a picture. */
export const EFFORT = Object.freeze({
  type: 'string',
  default: 'balanced',
  description: 'How long to look for a smaller form: fast, balanced or max.',
});

/** How like the original a picture that is coded again must measure: what rules at `lossy` let a user say alike. */
export const TARGET = Object.freeze({
  type: 'number',
  default: 70,
  description:
    'The similarity that must be measured at least, by SSIMULACRA 2: 90 cannot be told apart, 70 is high quality.',
});

/** Of rules that offer a picture in the sizes that pages show it in. */
export const MOST_DENSITY = Object.freeze({
  type: 'number',
  default: 3,
  description: 'Device pixels to a CSS pixel that are filled where an image shows largest.',
});
