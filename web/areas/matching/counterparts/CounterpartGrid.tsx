import { metaModuleAddress } from '@omicon/contract/addresses.ts';
import type { Counterpart } from '@omicon/contract/areas/matching.ts';
import type { ModuleFold } from '@omicon/domain/records/module-fold.ts';
import { type ReactNode, useMemo } from 'react';
import type { Column } from '../../../ui/grid/columns.ts';
import { DataGrid } from '../../../ui/grid/DataGrid.tsx';
import { foldingOfModules } from '../../../ui/grid/folds/module-folds.ts';
import { useFolds, useOpenRows } from '../../../ui/grid/folds/use-folds.tsx';
import { dataSetColumn, moduleColumn, networkColumn } from '../../../ui/grid/record-columns.ts';
import { formatDecimal, MISSING } from '../../../ui/text/format.ts';
import { type CounterpartRow, foldCounterparts } from './fold-counterparts.ts';

const YES = '\u2713';

type CounterpartColumn = Column<CounterpartRow>;

const [DATA_SET_WIDTH, FOLDED_WIDTH] = [264, 92];

/** Opens the counterparts that are folded under one. */
const FOLDED_COLUMN: CounterpartColumn = {
  key: 'Folded',
  title: 'Folded',
  kind: 'number',
  width: FOLDED_WIDTH,
};

const FOLDING = foldingOfModules(({ Folded, isUnder }: CounterpartRow) => ({ count: Folded ?? 0, isUnder }));

const COLUMNS: readonly CounterpartColumn[] = [
  // Up to the data set they fit beside the menu and the related records on a screen of 1440 px.
  moduleColumn(180),
  { key: 'overlap', title: 'Common genes', kind: 'number', width: 116 },
  { key: 'p_value', title: 'P', kind: 'p-value', width: 80 },
  { key: 'q_value', title: 'q', kind: 'p-value', width: 80 },
  { key: 'rho', title: 'ρ', kind: 'decimal', width: 64 },
  dataSetColumn(DATA_SET_WIDTH),
  {
    key: 'meta_module',
    title: 'Signal',
    width: 170,
    value: ({ meta_module }) => meta_module?.name ?? null,
    href: ({ meta_module }) => (meta_module === null ? null : metaModuleAddress(meta_module.omicon_id)),
    also: [{ title: 'Meta-module', value: ({ meta_module }) => meta_module?.omicon_id ?? null }],
  },
  {
    key: 'support',
    title: 'Support',
    kind: 'number',
    width: 90,
    value: ({ meta_module }) => meta_module?.found ?? null,
    show: ({ meta_module }) =>
      meta_module === null ? MISSING : `${meta_module.found} of ${meta_module.findable}`,
    also: [{ title: 'Findable in', value: ({ meta_module }) => meta_module?.findable ?? null }],
  },
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

/** The columns of a list. Folded, the data set leaves room, so that it is still seen. */
function columnsOf(withOrganism: boolean, per: ModuleFold): readonly CounterpartColumn[] {
  const shown = withOrganism ? COLUMNS : COLUMNS.filter(({ key }) => key !== 'organism');
  if (per === 'module') return shown;
  const at = shown.findIndex(({ key }) => key === 'data_set');
  return shown.toSpliced(at, 1, FOLDED_COLUMN, dataSetColumn(DATA_SET_WIDTH - FOLDED_WIDTH));
}

const keyOf = ({ omicon_id }: CounterpartRow) => omicon_id;
const nameOf = ({ name, data_set }: CounterpartRow) => `${name} of ${data_set.title}`;

/** The counterparts of a module. @param onTest tests the module in a data set */
export function CounterpartGrid({
  module,
  rows: counterparts,
  per = 'module',
  withOrganism,
  toolbar,
  checks,
  chosenAction,
  onTest,
}: {
  module: string;
  rows: readonly Counterpart[];
  /** what a row stands for; every counterpart for itself unless given */
  per?: ModuleFold;
  /** whether there are networks of several organisms */
  withOrganism: boolean;
  toolbar: ReactNode;
  /** Omicon IDs of the checked rows */
  checks: { keys: ReadonlySet<string>; onChange(keys: ReadonlySet<string>): void };
  /** a button for the checked rows */
  chosenAction(listChosen: () => readonly Counterpart[]): ReactNode;
  onTest(dataSet: number): void;
}) {
  const { rows, under } = useMemo(() => foldCounterparts(counterparts, per), [counterparts, per]);
  const columns = useMemo(() => columnsOf(withOrganism, per), [withOrganism, per]);
  const list = {
    columns,
    folding: per === 'module' ? undefined : FOLDING,
    rowKey: keyOf,
    rowName: nameOf,
  };
  const { open, ...openRows } = useOpenRows(list, rows);
  const opened = new Map(open.map(({ key }) => [key, under.get(key) ?? []]));
  const folds = useFolds(list, rows, { ...openRows, under: opened });
  return (
    <DataGrid
      name="counterparts"
      caption={`Modules like ${module}`}
      columns={folds.columns}
      rows={folds.rows}
      isDimmed={isByChance}
      rowKey={keyOf}
      rowName={nameOf}
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
