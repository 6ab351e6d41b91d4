/* The script that prices pages and HAR files, which the playground loads with the first one. */
import { priceFiles, priceHar } from './try-pages.js';

Object.assign(globalThis, { pagethriftPages: { priceFiles, priceHar } });
