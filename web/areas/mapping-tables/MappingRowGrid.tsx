import {
  listMappingRows,
  type MappingRow,
  type MappingTableItem,
} from '@omicon/contract/areas/genes/mapping-tables.ts';
import { collectRows } from '../../actions/collect/collect-rows.tsx';
import { toGene } from '../../actions/collect/collected-items.ts';
import type { Column } from '../../ui/grid/columns.ts';
import { ListGrid } from '../../ui/grid/ListGrid.tsx';
import { useAddressList } from '../../ui/grid/use-address-list.ts';

const SYMBOL = 'SYMBOL';

function columnsOf(table: MappingTableItem): readonly Column<MappingRow>[] {
  return [
    { key: 'unique_identifier', title: table.unique_identifier, kind: 'identifier', width: 260 },
    { key: 'value', title: table.mapped_to, kind: 'identifier', width: 260 },
    { key: 'place', title: 'Row', kind: 'number', width: 90 },
  ];
}

/** The column that has symbols, the first of two; null without one. */
function symbolColumn({
  unique_identifier,
  mapped_to,
}: MappingTableItem): 'unique_identifier' | 'value' | null {
  if (unique_identifier === SYMBOL) return 'unique_identifier';
  return mapped_to === SYMBOL ? 'value' : null;
}

/** Rows of one mapping table; the filter matches the beginning of either identifier. */
export function MappingRowGrid({ table }: { table: MappingTableItem }) {
  const page = useAddressList(listMappingRows, (query) => ({ params: { id: table.id }, query }), {
    sort: 'place',
    page_size: 50,
  });
  const symbols = symbolColumn(table);
  return (
    <ListGrid
      name="mapping-rows"
      caption={`Rows of ${table.name}`}
      columns={columnsOf(table)}
      {...page}
      {...(symbols === null
        ? {}
        : {
            chosenAction: collectRows((row: MappingRow) => {
              const symbol = row[symbols];
              return symbol === null ? null : toGene({ symbol });
            }),
          })}
      rowKey={(row) => String(row.place)}
    />
  );
}
