import { expect, test } from 'vitest';
import {
  describeEmpty,
  describeMetaModule,
  describePlace,
  describeStatus,
  formatShare,
  ownSummary,
} from './atlas-text.ts';
import { aDataSet, aMetaModule, aPlace, STATUS } from './test-atlas.ts';

test('the status says what recurs, and of what', () => {
  expect(describeStatus({ ...STATUS, meta_modules: 31, data_sets: 6, cohorts: 5 })).toBe(
    '31 signals recur in 6 data sets of 5 cohorts: 469 modules of 38 networks are 287 recurring modules.',
  );
});

test('one signal recurs, thousands have separators', () => {
  expect(describeStatus({ ...STATUS, meta_modules: 1, modules: 12_469 })).toBe(
    '1 signal recurs in 4 data sets of 3 cohorts: 12,469 modules of 38 networks are 287 recurring modules.',
  );
});

test('the status says that records changed, and which networks wait', () => {
  const waiting = describeStatus({ ...STATUS, is_outdated: true, waiting_networks: 12 });
  expect(waiting).toContain(
    'Records changed; the atlas is being computed again. 12 networks wait for their kME and are not in it yet.',
  );
  expect(describeStatus({ ...STATUS, waiting_networks: 1 })).toContain(
    '1 network waits for its kME and is not in it yet.',
  );
});

test('an empty atlas says why it is empty', () => {
  expect(describeEmpty({ ...STATUS, computed_at: null })).toMatch(/has not been computed yet/);
  expect(describeEmpty({ ...STATUS, cohorts: 1, waiting_networks: 2 })).toBe(
    'A signal recurs when it is found in at least two independent cohorts. You can read networks of 1 cohort. 2 networks wait for their kME and are not in it yet.',
  );
  expect(describeEmpty(STATUS)).toBe(
    'No module of one cohort is found in another one, among 469 modules of 38 networks.',
  );
});

test('a cell says what is found there, or why nothing is', () => {
  const meta = aMetaModule(3, 'Microglia');
  const dataSet = aDataSet(1, 1);
  const say = (r: Parameters<typeof aPlace>[1]) => describePlace(meta, dataSet, aPlace(1, r));
  expect(say(0.912)).toMatch(
    /^Microglia in GSE1.*: turquoise · microglia, 345 features, r 0\.91 with the consensus; 3 modules in this data set\.$/,
  );
  expect(say('absent')).toMatch(/: absent, although 96 % of its consensus genes are measured\.$/);
  expect(say(null)).toMatch(/: not measurable, 12 % of its consensus genes are measured\.$/);
});

test('a meta-module is said in one sentence', () => {
  expect(describeMetaModule(aMetaModule(3, 'Microglia'))).toBe(
    'Microglia (OM.MM.3): found in 2 of 3 cohorts, 6 modules of 2 data sets; CD68, AIF1; PANGLAO_MICROGLIA, q 3.1e-12.',
  );
  expect(ownSummary(aMetaModule(3, 'Microglia'))).toBe(
    '6 modules of 2 data sets are this signal, in 2 of the 3 cohorts in which it could be found. Its consensus genes are enriched in PANGLAO_MICROGLIA (q 3.1e-12).',
  );
});

test('a share above 0 is not said to be 0', () => {
  expect([0, 0.001, 0.124, 1].map(formatShare)).toEqual(['0 %', '< 1 %', '12 %', '100 %']);
});
