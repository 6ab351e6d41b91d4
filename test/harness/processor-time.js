/**
 * Measures the CPU time of a task in milliseconds. Wall time depends on other load of the machine.
 * @param {() => unknown} run
 */
export function processorMs(run) {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Measures the CPU time of an asynchronous task in milliseconds. @param {() => Promise<unknown>} run */
export async function processorMsOf(run) {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
