import { geneAddress } from '@omicon/contract/addresses.ts';
import { listMarkers, type Marker } from '@omicon/contract/areas/cell-types.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import type { Column } from '../../ui/grid/columns.ts';
import { ListGrid } from '../../ui/grid/ListGrid.tsx';
import { useAddressGrid } from '../../ui/grid/use-address-grid.ts';

const COLUMNS: readonly Column<Marker>[] = [
  { key: 'gene', title: 'Gene', width: 140, href: (row) => geneAddress(row.gene) },
  { key: 'tau', title: 'Tau', kind: 'decimal', width: 100 },
  { key: 'mean', title: 'Mean', kind: 'decimal', width: 100 },
  { key: 'percent', title: 'Cells that express it, %', kind: 'decimal', width: 190 },
  { key: 'next_type', title: 'Next type', width: 200, isSortable: false },
  { key: 'next_mean', title: 'Mean in the next type', kind: 'decimal', width: 180, isSortable: false },
];

/** The page shows a level and a type where the address has none. */
const PAGING = listMarkers.query.omit({ level: true, type: true });

interface MarkersProps {
  id: number;
  level: string;
  type: string;
}

/** Genes that are highest in a type, the most specific first. */
export function MarkerGrid({ id, level, type }: MarkersProps) {
  const { query, pagingOf } = useAddressGrid(PAGING, { sort: 'tau', order: 'desc' });
  const list = useEndpoint(listMarkers, { params: { id }, query: { ...query, level, type } });
  return (
    <ListGrid
      name="markers"
      caption={`Markers of ${type}`}
      columns={COLUMNS}
      list={list}
      pagingOf={pagingOf}
      rowKey={(row) => row.gene}
      emptyHint="No gene is highest in this type."
    />
  );
}
