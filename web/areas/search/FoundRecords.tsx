import type { FoundRecord } from '@omicon/contract/areas/search.ts';
import { samePortalPath } from '@omicon/domain/records/portal-path.ts';
import { recordKind } from '@omicon/domain/records/record-kinds.ts';
import { collectRecords } from '../../actions/collect/collect-rows.tsx';
import type { Column } from '../../ui/grid/columns.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';

const COLUMNS: readonly Column<FoundRecord>[] = [
  { key: 'title', title: 'Title', width: 420, href: (row) => samePortalPath(row.href) },
  { key: 'kind', title: 'Kind', width: 150, value: (row) => recordKind(row.entity_type).title },
  { key: 'omicon_id', title: 'Omicon ID', kind: 'identifier', width: 130 },
  { key: 'version', title: 'Version', kind: 'number', width: 90 },
  { key: 'found_by', title: 'Found by', width: 140 },
];

interface FoundRecordsProps {
  rows: readonly FoundRecord[] | undefined;
  failure: { error: unknown; onRetry(): void } | null;
}

export function FoundRecords({ rows, failure }: FoundRecordsProps) {
  const isChosen = rows?.some(({ entity_type }) => recordKind(entity_type).isCollected) === true;
  return (
    <DataGrid
      name="found-records"
      caption="Records found"
      columns={COLUMNS}
      rows={rows}
      failure={failure}
      {...(isChosen ? { chosenAction: collectRecords } : {})}
      rowKey={(row) => `${row.omicon_id}.${row.version}`}
      emptyHint="No collection, data set or analysis has this accession, PubMed ID, author or title."
    />
  );
}
