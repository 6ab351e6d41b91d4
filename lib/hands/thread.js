/** The module that each worker thread runs. */
import { TASKS } from './tasks.js';

/** @param {{ kind: string, task: object }} order */
export default ({ kind, task }) => TASKS[kind](task);
