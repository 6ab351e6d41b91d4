import { tasks } from './spans.js';

/** Counts a task that was executed or recalled. @param {string} stage @param {boolean} isRecalled */
export function countTask(stage, isRecalled) {
  if (tasks.hasSubscribers) tasks.publish({ stage, isRecalled });
}
