// @vitest-environment jsdom
import type { SurvivalPanel } from '@omicon/contract/areas/statistics/survival.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../test-support/open-screen.tsx';
import { CoxTable } from './CoxTable.tsx';

const ESTIMABLE = {
  name: 'Age',
  label: 'Age',
  coefficient: 0.4,
  standard_error: 0.1,
  hazard_ratio: Math.exp(0.4),
  low: 1.2,
  high: 1.8,
  z: 4,
  p_value: 6.3e-5,
  is_estimable: true,
  zph_p_value: 0.31,
  zph_rho: 0.12,
};
const RUNS_OFF = {
  ...ESTIMABLE,
  name: 'Tumor_Grade 2',
  label: 'Tumor_Grade 2',
  is_estimable: false,
  zph_p_value: null,
  zph_rho: null,
};
const SENTENCE = /^Proportional hazards are not tested, because the hazard ratio of Tumor_Grade 2 cannot be/;

function drawModel(terms: NonNullable<SurvivalPanel['cox']>['terms']) {
  openScreen(
    <CoxTable name="all" cox={{ n: 79, events: 25, terms, likelihood_ratio_p_value: 0.01 }} />,
  ).draw();
}

test('a model with a term that is not estimable says why no test of proportional hazards is shown', async () => {
  drawModel([{ ...ESTIMABLE, zph_p_value: null, zph_rho: null }, RUNS_OFF]);
  expect(await screen.findByText(SENTENCE)).toBeDefined();
});

test('a model whose terms are all estimable shows its tests and no such sentence', async () => {
  drawModel([ESTIMABLE]);
  expect(await screen.findByText('0.31')).toBeDefined();
  expect(screen.queryByText(SENTENCE)).toBeNull();
});
