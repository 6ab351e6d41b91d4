/** What does the heavy work of a run: the threads of this process, or worker processes on any number of machines. */
export interface TaskRunner {
  /** How many tasks are worth giving at a time. */
  readonly atOnce: number;
  run<T>(kind: string, task: object, options?: { signal?: AbortSignal }): Promise<T>;
  close(): Promise<void>;
}
