import { moduleAddress } from '@omicon/contract/addresses.ts';
import { displayAttribute } from '@omicon/domain/records/samples/sample-attributes.ts';
import { labelOf } from '@omicon/domain/records/samples/value-labels.ts';
import { higherGroup } from '@omicon/domain/statistics/modules/traits.ts';
import { collectRecords } from '../../../actions/collect/collect-rows.tsx';
import type { Column } from '../../../ui/grid/columns.ts';
import { DataGrid } from '../../../ui/grid/DataGrid.tsx';
import { moduleColumn } from '../../../ui/grid/record-columns.ts';
import { listCells, type TraitTable } from './trait-cells.ts';

/** The values of the map, one row per module and attribute. */
export function TraitGrid({ table, version }: { table: TraitTable; version: number | undefined }) {
  const rows = listCells(table).map(({ module, trait, ...cell }) => ({
    ...cell,
    omicon_id: module.omicon_id,
    name: module.name,
    theme: module.theme,
    attribute: displayAttribute(trait.attribute),
    kind: trait.kind,
    n: trait.n,
    higher_in: labelOf(higherGroup(trait, cell.r), trait.value_labels),
  }));
  const columns: Column<(typeof rows)[number]>[] = [
    moduleColumn(220, (row) => moduleAddress(row.omicon_id, '', version ?? null)),
    { key: 'attribute', title: 'Attribute', width: 200 },
    { key: 'kind', title: 'Kind', width: 110 },
    { key: 'n', title: 'n', kind: 'number', width: 70 },
    { key: 'higher_in', title: 'Higher in', width: 130 },
    { key: 'r', title: 'r', kind: 'decimal', width: 80 },
    { key: 'r2', title: 'R²', kind: 'decimal', width: 80 },
    { key: 'p_value', title: 'P', kind: 'p-value', width: 110 },
    { key: 'q_value', title: 'q', kind: 'p-value', width: 110 },
  ];
  return (
    <DataGrid
      name="module-traits"
      caption="Modules and sample attributes"
      columns={columns}
      rows={rows}
      chosenAction={collectRecords}
      pageSize={50}
      rowKey={(row) => `${row.omicon_id} ${row.attribute}`}
      rowName={(row) => `${row.name} and ${row.attribute}`}
    />
  );
}
