import { dataSetAddress } from '@omicon/contract/addresses.ts';
import type { getSurvival } from '@omicon/contract/areas/statistics/survival.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { expect, test } from 'vitest';
import { aSurvival, DATA_SETS, MICROGLIA } from '../test-atlas.ts';
import { hazardLine, hazardRows, reasonsOf, representativesOf } from './hazard-rows.ts';

type Survival = ReplyOf<typeof getSurvival>;

const NO_FOLLOW_UP: Survival = { ...aSurvival(0, 0), time: null, event: null, panels: [] };
const notEstimable = (): Survival => {
  const survival = aSurvival(0.5, 0.25);
  const [panel] = survival.panels;
  const [term] = panel?.cox?.terms ?? [];
  if (!panel?.cox || !term) return survival;
  const terms = [{ ...term, is_estimable: false, hazard_ratio: null, low: null, high: null }];
  return { ...survival, panels: [{ ...panel, cox: { ...panel.cox, terms } }] };
};
const ALL = DATA_SETS.slice(0, 3).map((dataSet, at) => ({ dataSet, module: 70 + at }));

test('only data sets that have the signal are asked, each for its representative', () => {
  expect(representativesOf(MICROGLIA).map(({ dataSet, module }) => [dataSet.id, module])).toEqual([
    [1, 71],
    [3, 73],
  ]);
});

test('ratios of several cohorts are followed by the combined one', () => {
  const { rows, none } = hazardRows(ALL.slice(0, 2), [aSurvival(0.5, 0.25), aSurvival(0.2, 0.2)]);
  expect(none).toEqual([]);
  expect(rows.map(hazardLine).map(({ name, about, href }) => [name, about, href])).toEqual([
    [
      'GSE1 QN A.1.1',
      'GSE1 QN A.1.1: hazard ratio 1.65 (1.01 to 2.69), n 72, 50 events, P 0.046.',
      `${dataSetAddress(1, 'survival')}&by=module:70`,
    ],
    [
      'GSE2 QN A.1.1',
      'GSE2 QN A.1.1: hazard ratio 1.22 (0.83 to 1.81), n 72, 50 events, P 0.046.',
      `${dataSetAddress(2, 'survival')}&by=module:71`,
    ],
    ['Combined, 2 cohorts', 'Combined, 2 cohorts: hazard ratio 1.37 (1.01 to 1.86), I² 0 %, P 0.042.', null],
  ]);
});

test('data sets without a ratio are listed by the reason', () => {
  const { rows, none } = hazardRows(ALL, [NO_FOLLOW_UP, notEstimable(), new Error('You may not read it.')]);
  expect(rows).toEqual([]);
  expect(reasonsOf(none).map(([reason, dataSets]) => [reason, dataSets.map(({ id }) => id)])).toEqual([
    ['no follow-up', [1]],
    ['not estimable from 50 events', [2]],
    ['You may not read it', [3]],
  ]);
});
