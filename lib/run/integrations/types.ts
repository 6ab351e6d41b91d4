import type { ReportFiles } from '../report-files.js';
import type { KeepOption, Settings } from '../types.ts';

/** All keys of the config, and the files for results. */
export interface IntegrationOptions extends Partial<Omit<Settings, 'also' | 'keep'>>, ReportFiles {
  readonly keep?: KeepOption;
  /** The folder for the optimised site. Missing: the folder that the framework wrote. */
  readonly out?: string;
  /** A baseline or an earlier report. The build fails if a page costs more. */
  readonly baseline?: string;
}

/** The output of a framework. */
export interface BuiltSite {
  /** The folder of the project. Its config is read, and file names in options are relative to it. */
  readonly root: string;
  /** The folder with the pages. */
  readonly folder: string;
  /** The address of the site, or a path such as `/docs/`. Empty: unknown. */
  readonly url: string;
}

/** The log of the framework. */
export interface Log {
  info(line: string): void;
  warn(line: string): void;
}
