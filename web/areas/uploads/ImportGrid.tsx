import { importAddress } from '@omicon/contract/addresses.ts';
import { type IntakeRun, listIntakeRuns } from '@omicon/contract/areas/uploads.ts';
import type { Column } from '../../ui/grid/columns.ts';
import { ListGrid } from '../../ui/grid/ListGrid.tsx';
import { useAddressGrid } from '../../ui/grid/use-address-grid.ts';
import { useListIntakeRuns } from './calls.ts';

const COLUMNS: readonly Column<IntakeRun>[] = [
  { key: 'source', title: 'Archive or folder', width: 260, href: (row) => importAddress(row.id) },
  {
    key: 'summary',
    title: 'Result',
    width: 380,
    value: (row) => row.summary ?? 'Running',
    isSortable: false,
  },
  { key: 'warnings', title: 'Warnings', kind: 'number', width: 100, isSortable: false },
  { key: 'started_at', title: 'Started', kind: 'time', width: 150 },
  {
    key: 'imported_by',
    title: 'Imported by',
    width: 160,
    value: (row) => row.imported_by ?? 'Command line',
    isSortable: false,
  },
];

/** Past and running imports, newest first; each links to its report. */
export function ImportGrid() {
  const { query, pagingOf } = useAddressGrid(listIntakeRuns.query, { order: 'desc' });
  const list = useListIntakeRuns(query);
  return (
    <ListGrid
      name="imports"
      caption="Imports"
      columns={COLUMNS}
      list={list}
      pagingOf={pagingOf}
      rowKey={(row) => String(row.id)}
      emptyHint="Archives that you upload appear here with their reports."
    />
  );
}
