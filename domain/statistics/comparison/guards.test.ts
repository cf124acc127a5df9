import { describe, expect, test } from 'vitest';
import { covariateOf } from './covariates.ts';
import {
  type GuardedComparison,
  guardComparison,
  guardConfounding,
  guardCovariate,
  guardScale,
  scaleOf,
} from './guards.ts';

const LABELS = Array.from({ length: 8 }, (_, at) => `GSM${at + 1}`);

function guardsOf(comparison: Partial<GuardedComparison>): string[] {
  const asked: GuardedComparison = {
    groups: [
      { name: 'mutant', samples: [0, 1, 2, 3] },
      { name: 'wild type', samples: [4, 5, 6, 7] },
    ],
    test: 'moderated-t',
    isPaired: false,
    adjustFor: [],
    labels: LABELS,
    individuals: [],
    ...comparison,
  };
  return guardComparison(asked).map(({ sentence, is_refusal }) => `${is_refusal ? 'No: ' : ''}${sentence}`);
}

describe('a comparison', () => {
  test('of groups without fault has no guards', () => {
    expect(guardsOf({})).toEqual([]);
  });

  test('of a small group is refused by t and doubted by the rank sum', () => {
    const groups = [
      { name: 'mutant', samples: [0, 1] },
      { name: 'wild type', samples: [2, 3, 4] },
    ];
    expect(guardsOf({ groups })).toEqual(['No: “mutant” has 2 samples; t and F tests need 3.']);
    expect(guardsOf({ groups, test: 'rank-sum' })).toEqual(['“mutant” has 2 samples, so P cannot be small.']);
    const empty = [{ name: 'mutant', samples: [] }, ...groups.slice(1)];
    expect(guardsOf({ groups: empty, test: 'rank-sum' })).toEqual(['No: “mutant” has no samples.']);
  });

  test('of overlapping groups names the samples', () => {
    const groups = [
      { name: 'mutant', samples: [0, 1, 2, 3] },
      { name: 'wild type', samples: [3, 4, 5] },
    ];
    expect(guardsOf({ groups })).toEqual(['No: 1 sample is in both “mutant” and “wild type”: GSM4.']);
  });

  test('of one individual on both sides says so, unless samples are paired', () => {
    const individuals = ['P1', 'P2', null, null, 'P1', 'P2', null, null];
    expect(guardsOf({ individuals })).toEqual([
      '2 individuals have samples in more than one group: P1, P2. Consider a paired test.',
    ]);
    expect(guardsOf({ individuals, isPaired: true })).toEqual([]);
  });

  test('has a test that fits the groups and the adjustment', () => {
    const groups = [0, 3, 5].map((from) => ({ name: `${from}`, samples: [from, from + 1, from + 2] }));
    const three = groups.map((group, at) => ({ ...group, samples: [at, at + 3, at + 30] }));
    expect(guardsOf({ groups: three })).toEqual([
      'No: The moderated t test compares two groups; for 3 use moderated F or Kruskal-Wallis.',
    ]);
    expect(guardsOf({ test: 'welch', adjustFor: ['Age'] })).toEqual([
      'No: Only the moderated tests can be adjusted for attributes.',
    ]);
    expect(guardsOf({ isPaired: true, adjustFor: ['Age'] })).toEqual([
      'No: Paired tests are not adjusted: each individual is compared with itself.',
    ]);
  });
});

