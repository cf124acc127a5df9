import type { Counterpart } from '@omicon/contract/areas/matching.ts';
import type { ReactNode } from 'react';
import type { Column } from '../../ui/grid/columns.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { dataSetColumn, moduleColumn, networkColumn } from '../../ui/grid/record-columns.ts';
import { formatDecimal, MISSING } from '../../ui/text/format.ts';

const YES = '\u2713';

const COLUMNS: readonly Column<Counterpart>[] = [
  // Up to the data set they fit beside the menu and the related records on a screen of 1440 px.
  moduleColumn(180),
  { key: 'overlap', title: 'Common genes', kind: 'number', width: 116 },
  { key: 'p_value', title: 'P', kind: 'p-value', width: 80 },
  { key: 'q_value', title: 'q', kind: 'p-value', width: 80 },
  { key: 'rho', title: 'ρ', kind: 'decimal', width: 64 },
  dataSetColumn(264),
  {
    key: 'is_reciprocal',
    title: 'Reciprocal best',
    width: 130,
    value: ({ is_reciprocal }) => (is_reciprocal === null ? null : is_reciprocal ? 'yes' : 'no'),
    show: ({ is_reciprocal }) => (is_reciprocal === null ? MISSING : is_reciprocal ? YES : 'no'),
  },
  { key: 'size', title: 'Genes', kind: 'number', width: 80 },
  { key: 'jaccard', title: 'Jaccard', kind: 'decimal', width: 90 },
  { key: 'technology', title: 'Technology', width: 120 },
  { key: 'organism', title: 'Organism', width: 130 },
  { key: 'rho_of_members', title: 'ρ of members', kind: 'decimal', width: 120 },
  {
    key: 'eigengene_r',
    title: 'r of eigengenes',
    kind: 'decimal',
    width: 150,
    show: ({ eigengene_r, common_samples }) =>
      eigengene_r === null ? MISSING : `${formatDecimal(eigengene_r, 2)} (n=${common_samples})`,
  },
  { key: 'common_symbols', title: 'Common symbols', kind: 'number', width: 140 },
  networkColumn(260),
];

/** Whether a module shares no more genes than by chance. */
export function isByChance({ q_value }: Counterpart): boolean {
  return q_value === 1;
}

const OF_ONE_ORGANISM = COLUMNS.filter(({ key }) => key !== 'organism');

/** The counterparts of a module. @param onTest tests the module in a data set */
export function CounterpartGrid({
  module,
  rows,
  withOrganism,
  toolbar,
  checks,
  chosenAction,
  onTest,
}: {
  module: string;
  rows: readonly Counterpart[];
  /** whether there are networks of several organisms */
  withOrganism: boolean;
  toolbar: ReactNode;
  /** Omicon IDs of the checked rows */
  checks: { keys: ReadonlySet<string>; onChange(keys: ReadonlySet<string>): void };
  /** a button for the checked rows */
  chosenAction(listChosen: () => readonly Counterpart[]): ReactNode;
  onTest(dataSet: number): void;
}) {
  return (
    <DataGrid
      name="counterparts"
      caption={`Modules like ${module}`}
      columns={withOrganism ? COLUMNS : OF_ONE_ORGANISM}
      rows={rows}
      isDimmed={isByChance}
      rowKey={(row) => row.omicon_id}
      rowName={(row) => `${row.name} of ${row.data_set.title}`}
      actions={(row) => [
        {
          label: `Test ${module} in this data set`,
          run: () => onTest(row.data_set.id),
        },
      ]}
      emptyHint="No module of another network you can read shares a gene with this one."
      checks={checks}
      chosenAction={chosenAction}
      toolbar={toolbar}
    />
  );
}
