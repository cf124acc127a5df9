/** The result of an import as a state and a sentence, the same for page, terminal and mail. */
import { countOf } from './count-of.ts';

/** What can become of a record; a new version that other people can read than before has two of these. */
export const INTAKE_OUTCOMES = [
  'new',
  'new version',
  'now public',
  'now Lab',
  'unchanged',
  'refused',
] as const;
export type IntakeOutcome = (typeof INTAKE_OUTCOMES)[number];

const STORED_OUTCOMES = ['new', 'new version', 'now public', 'now Lab'] as const;

export interface IntakeCounts extends Record<IntakeOutcome, number> {
  faults: number;
  /** the import was given up after an error unrelated to the input */
  isGivenUp: boolean;
}

export type IntakeState = 'stored' | 'unchanged' | 'stored in part' | 'refused' | 'failed';

/** The state of a finished import. */
export function stateOfIntake(counts: IntakeCounts): IntakeState {
  const stored = STORED_OUTCOMES.reduce((sum, outcome) => sum + counts[outcome], 0);
  if (counts.isGivenUp) return 'failed';
  if (counts.faults > 0 || counts.refused > 0) return stored > 0 ? 'stored in part' : 'refused';
  return stored > 0 ? 'stored' : 'unchanged';
}

const WORDS: Record<(typeof STORED_OUTCOMES)[number], (n: number) => string> = {
  new: (n) => countOf(n, 'new record'),
  'new version': (n) => countOf(n, 'new version'),
  'now public': (n) => `${countOf(n, 'record')} now public`,
  'now Lab': (n) => `${countOf(n, 'record')} now Lab`,
};

/** Such as `3 new records, 1 new version`; empty if nothing was stored. */
function listStored(counts: IntakeCounts): string {
  return STORED_OUTCOMES.flatMap((outcome) =>
    counts[outcome] > 0 ? [WORDS[outcome](counts[outcome])] : [],
  ).join(', ');
}

/** The message of a report whose import was given up. */
export const INTAKE_GIVEN_UP = 'Some error has occured while uploading. Please try again';

/** A sentence about the result of an import. */
export function summarizeIntake(counts: IntakeCounts): string {
  const stored = listStored(counts);
  const unchanged = counts.unchanged > 0 ? `; ${counts.unchanged.toLocaleString('en')} unchanged` : '';
  switch (stateOfIntake(counts)) {
    case 'stored':
      return `Stored: ${stored}${unchanged}.`;
    case 'unchanged':
      return counts.unchanged === 1
        ? 'Nothing changed: the record is already in the portal.'
        : `Nothing changed: all ${countOf(counts.unchanged, 'record')} are already in the portal.`;
    case 'stored in part':
      return `Stored in part: ${stored}${unchanged}; ${counts.refused.toLocaleString('en')} refused.`;
    case 'refused':
      return `Refused: nothing was stored. ${countOf(counts.faults, 'fault')}.`;
    case 'failed':
      return stored === '' ? INTAKE_GIVEN_UP : `${INTAKE_GIVEN_UP}. Stored before the error: ${stored}.`;
  }
}

/** The counts of a report. */
export function countIntake(report: {
  units: readonly { outcome: IntakeOutcome }[];
  faults: readonly unknown[];
  message: string | null;
}): IntakeCounts {
  const of = (outcome: IntakeOutcome) => report.units.filter((unit) => unit.outcome === outcome).length;
  return {
    new: of('new'),
    'new version': of('new version'),
    'now public': of('now public'),
    'now Lab': of('now Lab'),
    unchanged: of('unchanged'),
    refused: of('refused'),
    faults: report.faults.length,
    isGivenUp: report.message === INTAKE_GIVEN_UP,
  };
}
