import type { Column } from '../../../ui/grid/columns.ts';
import { DataGrid } from '../../../ui/grid/DataGrid.tsx';
import { PARTS } from './parts.ts';

type Part = (typeof PARTS)[number];

const COLUMNS: readonly Column<Part>[] = [
  { key: 'name', title: 'Part', width: 320 },
  { key: 'version', title: 'Version', width: 140 },
  { key: 'licence', title: 'Licence', width: 160 },
];

/** All packages that the product uses. */
export function PartsTable() {
  return (
    <DataGrid
      name="omicon-parts"
      caption="Parts and their licences"
      columns={COLUMNS}
      rows={PARTS}
      rowKey={(row) => `${row.name} ${row.version}`}
    />
  );
}
