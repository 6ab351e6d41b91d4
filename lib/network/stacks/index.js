/** @import { StackName } from '../types.ts' @import { Stack } from '../tcp-state.js' */
import { BSD97 } from './bsd97.js';
import { LINUX } from './linux.js';
import { NS } from './ns.js';

/** The TCP implementations by name. @type {Readonly<Record<StackName, Stack>>} */
export const STACKS = Object.freeze({ linux: LINUX, 'linux-bbr': LINUX, 'linux-cubic': LINUX, bsd97: BSD97, ns: NS });
