/** Progress and report of an import that has not started. */
import type { IntakeProgress, IntakeReport } from '@omicon/contract/areas/uploads.ts';

export const NOT_STARTED: IntakeProgress = {
  phase: 'waiting',
  file: null,
  files_done: 0,
  files_total: 0,
  rows: 0,
  seconds_left: null,
};

export const EMPTY_REPORT: IntakeReport = {
  units: [],
  missing_files: [],
  faults: [],
  warnings: [],
  not_understood: [],
  ignored: [],
  emptied_values: 0,
  message: null,
};
