/** @import { Figures } from './types.ts' */

/**
 * The stages whose constants are tested: files, quick bench and units.
 * @type {Readonly<Record<string, { files: string[], title: string, units: Record<string, string>, measure: () =>
 *   Promise<Figures> }>>}
 */
export const STAGES = Object.freeze({
  network: {
    // User populations, plots and papers are not part of an estimate. Packet flags and ranks are not quantities.
    files: ['lib/network/!(plot|surge|workload|validate|scenario|links|trace|urgency).js', 'lib/network/stacks/*.js'],
    title: 'Mean error on the reference captures',
    units: { seconds: ' %', packets: ' %', payload: ' %' },
    async measure() {
      const { listCaptures, measureAccuracy } = await import('../network/accuracy.js');
      const groups = listCaptures().flatMap(measureAccuracy);
      if (groups.length === 0) throw new Error('no captures: set PAGETHRIFT_CAPTURES to a folder of them');
      const cases = groups.reduce((sum, { count }) => sum + count, 0);
      const mean = (/** @type {'seconds' | 'packets' | 'payloadBytes'} */ key) =>
        groups.reduce((sum, { count, [key]: error }) => sum + count * (error?.mean ?? 0), 0) / cases;
      return { seconds: 100 * mean('seconds'), packets: 100 * mean('packets'), payload: 100 * mean('payloadBytes') };
    },
  },
  image: {
    // Outlines are drawings.
    files: ['lib/images/analyse/!(shapes).js'],
    title: 'Labelled images, of which the forest was grown: kinds as labelled, and how many CSS can paint or draw',
    units: { 'kinds right': '', painted: '', shapes: '' },
    async measure() {
      const { loadCorpus } = await import('../kinds/load-corpus.js');
      const { describeImage } = await import('../../lib/images/analyse/describe-image.js');
      const merged = new Set(['solid', 'gradient', 'tile']);
      const figures = { 'kinds right': 0, painted: 0, shapes: 0 };
      for await (const { kind, decoded } of loadCorpus()) {
        const said = describeImage(decoded);
        if (kind === said.kind || (kind === 'background' && merged.has(said.kind))) figures['kinds right']++;
        if (said.paint) figures.painted++;
        if (said.shape) figures.shapes++;
      }
      return figures;
    },
  },
});
