import { classifyExactly } from '../../lib/images/analyse/classify-image.js';
import { measureImage } from '../../lib/images/analyse/measure-image.js';
import { drawSamples } from './draw-samples.js';
import { growForest } from './grow-forest.js';
import { loadCorpus, loadFixtures } from './load-corpus.js';

/**
 * @import { Measurements } from '../../lib/images/analyse/measure-image.js'
 * @import { Example } from './grow-forest.js'
 * @import { Labelled } from './load-corpus.js'
 *
 * @typedef {object} Measured
 * @property {string} path
 * @property {string} site
 * @property {string} kind
 * @property {Measurements} measurements
 * @property {number} ms duration of the measurement
 */

/** Kinds that exact checks detect reliably, so that no tree needs to. */
const SETTLED = ['spacer', 'solid', 'rule', 'animation'];
const SAMPLES_PER_KIND = 240;
/** Weight of a drawn image. Real images of the same kind are more informative. */
const SAMPLE_WEIGHT = 0.15;

/**
 * Measures labelled images: those of the corpus, or others.
 * @param {AsyncIterable<Labelled>} [labelled]
 * @returns {Promise<Measured[]>}
 */
export async function measureCorpus(labelled = loadCorpus()) {
  const measured = [];
  for await (const { path, site, kind, decoded } of labelled) {
    const start = performance.now();
    const measurements = measureImage(decoded);
    measured.push({ path, site, kind, measurements, ms: performance.now() - start });
  }
  return measured;
}

/** Measures the images that the project draws itself, for training and for fixtures. @returns {Promise<Measured[]>} */
export async function measureSamples() {
  const measured = await measureCorpus(loadFixtures());
  for await (const { kind, decoded } of drawSamples(SAMPLES_PER_KIND, 1)) {
    measured.push({ path: '', site: '', kind, measurements: measureImage(decoded), ms: 0 });
  }
  return measured;
}

/**
 * Trains the forest with real and drawn images. Many images of one kind from one site count as the square root of their
 * number.
 * @param {readonly Measured[]} real
 * @param {readonly Measured[]} drawn
 */
export function train(real, drawn) {
  const open = [...real, ...drawn].filter(
    ({ kind, measurements }) => !SETTLED.includes(kind) && classifyExactly(measurements) === null,
  );
  const classes = [...new Set(open.map(({ kind }) => kind))].sort();
  const features = Object.keys(open[0].measurements.features);
  /** @type {Map<string, number>} */
  const crowds = new Map();
  for (const { site, kind } of open) crowds.set(site + kind, (crowds.get(site + kind) ?? 0) + 1);
  /** @type {Example[]} */
  const examples = open.map(({ site, kind, measurements }) => ({
    values: features.map((name) => measurements.features[name]),
    label: classes.indexOf(kind),
    weight: site === '' ? SAMPLE_WEIGHT : 1.5 / Math.sqrt(crowds.get(site + kind) ?? 1),
  }));
  return growForest(examples, features, classes);
}
