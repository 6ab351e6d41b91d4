import type { ReportFiles } from '../report-files.js';
import type { KeepOption, Settings } from '../types.ts';

/** Every key of the config, and where results go. */
export interface IntegrationOptions extends Partial<Omit<Settings, 'also' | 'keep'>>, ReportFiles {
  readonly keep?: KeepOption;
  /** Where the optimised site goes. Left out: into the folder that the framework wrote. */
  readonly out?: string;
  /** A baseline or a former report: a page that costs more than it did there fails the build. */
  readonly baseline?: string;
}

/** What a framework has just written. */
export interface BuiltSite {
  /** The project: its config file is read, and file names in options are relative to it. */
  readonly root: string;
  /** The folder with the pages. */
  readonly folder: string;
  /** Where it is served: an address, or a path such as `/docs/`. Empty: not known. */
  readonly url: string;
}

/** The framework's own log. */
export interface Log {
  info(line: string): void;
  warn(line: string): void;
}
