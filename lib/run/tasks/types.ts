/** What does the heavy work of a run: processes of this machine, or of any number of machines. */
export interface TaskRunner {
  /** How many tasks are worth giving at a time. */
  readonly atOnce: number;
  /** Rejects with `OverLimitError` if the task goes beyond its limit: see limits.js. */
  run<T>(kind: string, task: object): Promise<T>;
  close(): Promise<void>;
}
