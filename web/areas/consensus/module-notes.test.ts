import type { ConsensusModule } from '@omicon/contract/areas/consensus.ts';
import { expect, test } from 'vitest';
import { noteOf } from './ModuleList.tsx';

const link = { id: 3, omicon_id: 'OM.CM.3', name: 'turquoise', theme: null };
const COUNTS: ConsensusModule = {
  ...link,
  network: link,
  ...{ analysis_id: 1, data_set: { id: 1, title: 'GBM A.1' }, number_of_samples: 40, left_out: null },
  ...{ because_of: null, shares_samples_with: [], shares_individuals_with: [], relation: 'agrees' as const },
};

test('every reason for which a module does not count has a sentence', () => {
  const because_of = 'GBM A.1.1';
  const notes = (
    ['same data set', 'same samples', 'too few samples', 'no kME', 'not readable', 'chosen twice'] as const
  ).map((left_out) => noteOf({ ...COUNTS, left_out, because_of }));
  expect(notes).toEqual([
    'Left out: another module of GBM A.1.1 counts.',
    'Left out: GBM A.1.1 has the same samples and is processed further.',
    'Left out: three samples or fewer have no weight.',
    'Left out: its kME is still being computed.',
    'Left out: you cannot read it, or it was deleted.',
    'Left out: it is in the list already.',
  ]);
});

test('a module that counts is named with what to know of it', () => {
  expect(noteOf(COUNTS)).toBe('');
  expect(
    noteOf({
      ...COUNTS,
      relation: 'opposing' as const,
      shares_samples_with: ['GBM B.1', 'GBM C.1'],
      shares_individuals_with: ['GBM A.2'],
    }),
  ).toBe(
    'Its kME runs against that of the other modules. Some of its samples are also in GBM B.1, GBM C.1. Other samples of some of its individuals are in GBM A.2.',
  );
});
