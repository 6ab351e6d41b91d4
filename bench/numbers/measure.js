/** Runs the quick bench of a stage and prints its figures: a process of its own for each number that is turned. */
import { STAGES } from './stages.js';

const { measure } = STAGES[process.argv[2]];
process.stdout.write(JSON.stringify(await measure()));
