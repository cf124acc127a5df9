import type { Column } from '../../../ui/grid/columns.ts';
import { DataGrid } from '../../../ui/grid/DataGrid.tsx';
import { PARTS } from './parts.ts';

type Part = (typeof PARTS)[number];

const COLUMNS: readonly Column<Part>[] = [
  { key: 'name', title: 'Part', kind: 'text', width: 320 },
  { key: 'version', title: 'Version', kind: 'text', width: 140 },
  { key: 'licence', title: 'Licence', kind: 'text', width: 160 },
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
      rowName={(row) => row.name}
    />
  );
}
