import { Text } from '@mantine/core';
import type { SurvivalPanel } from '@omicon/contract/areas/statistics/survival.ts';
import type { Column } from '../../ui/grid/columns.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { formatPValue } from '../../ui/text/format.ts';

type Term = NonNullable<SurvivalPanel['cox']>['terms'][number];

const COLUMNS: readonly Column<Term>[] = [
  {
    key: 'name',
    title: 'Term',
    width: 260,
    show: ({ name, label }) => (label === name ? name : <span title={name}>{label}</span>),
  },
  {
    key: 'hazard_ratio',
    title: 'Hazard ratio',
    kind: 'decimal',
    width: 130,
    value: ({ is_estimable, hazard_ratio }) => (is_estimable ? hazard_ratio : 'not estimable'),
  },
  {
    key: 'low',
    title: 'Lower 95 %',
    kind: 'decimal',
    width: 110,
    value: ({ is_estimable, low }) => (is_estimable ? low : null),
  },
  {
    key: 'high',
    title: 'Upper 95 %',
    kind: 'decimal',
    width: 110,
    value: ({ is_estimable, high }) => (is_estimable ? high : null),
  },
  {
    key: 'p_value',
    title: 'P',
    kind: 'p-value',
    width: 100,
    value: ({ is_estimable, p_value }) => (is_estimable ? p_value : null),
  },
  { key: 'zph_p_value', title: 'P, hazards proportional', kind: 'p-value', width: 190 },
  { key: 'zph_rho', title: 'Residuals with time, r', kind: 'decimal', width: 180 },
];

const MAX_NAMED = 3;

/** Why a model has no test of proportional hazards; null if every term is estimable. */
function whyUntested(terms: readonly Term[]): string | null {
  const named = terms.flatMap(({ is_estimable, label }) => (is_estimable ? [] : [label]));
  if (named.length === 0) return null;
  const more = named.length > MAX_NAMED ? ` and ${named.length - MAX_NAMED} more` : '';
  const ratios = named.length === 1 ? 'ratio' : 'ratios';
  return `Proportional hazards are not tested, because the hazard ${ratios} of ${named.slice(0, MAX_NAMED).join(', ')}${more} cannot be estimated.`;
}

/** Terms of a Cox model. */
export function CoxTable({ cox, name }: { cox: NonNullable<SurvivalPanel['cox']>; name: string }) {
  const { likelihood_ratio_p_value: p, n, events } = cox;
  const caption = `Cox model of ${n} samples with ${events} events${p === null ? '' : `, likelihood ratio P ${formatPValue(p)}`}`;
  const reason = whyUntested(cox.terms);
  return (
    <>
      <Text size="sm" mb="xs">
        {caption}
      </Text>
      {reason !== null && (
        <Text size="sm" mb="xs" role="note">
          {reason}
        </Text>
      )}
      <DataGrid
        name={`cox-${name}`}
        caption={caption}
        columns={COLUMNS}
        rows={cox.terms}
        failure={null}
        isFilterable={false}
        rowKey={(row) => row.name}
        rowName={(row) => row.label}
        emptyHint="The model has no term."
      />
    </>
  );
}
