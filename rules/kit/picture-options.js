/** An option of rules that search for a smaller encoding of an image. */
export const EFFORT = Object.freeze({
  type: 'string',
  default: 'balanced',
  description: 'Effort of the search for a smaller encoding: fast, balanced or max.',
});

/** The min similarity to the original of a lossy image, shared by all lossy rules. */
export const TARGET = Object.freeze({
  type: 'number',
  default: 90,
  description:
    'The min similarity to the original, by SSIMULACRA 2: 90 is visually identical, 70 is high quality. With ' +
    '`--safety lossy` it is 75.',
});

/** An option of rules that offer an image in the sizes that pages render. */
export const MAX_DENSITY = Object.freeze({
  type: 'number',
  default: 3,
  description: 'Max device pixels per CSS pixel for which an image is offered, at its largest rendered size.',
});
