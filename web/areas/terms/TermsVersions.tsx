import { modals } from '@mantine/modals';
import {
  getTermsVersion,
  listTermsVersions,
  type TermsVersion,
} from '@omicon/contract/areas/people/terms.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { NotLoaded } from '../../ui/feedback/NotLoaded.tsx';
import type { Column } from '../../ui/grid/columns.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { rowsOf } from '../../ui/grid/failure-of.ts';
import { TermsText } from './TermsText.tsx';

const COLUMNS: readonly Column<TermsVersion>[] = [
  { key: 'version', title: 'Version', kind: 'number', width: 90 },
  { key: 'dated', title: 'Dated', kind: 'date', width: 120 },
  { key: 'created_at', title: 'In force since', kind: 'date', width: 140 },
  { key: 'name', title: 'By', width: 200, value: (row) => row.name ?? 'Came with the portal' },
  { key: 'accepted_by', title: 'Accepted by', kind: 'number', width: 120 },
];

function VersionText({ version }: { version: number }) {
  const terms = useEndpoint(getTermsVersion, { params: { version } });
  if (!terms.isSuccess) return <NotLoaded reply={terms} what="the terms" />;
  return <TermsText terms={terms.data} />;
}

function openVersion(version: number): void {
  modals.open({
    title: `Terms Of Service, version ${version}`,
    size: 'lg',
    children: <VersionText version={version} />,
  });
}

/** All versions, newest first, with date, author and the number of people whose last acceptance it is. */
export function TermsVersions() {
  const versions = useEndpoint(listTermsVersions, {});
  return (
    <DataGrid
      name="terms"
      caption="Versions"
      columns={COLUMNS}
      {...rowsOf(versions)}
      rowKey={(row) => String(row.version)}
      rowName={(row) => `version ${row.version}`}
      actions={(row) => [{ label: 'Read', run: () => openVersion(row.version) }]}
    />
  );
}
