import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  countIntake,
  INTAKE_GIVEN_UP,
  INTAKE_OUTCOMES,
  type IntakeCounts,
  stateOfIntake,
  summarizeIntake,
} from './intake-summary.ts';

const NONE: IntakeCounts = {
  new: 0,
  'new version': 0,
  'now public': 0,
  'now Lab': 0,
  unchanged: 0,
  refused: 0,
  faults: 0,
  isGivenUp: false,
};

describe('an import ends with one sentence:', () => {
  test.each<[Partial<IntakeCounts>, string, string]>([
    [{ new: 5 }, 'stored', 'Stored: 5 new records.'],
    [
      { new: 1, 'new version': 2, unchanged: 3 },
      'stored',
      'Stored: 1 new record, 2 new versions; 3 unchanged.',
    ],
    [{ unchanged: 5 }, 'unchanged', 'Nothing changed: all 5 records are already in the portal.'],
    [{ unchanged: 1 }, 'unchanged', 'Nothing changed: the record is already in the portal.'],
    [{ 'now Lab': 5 }, 'stored', 'Stored: 5 records now Lab.'],
    [
      { 'new version': 1, 'now public': 1, unchanged: 2 },
      'stored',
      'Stored: 1 new version, 1 record now public; 2 unchanged.',
    ],
    [{ faults: 1 }, 'refused', 'Refused: nothing was stored. 1 fault.'],
    [{ faults: 1200 }, 'refused', 'Refused: nothing was stored. 1,200 faults.'],
    [{ new: 2, refused: 3, faults: 1 }, 'stored in part', 'Stored in part: 2 new records; 3 refused.'],
    [{ isGivenUp: true }, 'failed', INTAKE_GIVEN_UP],
    [{ new: 2, isGivenUp: true }, 'failed', `${INTAKE_GIVEN_UP}. Stored before the error: 2 new records.`],
  ])('%o', (counts, state, sentence) => {
    const all = { ...NONE, ...counts };
    expect([stateOfIntake(all), summarizeIntake(all)]).toEqual([state, sentence]);
  });
});

test('law: the sentence says "nothing was stored" exactly if nothing was stored', () => {
  const outcome = fc.constantFrom(...INTAKE_OUTCOMES);
  fc.assert(
    fc.property(fc.array(outcome), fc.array(fc.constant({})), (outcomes, faults) => {
      const counts = countIntake({ units: outcomes.map((one) => ({ outcome: one })), faults, message: null });
      const isStored = outcomes.some((one) => one.startsWith('n'));
      if (summarizeIntake(counts).includes('nothing was stored')) expect(isStored).toBe(false);
      expect(['stored', 'stored in part'].includes(stateOfIntake(counts))).toBe(isStored);
    }),
  );
});
