/**
 * The processor time that some work takes, in milliseconds: wall time says more about what else the machine does.
 * @param {() => unknown} run
 */
export function processorMs(run) {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The same of work that is waited for. @param {() => Promise<unknown>} run */
export async function processorMsOf(run) {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