describe('confounding', () => {
  const groups = [
    { name: 'mutant', samples: [0, 1, 2, 3] },
    { name: 'wild type', samples: [4, 5, 6, 7] },
  ];
  const sentences = (columns: Record<string, (string | null)[]>) =>
    guardConfounding(groups, new Map(Object.entries(columns))).map(({ sentence }) => sentence);

  test('is reported for technical attributes first', () => {
    expect(
      sentences({
        Sex: ['F', 'F', 'F', 'F', 'M', 'M', 'M', 'M'],
        Batch: ['2', '2', '2', '2', '1', '1', '3', '3'],
      }),
    ).toEqual([
      'All of “mutant” are Batch 2, none of “wild type” is.',
      'All of “mutant” are Sex F, none of “wild type” is.',
    ]);
  });

  test('is told with the label of a coded value, and without underscores', () => {
    const codes = Array.from({ length: 8 }, (_, at) => (at < 4 ? 'NCIT:C172343' : 'none'));
    const columns = new Map([['IDH1_Mut', codes]]);
    const labels = new Map([['IDH1_Mut', { 'NCIT:C172343': 'mutated' }]]);
    expect(guardConfounding(groups, columns, labels).map(({ sentence }) => sentence)).toEqual([
      'All of “mutant” are IDH1 Mut mutated, none of “wild type” is.',
    ]);
  });

  test('needs every sample with a value: a single exception is none', () => {
    expect(sentences({ Batch: ['2', '2', '2', '1', '1', '1', '1', '1'] })).toEqual([]);
    expect(sentences({ Batch: ['2', '2', null, null, '1', '1', '1', '1'] })).toHaveLength(1);
  });
});

describe('the scale of the values', () => {
  const guard = (values: number[], test: 'moderated-t' | 'rank-sum' = 'moderated-t') =>
    guardScale(scaleOf(Float64Array.from(values)), test).map(({ kind, is_refusal }) => [kind, is_refusal]);

  test('refuses raw counts and doubts beta values, for tests of means only', () => {
    expect(guard([0, 17, 4031, Number.NaN])).toEqual([['raw_counts', true]]);
    expect(guard([0.01, 0.98, 0.5])).toEqual([['beta_values', false]]);
    expect(guard([0.01, 0.98, 12.5])).toEqual([]);
    expect(guard([0, 17, 4031], 'rank-sum')).toEqual([]);
  });
});

describe('a covariate', () => {
  test('of numbers is one column, of texts treatment contrasts, of a batch always the latter', () => {
    const samples = [0, 1, 2];
    expect(covariateOf('Age', ['61', '40', '52', '9'], samples).columns.map((column) => [...column])).toEqual(
      [[61, 40, 52, Number.NaN]],
    );
    expect(covariateOf('Sex', ['F', 'M', 'F', 'M'], samples).columns.map((column) => [...column])).toEqual([
      [0, 1, 0, Number.NaN],
    ]);
    expect(covariateOf('Batch', ['1', '2', '3', '3'], samples).columns).toHaveLength(2);
    expect(covariateOf('Sex', ['F', 'F', 'F', 'M'], samples).columns).toEqual([]);
  });

  test('names the samples without a value', () => {
    expect(covariateOf('Age', ['61', null, 'NA', ''], [0, 1, 2, 3]).missing).toEqual([1, 2, 3]);
  });
});

describe('an attribute that a model is adjusted for', () => {
  const guards = (attribute: string, cells: (string | null)[]) =>
    guardCovariate(attribute, covariateOf(attribute, cells, [...cells.keys()])).map(
      ({ kind, sentence, is_refusal }) => [kind, sentence, is_refusal],
    );
  const ages = Array.from({ length: 24 }, (_, at) => String(40 + at));

  test('of numbers leaves out what is no number, and says so', () => {
    expect(guards('Age', [...ages, '> 89', null])).toEqual([
      [
        'missing_covariate',
        '2 samples without Age are left out; 1 of them has a value that is no number.',
        false,
      ],
    ]);
    const { columns, missing } = covariateOf('Age', [...ages, '> 89'], [...ages.keys(), 24]);
    expect([columns.length, missing]).toEqual([1, [24]]);
  });

  test('of many categories is refused', () => {
    expect(
      guards(
        'Site',
        ages.map((age) => `S${age}`),
      ),
    ).toEqual([
      [
        'many_levels',
        'Site has 24 different values. Please adjust for an attribute with at most 20, or of numbers.',
        true,
      ],
    ]);
  });

  test('of one value changes nothing, and says so', () => {
    expect(guards('Sex', ['F', 'F', 'F'])).toEqual([
      [
        'constant_covariate',
        'The compared samples do not differ in Sex: adjusting for it changes nothing.',
        false,
      ],
    ]);
  });
});
