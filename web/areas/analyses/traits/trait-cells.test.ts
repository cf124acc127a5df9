import { describe, expect, test } from 'vitest';
import { leftOutText } from './ModuleTraits.tsx';
import {
  describeCell,
  describeTechnical,
  describeTrait,
  figureOf,
  figuresOf,
  followsTechnical,
  onlyModule,
  shadeOf,
  type Trait,
  type TraitModule,
  type TraitTable,
  writeTraits,
} from './trait-cells.ts';

const AGE: Trait = {
  attribute: 'Age',
  kind: 'numeric',
  is_technical: false,
  n: 72,
  groups: [],
  reference: null,
  compared: null,
  joined_as_others: [],
  not_numbers: [],
  value_labels: {},
};
const BATCH: Trait = {
  attribute: 'Batch',
  kind: 'groups',
  is_technical: true,
  n: 72,
  groups: [
    { name: '1', n: 40 },
    { name: '2', n: 30 },
    { name: 'others', n: 2 },
  ],
  reference: null,
  compared: null,
  joined_as_others: ['7', '9'],
  not_numbers: [],
  value_labels: {},
};
const CELLS = [
  { r: -0.5, r2: 0.25, p_value: 0.001, q_value: 0.004 },
  { r: null, r2: 0.36, p_value: 0.0001, q_value: 0.0008 },
];
const BLUE: TraitModule = {
  id: 1,
  omicon_id: 'X.cm.1',
  name: 'blue',
  theme: null,
  page: 1,
  cells: CELLS,
  strongest: 'Batch',
};
const RED: TraitModule = {
  ...BLUE,
  id: 2,
  omicon_id: 'X.cm.2',
  name: 'red',
  theme: null,
  cells: [null, null],
  strongest: null,
};
const TABLE: TraitTable = {
  input_data_set_id: 5,
  number_of_samples: 72,
  traits: [AGE, BATCH],
  left_out: [],
  modules: [BLUE, RED],
};

describe('a cell', () => {
  test('is shaded by r, red above 0 and blue below, or by the root of R2', () => {
    expect(shadeOf({ r: 1, r2: 1, p_value: 0, q_value: 0 })).toEqual({ colour: '#b2182b', share: 75 });
    expect(shadeOf(CELLS[0] ?? null)).toEqual({ colour: '#2166ac', share: 38 });
    expect(shadeOf(CELLS[1] ?? null)).toEqual({ colour: '#762a83', share: 45 });
    expect(shadeOf(null)).toBeNull();
  });

  test('is described with its numbers, module and attribute', () => {
    expect(figureOf(CELLS[0] ?? null)).toBe('\u22120.50');
    expect(describeCell(BLUE, AGE, CELLS[0] ?? null)).toBe(
      'blue and Age: r \u22120.500, P 0.001, q 0.004, 72 samples.',
    );
    expect(describeCell(RED, AGE, null)).toContain('does not vary');
  });
});

test('the description of an attribute lists its groups, and the values merged into one', () => {
  expect(describeTrait(AGE)).toBe('Age: numbers of 72 samples, Pearson r');
  expect(describeTrait(BATCH)).toBe(
    'Batch: 1 (n=40), 2 (n=30), others (n=2); others: 7, 9; R² of a one-way analysis of variance',
  );
});

test('coded groups are named by label and code', () => {
  const loss: Trait = {
    ...BATCH,
    attribute: 'chr1p_Mut',
    kind: 'two values',
    groups: [
      { name: 'WT', n: 20 },
      { name: 'SO:0001743', n: 10 },
    ],
    joined_as_others: [],
    not_numbers: [],
    value_labels: { 'SO:0001743': 'copy number loss' },
  };
  expect(describeTrait(loss)).toBe(
    'chr1p Mut: WT (n=20), copy number loss (SO:0001743) (n=10); Pearson r, copy number loss as 1',
  );
  const cell = (r: number) => ({ r, r2: r * r, p_value: 0.001, q_value: 0.004 });
  expect(figuresOf(loss, cell(-0.5))).toBe('higher in WT, r \u22120.50, q 0.004, n 72');
  expect(describeCell(BLUE, loss, cell(0.5))).toBe(
    'blue and chr1p Mut: higher in copy number loss, r 0.500, P 0.001, q 0.004, 72 samples.',
  );
});

test('modules most associated with a batch are reported; null where there are none', () => {
  expect(describeTechnical(TABLE)).toBe('1 of 2 modules follows Batch more than any other attribute.');
  expect([BLUE, RED].map((module) => followsTechnical(TABLE, module))).toEqual([true, false]);
  expect(describeTechnical({ ...TABLE, modules: [RED] })).toBeNull();
});

test('the table of one module has only its cells', () => {
  expect(onlyModule(TABLE, RED.id).modules).toEqual([RED]);
});

test('the file has a row for each module and attribute with all numbers', () => {
  expect(writeTraits(TABLE).split('\r\n')).toEqual([
    'Module\tTheme\tAttribute\tKind\tn\tHigher in\tr\tR2\tP\tq\tGroups\tNot numbers',
    'blue\t\tAge\tnumeric\t72\t\t-0.5\t0.25\t0.001\t0.004\t\t',
    'blue\t\tBatch\tgroups\t72\t\t\t0.36\t0.0001\t0.0008\t1 (40); 2 (30); others (2)\t',
    '',
  ]);
});

test('attributes that are not compared are named with their reason', () => {
  const left_out = [
    { attribute: 'GEO_ID', reason: 'identifier' as const },
    { attribute: 'Species', reason: 'one value' as const },
    { attribute: 'Individual', reason: 'identifier' as const },
  ];
  expect(leftOutText({ left_out })).toBe('GEO ID, Individual (identifiers); Species (one value)');
});

test('an attribute of numbers says which values are none', () => {
  const [age] = TABLE.traits;
  if (age === undefined) throw new Error('The table has a trait.');
  const not_numbers = [
    { value: '> 89', n: 2 },
    { value: '1,5', n: 1 },
  ];
  expect(describeTrait({ ...age, not_numbers })).toBe(
    'Age: numbers of 72 samples; 3 are not numbers (\u201c> 89\u201d, \u201c1,5\u201d), Pearson r',
  );
});
