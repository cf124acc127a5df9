/** Columns of the table of a gene in every data set. */

import { dataSetAddress, geneAddress } from '@omicon/contract/addresses.ts';
import type { GeneInDataSet, NoGeneTestReason } from '@omicon/contract/areas/statistics/expression.ts';
import type { Column } from '../../ui/grid/columns.ts';
import { formatDecimal, MISSING, NA } from '../../ui/text/format.ts';
import { NO_TEST_TEXTS, TEST_NAMES } from './expression-rows.ts';

/** More groups share one column. */
const MAX_GROUP_COLUMNS = 6;

function labelOf({ label }: GeneInDataSet['groups'][number]): string {
  return label ?? NA;
}

const collator = new Intl.Collator('en', { numeric: true });

/** Groups of these data sets, sorted, NA last. */
export function groupLabels(rows: readonly GeneInDataSet[]): string[] {
  const labels = new Set(rows.flatMap(({ groups }) => groups.map(labelOf)));
  const named = [...labels].filter((label) => label !== NA).toSorted(collator.compare);
  return labels.has(NA) ? [...named, NA] : named;
}

/** All groups of a data set as one text; @param written a median as text */
function groupText(
  { groups, number_of_groups }: GeneInDataSet,
  written: (median: number) => string,
): string | null {
  if (groups.length === 0) return null;
  const more = number_of_groups > groups.length ? `; and ${number_of_groups - groups.length} more` : '';
  return (
    groups.map((group) => `${labelOf(group)}: ${written(group.median)} (n=${group.n})`).join('; ') + more
  );
}

function groupColumns(labels: readonly string[]): Column<GeneInDataSet>[] {
  if (labels.length > MAX_GROUP_COLUMNS) {
    const about = { key: 'groups', title: 'Medians of the groups', width: 420 } as const;
    return [
      {
        ...{ ...about, isSortable: false },
        value: (row) => groupText(row, String),
        show: (row) => groupText(row, formatDecimal) ?? MISSING,
      },
    ];
  }
  return labels.flatMap((label, at): Column<GeneInDataSet>[] => {
    const groupOf = ({ groups }: GeneInDataSet) => groups.find((group) => labelOf(group) === label);
    return [
      {
        ...{ key: `median_${at}`, title: `Median, ${label}`, kind: 'decimal', width: 130 },
        isSortable: false,
        value: (row) => groupOf(row)?.median ?? null,
        show: (row) => (groupOf(row) === undefined ? MISSING : formatDecimal(groupOf(row)?.median ?? 0)),
      },
      {
        ...{ key: `n_${at}`, title: `n, ${label}`, kind: 'number', width: 90 },
        isSortable: false,
        value: (row) => groupOf(row)?.n ?? null,
        show: (row) => (groupOf(row) === undefined ? MISSING : String(groupOf(row)?.n)),
      },
    ];
  });
}

/** Beside the median: what the table is looked at for. */
const P_AND_Q: readonly Column<GeneInDataSet>[] = [
  {
    ...{ key: 'p_value', title: 'P', kind: 'p-value', width: 96 },
    value: ({ test }) => test?.p_value ?? null,
  },
  {
    ...{ key: 'q_value', title: 'q', kind: 'p-value', width: 96, isSortable: false },
    value: ({ test }) => test?.q_value ?? null,
  },
];

/** Why a data set has no test, after `not tested: `. */
export const NO_GENE_TEST_TEXTS: Record<NoGeneTestReason, string> = {
  ...NO_TEST_TEXTS,
  'values not stored yet': 'its values are still being prepared',
  'no such attribute': 'its samples do not have the attribute',
  'the attribute does not tell the samples apart': 'it has fewer than two groups to compare',
};

function testText({ test, not_tested }: GeneInDataSet): string | null {
  if (test !== null) return TEST_NAMES[test.kind].name;
  return not_tested === null ? null : `not tested: ${NO_GENE_TEST_TEXTS[not_tested]}`;
}

const TEST: readonly Column<GeneInDataSet>[] = [
  {
    ...{ key: 'test', title: 'Test', width: 170, isSortable: false },
    value: testText,
  },
  {
    ...{ key: 'tested_n', title: 'n of the test', kind: 'number', width: 110, isSortable: false },
    value: ({ test }) => test?.n ?? null,
  },
  {
    ...{ key: 'statistic_name', title: 'Statistic is', width: 100, isSortable: false },
    value: ({ test }) => (test === null ? null : TEST_NAMES[test.kind].statistic),
  },
  {
    ...{ key: 'statistic', title: 'Statistic', kind: 'decimal', width: 110, isSortable: false },
    value: ({ test }) => test?.statistic ?? null,
  },
];

const FEATURE = {
  key: 'feature',
  title: 'Feature',
  kind: 'identifier',
  width: 130,
  isSortable: false,
} as const;

/** @param attribute '' without one */
export function everyDataSetColumns(
  symbol: string,
  attribute: string,
  rows: readonly GeneInDataSet[],
): Column<GeneInDataSet>[] {
  return [
    { key: 'title', title: 'Data set', width: 340, href: ({ id }) => dataSetAddress(id) },
    {
      ...{ key: 'picture', title: 'Picture', width: 80, isSortable: false },
      value: () => 'Show',
      href: ({ id }) =>
        `${geneAddress(symbol, 'expression')}&ds=${id}${attribute === '' ? '' : `&attribute=${encodeURIComponent(attribute)}`}`,
    },
    { key: 'n', title: 'Samples', kind: 'number', width: 90 },
    { key: 'median', title: 'Median', kind: 'decimal', width: 90 },
    ...(attribute === '' ? [] : [...P_AND_Q, ...groupColumns(groupLabels(rows)), ...TEST]),
    FEATURE,
  ];
}
