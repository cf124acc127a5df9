import type { AnalysisItem } from '@omicon/contract/analyses.ts';
import { nameVisibility } from '@omicon/domain/permissions.ts';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { analysisAddress, dataSetOfAnalysisAddress } from '../../base/addresses.ts';
import { useSession } from '../../base/session.ts';
import { confirmDelete, offerUndo } from '../../ui/confirm-delete.tsx';
import type { Column } from '../../ui/grid/columns.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import type { RowAction } from '../../ui/grid/RowMenu.tsx';
import type { ServerPaging } from '../../ui/grid/use-grid-rows.ts';
import { useDeleteAnalysis, useRestoreAnalysis } from './calls.ts';

const COLUMNS: readonly Column<AnalysisItem>[] = [
  {
    key: 'title',
    title: 'Title',
    kind: 'text',
    width: 300,
    value: (row) => row.title,
    href: (row) => analysisAddress(row.id),
  },
  { key: 'omicon_id', title: 'Omicon ID', kind: 'identifier', width: 110, value: (row) => row.omicon_id },
  {
    key: 'input_data_set',
    title: 'Input data set',
    kind: 'text',
    width: 260,
    value: (row) => row.input_data_set,
    href: (row) =>
      row.input_data_set_id === null ? null : dataSetOfAnalysisAddress(row.id, row.input_data_set_id),
  },
  {
    key: 'covariation_networks',
    title: 'Covariation networks',
    kind: 'number',
    width: 170,
    value: (row) => row.covariation_networks,
  },
  {
    key: 'covariation_modules',
    title: 'Modules',
    kind: 'number',
    width: 100,
    value: (row) => row.covariation_modules,
    isSortable: false,
  },
  { key: 'owner', title: 'Owner', kind: 'text', width: 130, value: (row) => row.owner },
  { key: 'analyst', title: 'Analyst', kind: 'text', width: 130, value: (row) => row.analyst },
  {
    key: 'visibility',
    title: 'Availability',
    kind: 'text',
    width: 110,
    value: (row) => nameVisibility(row.visibility),
  },
  { key: 'creation_date', title: 'Created', kind: 'date', width: 110, value: (row) => row.creation_date },
  { key: 'upload_date', title: 'Upload Date', kind: 'date', width: 120, value: (row) => row.upload_date },
];

interface AnalysisGridProps {
  rows: readonly AnalysisItem[] | undefined;
  server: ServerPaging;
  failure: { error: unknown; onRetry(): void } | null;
  /** why there may be none here */
  emptyHint: ReactNode;
  onDownload(row: AnalysisItem): void;
}

export function AnalysisGrid({ onDownload, ...props }: AnalysisGridProps) {
  const { hasPermission, isGuest } = useSession();
  const canDelete = hasPermission('PROJECT_DELETE');
  // Guests see Download and learn that it needs an account of their own.
  const canAskForDownload = isGuest || hasPermission('PROJECT_DOWNLOAD');
  const deletion = useDeleteAnalysis();
  const restoration = useRestoreAnalysis();

  function actionsOf(row: AnalysisItem): RowAction[] {
    const remove: RowAction = {
      label: 'Delete',
      icon: <IconTrash size={16} aria-hidden="true" />,
      isDestructive: true,
      run: () =>
        confirmDelete({
          kind: 'analysis',
          name: row.title,
          run: () =>
            deletion.mutate(row.id, {
              onSuccess: () => offerUndo(row.title, () => restoration.mutate(row.id)),
            }),
        }),
    };
    return [
      ...(canAskForDownload
        ? [
            {
              label: 'Download',
              icon: <IconDownload size={16} aria-hidden="true" />,
              run: () => onDownload(row),
            },
          ]
        : []),
      ...(canDelete ? [remove] : []),
    ];
  }

  return (
    <DataGrid
      name="analyses"
      caption="Analyses"
      columns={COLUMNS}
      rowKey={(row) => row.omicon_id}
      rowName={(row) => row.title}
      rowHref={(row) => analysisAddress(row.id)}
      {...(canDelete || canAskForDownload ? { actions: actionsOf } : {})}
      {...props}
    />
  );
}
