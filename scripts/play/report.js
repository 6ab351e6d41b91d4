/* The script that renders reports, which the playground loads with the first one. */
import { renderHtml } from '../../lib/report/html.js';

Object.assign(globalThis, { pagethriftReport: { renderHtml } });
