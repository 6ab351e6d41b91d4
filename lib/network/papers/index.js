/** The papers whose tables validate the model. */

import { mplex06 } from './mplex06.js';
import { phttp97 } from './phttp97.js';
import { ricochet98 } from './ricochet98.js';
import { sigcomm97 } from './sigcomm97.js';
import { surge99 } from './surge99.js';

export const papers = Object.freeze([sigcomm97, phttp97, surge99, mplex06, ricochet98]);
