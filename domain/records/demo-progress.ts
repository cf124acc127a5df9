/** Progress of the demo laboratory, in the same words for terminal and pages. */

export const DEMO_SET_UP = 'The demo laboratory is being set up';

/** @returns the part after the colon, without a full stop */
export function describeDemoProgress(progress: {
  phase: 'writing' | 'checking' | 'storing' | 'finishing';
  files_done: number;
  files_total: number;
}): string {
  if (progress.phase === 'writing') return 'writing its files';
  if (progress.phase === 'finishing') return 'nearly done';
  return `${progress.phase} ${progress.files_done} of ${progress.files_total} files`;
}
