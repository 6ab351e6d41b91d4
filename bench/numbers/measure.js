/** Runs the quick bench of a stage and prints its figures, in a separate process for each changed constant. */
import { STAGES } from './stages.js';

const { measure } = STAGES[process.argv[2]];
const figures = await measure();
if (!Object.values(figures).every(Number.isFinite)) throw new Error('a figure is no number');
process.stdout.write(JSON.stringify(figures));
