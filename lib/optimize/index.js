/** @import { Made, Proposal, Report, Rule, Site, SiteFile, SitePath, Warning } from '../types.ts' */
/** @import { Linked } from '../graph/build-graph.js' */
/** @import { Ready } from './apply-plan.js' */

import { runRules } from '../detect/run-rules.js';
import { linkSite } from '../graph/build-graph.js';
import { keyOfJob, runJobs } from '../make/run-jobs.js';
import { applyPlan } from './apply-plan.js';
import { lookAtImages } from './look-at-images.js';
