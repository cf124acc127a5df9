import { geneAddress } from '@omicon/contract/addresses.ts';
import type { correlateProfiles } from '@omicon/contract/areas/statistics/correlates.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import type { Column } from '../../ui/grid/columns.ts';
import { CHOSEN_Q } from '../../ui/text/chosen-genes.ts';

export type Correlates = ReplyOf<typeof correlateProfiles>;
export type Correlate = Correlates['results'][number];

/** What is left out of a row, or that it only repeats the subject. */
function noteOf({ is_copy, copied_in }: Correlate): string | null {
  if (is_copy) return 'the same values';
  return copied_in.length === 0 ? null : `the same values in ${copied_in.join(', ')}, left out there`;
}

const NOTE: Column<Correlate> = {
  key: 'is_copy',
  title: 'Note',
  width: 140,
  value: noteOf,
  show: (row) => noteOf(row) ?? '',
};

const OF_ONE: readonly Column<Correlate>[] = [
  { key: 'combined_r', title: 'r', kind: 'decimal', width: 100 },
  { key: 'p_value', title: 'P', kind: 'p-value', width: 110 },
  { key: 'q_value', title: 'q', kind: 'p-value', width: 110 },
  { key: 'n', title: 'Samples', kind: 'number', width: 100, value: ({ n }) => n[0] ?? null },
];

const OF_SEVERAL: readonly Column<Correlate>[] = [
  { key: 'combined_r', title: 'Combined r', kind: 'decimal', width: 120 },
  { key: 'statistic', title: 'Z', kind: 'decimal', width: 90 },
  { key: 'p_value', title: 'P', kind: 'p-value', width: 100 },
  { key: 'q_value', title: 'q', kind: 'p-value', width: 100 },
  { key: 'k', title: 'Data sets', kind: 'number', width: 100 },
  {
    key: 'i_squared',
    title: 'I²',
    kind: 'decimal',
    width: 90,
    value: ({ heterogeneity }) => heterogeneity?.i_squared ?? null,
  },
  {
    key: 'heterogeneity_q',
    title: 'Q',
    kind: 'decimal',
    width: 90,
    value: ({ heterogeneity }) => heterogeneity?.q ?? null,
  },
  {
    key: 'heterogeneity_p',
    title: 'P of Q',
    kind: 'p-value',
    width: 100,
    value: ({ heterogeneity }) => heterogeneity?.p_value ?? null,
  },
];

/** Of one data set features; of several symbols, with the strongest feature of each data set. */
export function columnsOf(
  { data_sets }: Pick<Correlates, 'data_sets'>,
  isCombined: boolean,
): Column<Correlate>[] {
  const name: Column<Correlate> = {
    key: 'name',
    title: isCombined ? 'Symbol' : 'Feature',
    kind: 'identifier',
    width: 140,
    href: (row) => geneAddress(row.name, 'correlates'),
  };
  if (!isCombined) return [name, ...OF_ONE, NOTE];
  const bySet = data_sets.flatMap(({ title }, at): Column<Correlate>[] => [
    {
      key: `r_${at}`,
      title: `r in ${title}`,
      kind: 'decimal',
      width: 200,
      value: ({ r }) => r[at] ?? null,
    },
    {
      key: `feature_${at}`,
      title: `Strongest feature in ${title}`,
      width: 220,
      value: ({ features, number_of_features }) => {
        const [feature, count = 0] = [features[at] ?? null, number_of_features[at]];
        return feature === null || count < 2 ? feature : `${feature}, of ${count}`;
      },
    },
  ]);
  return [name, ...OF_SEVERAL, NOTE, ...bySet];
}

/** The names with a positive correlation and q below the limit, the largest first, without copies. */
export function positiveGenes(rows: readonly Correlate[]): string[] {
  return rows
    .filter(({ combined_r, q_value, is_copy }) => combined_r > 0 && q_value < CHOSEN_Q && !is_copy)
    .map(({ name }) => name);
}

/** The data sets that share no sample with one before them. */
export function withoutShared(
  dataSets: readonly { id: number }[],
  shared: Correlates['shared_samples'],
): number[] {
  const kept: number[] = [];
  for (const { id } of dataSets) {
    const isShared = shared.some(
      ({ a, b }) => (b === id && kept.includes(a)) || (a === id && kept.includes(b)),
    );
    if (!isShared) kept.push(id);
  }
  return kept;
}
