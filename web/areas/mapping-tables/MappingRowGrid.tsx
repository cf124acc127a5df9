import {
  listMappingRows,
  type MappingRow,
  type MappingTableItem,
} from '@omicon/contract/areas/mapping-tables.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import type { Column } from '../../ui/grid/columns.ts';
import { ListGrid } from '../../ui/grid/ListGrid.tsx';
import { useAddressGrid } from '../../ui/grid/use-address-grid.ts';

function columnsOf(table: MappingTableItem): readonly Column<MappingRow>[] {
  return [
    { key: 'unique_identifier', title: table.unique_identifier, kind: 'identifier', width: 260 },
    { key: 'value', title: table.mapped_to, kind: 'identifier', width: 260 },
    { key: 'place', title: 'Row', kind: 'number', width: 90 },
  ];
}

/** Rows of one mapping table; the filter matches the beginning of either identifier. */
export function MappingRowGrid({ table }: { table: MappingTableItem }) {
  const { query, pagingOf } = useAddressGrid(listMappingRows.query, { sort: 'place', page_size: 50 });
  const list = useEndpoint(listMappingRows, { params: { id: table.id }, query });
  return (
    <ListGrid
      name="mapping-rows"
      caption={`Rows of ${table.name}`}
      columns={columnsOf(table)}
      list={list}
      pagingOf={pagingOf}
      rowKey={(row) => String(row.place)}
      rowName={(row) => row.unique_identifier}
    />
  );
}
