// @vitest-environment jsdom
import { getSurvival } from '@omicon/contract/areas/statistics/survival.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../test-support/open-screen.tsx';
import { SurvivalTab } from './SurvivalTab.tsx';

const UNCOMPARED = {
  time: 'Survival_Days',
  event: 'Vital_Status',
  unit: null,
  possible_times: ['Survival_Days'],
  possible_events: ['Vital_Status'],
  event_values: ['Alive', 'Dead'],
  observed: ['Dead'],
  event_convention: null,
  unknown_events: [],
  n: 79,
  events: 25,
  left_out: [],
  elsewhere: [],
  data_set: { id: 7, title: 'TCGA ACC RNA-seq EXT A.1' },
  attributes: ['Sex'],
  subject: null,
  panels: [],
  number_of_panels: 0,
  without_facet: 0,
};

test('a mistyped gene is refused with its sentence, and the controls stay', async () => {
  history.replaceState(null, '', '?by=feature:MKI76');
  const { portal, draw } = openScreen(<SurvivalTab id={7} />);
  portal.replies(getSurvival, UNCOMPARED);
  portal.refuses(
    getSurvival,
    400,
    { code: 'invalid_input', detail: 'This data set has no feature MKI76.' },
    ({ body }) => getSurvival.body.parse(body).by !== undefined,
  );
  draw();
  expect(await screen.findByText('This data set has no feature MKI76.')).toBeDefined();
  const field = screen.getByRole('textbox', { name: 'or by gene or feature' });
  expect((field as HTMLInputElement).value).toBe('MKI76');
});

test('the limit of two groups is one, with a minus sign, and whole days have no decimals', async () => {
  history.replaceState(null, '', '?by=module:3');
  const { portal, draw } = openScreen(<SurvivalTab id={7} />);
  const curve = {
    ...{ name: 'high', label: 'high', n: 37, events: 16, median: 1197, median_low: 922, median_high: null },
    ...{ time: [], at_risk: [], number_of_events: [], number_censored: [], survival: [], low: [], high: [] },
  };
  portal.replies(getSurvival, {
    ...UNCOMPARED,
    unit: 'days',
    subject: {
      kind: 'numeric',
      name: 'turquoise',
      label: 'turquoise',
      cuts: [-0.006],
      without_value: 0,
      not_numbers: [],
      is_chosen: false,
    },
    panels: [
      {
        ...{ facet: null, facet_label: null, n: 37, events: 16 },
        ...{ curves: [curve], log_rank: null, guards: [], cox: null },
      },
    ],
    number_of_panels: 1,
    without_facet: 0,
  });
  draw();
  expect(screen.queryByRole('link', { name: 'turquoise' })).toBeNull();
  await screen.findByText(/the groups are for the curves \(limit \u22120\.006\)/);
  await screen.findByText(/median 1,197 days \(95 % interval 922 to not reached\)/);
});

test('a gene that is compared is a link, and coded groups are told by their labels', async () => {
  history.replaceState(null, '', '?by=feature:MKI67');
  const { portal, draw } = openScreen(<SurvivalTab id={7} />);
  const curve = {
    ...{ name: 'NCIT:C172343', label: 'mutated', n: 37, events: 16, median: 1197, median_low: null },
    ...{ median_high: null, time: [], at_risk: [], number_of_events: [], number_censored: [] },
    ...{ survival: [], low: [], high: [] },
  };
  portal.replies(getSurvival, {
    ...UNCOMPARED,
    subject: {
      kind: 'numeric',
      name: 'MKI67',
      label: 'MKI67',
      cuts: [7.1],
      without_value: 0,
      not_numbers: [],
      is_chosen: false,
    },
    panels: [
      {
        ...{ facet: null, facet_label: null, n: 37, events: 16 },
        ...{ curves: [curve], log_rank: null, guards: [], cox: null },
      },
    ],
    number_of_panels: 1,
    without_facet: 0,
  });
  draw();
  const link = await screen.findByRole('link', { name: 'MKI67' });
  expect(link.getAttribute('href')).toBe('/home/genes/MKI67');
  expect(screen.getByText('mutated: 37 samples, 16 events, median 1,197 days').title).toBe('NCIT:C172343');
});

const NO_FOLLOW_UP = {
  ...UNCOMPARED,
  ...{ time: null, event: null, possible_times: [], possible_events: [] },
};

test('a data set without follow-up names data sets that have it', async () => {
  history.replaceState(null, '', '/');
  const { portal, draw } = openScreen(<SurvivalTab id={7} />);
  portal.replies(getSurvival, { ...NO_FOLLOW_UP, elsewhere: [{ id: 3, title: 'TCGA ACC RNA-seq EXT A.1' }] });
  draw();
  const link = await screen.findByRole('link', { name: 'TCGA ACC RNA-seq EXT A.1' });
  expect(link.getAttribute('href')).toMatch(/dsId=3&.*tab=survival$/);
});

test('a data set without follow-up says so where no data set has it', async () => {
  history.replaceState(null, '', '/');
  const { portal, draw } = openScreen(<SurvivalTab id={7} />);
  portal.replies(getSurvival, { ...NO_FOLLOW_UP, elsewhere: [] });
  draw();
  await screen.findByText('No data set that you can read has survival data.');
});
