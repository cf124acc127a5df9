import { listMappingTables, type MappingTableItem } from '@omicon/contract/mapping-tables.ts';
import type { Column } from '../../ui/grid/columns.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { failureOf } from '../../ui/grid/failure-of.ts';
import { useAddressGrid } from '../../ui/grid/use-address-grid.ts';
import { useListMappingTables } from './calls.ts';

const COLUMNS: readonly Column<MappingTableItem>[] = [
  { key: 'name', title: 'Name', kind: 'text', width: 280, value: (row) => row.name },
  { key: 'version', title: 'Version', kind: 'version', width: 110, value: (row) => row.version },
  { key: 'platform', title: 'Platform', kind: 'text', width: 150, value: (row) => row.platform },
  { key: 'organism', title: 'Organism', kind: 'text', width: 150, value: (row) => row.organism },
  {
    key: 'unique_identifier',
    title: 'Unique Identifier',
    kind: 'text',
    width: 150,
    value: (row) => row.unique_identifier,
  },
  { key: 'mapped_to', title: 'Mapped to', kind: 'text', width: 180, value: (row) => row.mapped_to },
  { key: 'rows', title: 'Rows', kind: 'number', width: 100, value: (row) => row.rows },
  {
    key: 'date_uploaded',
    title: 'Date Uploaded',
    kind: 'date',
    width: 130,
    value: (row) => row.date_uploaded,
  },
];

export function MappingTableGrid() {
  const { query, pagingOf } = useAddressGrid(listMappingTables.query);
  const list = useListMappingTables(query);
  return (
    <DataGrid
      name="mapping-tables"
      caption="Mapping tables"
      columns={COLUMNS}
      rows={list.data?.results}
      server={pagingOf(list.data?.total)}
      failure={failureOf(list)}
      rowKey={(row) => String(row.id)}
      rowName={(row) => row.name}
      emptyHint="Mapping tables appear here once they have been added."
    />
  );
}
