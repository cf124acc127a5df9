// @vitest-environment jsdom
import { listModuleSurvival } from '@omicon/contract/areas/statistics/survival.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../test-support/open-screen.tsx';
import { ModuleSurvivalGrid } from './ModuleSurvivalGrid.tsx';

test('where nobody has an event, no module is listed, and the reason is said', async () => {
  const { portal, draw } = openScreen(<ModuleSurvivalGrid networkId={7} />);
  portal.replies(listModuleSurvival, {
    ...{
      data_set: { id: 3, title: 'TCGA ACC RNA-seq EXT A.1' },
      time: 'Survival_Days',
      event: 'Vital_Status',
    },
    ...{ unit: null, possible_times: [], possible_events: [], event_values: [], observed: [] },
    ...{
      event_convention: null,
      unknown_events: [],
      n: 79,
      events: 0,
      left_out: [{ reason: 'a negative time', n: 2 }],
      elsewhere: [],
      results: [],
    },
  });
  draw();
  await screen.findByText('No sample that can be used has an event; left out: 2 with a negative time.');
  expect(screen.queryByRole('grid')).toBeNull();
});
