import { cellTypeReferenceAddress } from '@omicon/contract/addresses.ts';
import { type CellTypeReferenceItem, listCellTypeReferences } from '@omicon/contract/areas/cell-types.ts';
import type { Column } from '../../ui/grid/columns.ts';
import { ListGrid } from '../../ui/grid/ListGrid.tsx';
import { useAddressList } from '../../ui/grid/use-address-list.ts';

const COLUMNS: readonly Column<CellTypeReferenceItem>[] = [
  { key: 'title', title: 'Title', width: 300, href: (row) => cellTypeReferenceAddress(row.omicon_id) },
  { key: 'organism', title: 'Organism', width: 140 },
  { key: 'region', title: 'Region', width: 150 },
  { key: 'condition', title: 'Condition', width: 130 },
  { key: 'number_of_types', title: 'Cell types', kind: 'number', width: 110 },
  { key: 'number_of_cells', title: 'Cells', kind: 'number', width: 110 },
  { key: 'number_of_genes', title: 'Genes', kind: 'number', width: 100 },
  { key: 'upload_date', title: 'Date Uploaded', kind: 'date', width: 130 },
  { key: 'omicon_id', title: 'Omicon ID', kind: 'identifier', width: 120 },
];

/** Current cell type references. */
export function CellTypeReferenceGrid() {
  const page = useAddressList(listCellTypeReferences, (query) => ({ query }), { sort: 'title' });
  return (
    <ListGrid
      name="cell-type-references"
      caption="Cell type references"
      columns={COLUMNS}
      {...page}
      rowKey={(row) => row.omicon_id}
      emptyHint="Cell type references appear here once they have been imported. The user guide describes their folder."
    />
  );
}
