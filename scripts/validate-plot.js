/** Draws `docs/validate.svg`: the model's rows next to the published ones. */

import { writeFileSync } from 'node:fs';
import { plotRows, validate } from '../lib/network/validate.js';

writeFileSync(new URL('../docs/validate.svg', import.meta.url), plotRows(validate().rows));
