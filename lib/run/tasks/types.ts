/** Runs the expensive work of a run, in processes of this machine or on other machines. */
export interface TaskRunner {
  /** The max number of concurrent tasks. Grows when workers join a queue. */
  readonly atOnce: number;
  /** Rejects with `OverLimitError` if the task exceeds its limit: see limits.js. */
  run<T>(kind: string, task: object): Promise<T>;
  close(): Promise<void>;
}

/** A runner that other machines may share. */
export interface SharedRunner extends TaskRunner {
  /** Returns true while workers run the tasks. */
  isShared(): boolean;
}
