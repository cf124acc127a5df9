import { analysisAddress, dataSetOfAnalysisAddress } from '@omicon/contract/addresses.ts';
import {
  type AnalysisItem,
  deleteAnalysis,
  restoreAnalysis,
} from '@omicon/contract/areas/analyses/analyses.ts';
import type { ReactNode } from 'react';
import { useRecordActions } from '../../actions/use-record-actions.ts';
import { useChange } from '../../base/calls/use-endpoint.ts';
import type { Column } from '../../ui/grid/columns.ts';
import { type AddressList, ListGrid } from '../../ui/grid/ListGrid.tsx';
import { visibilityColumn } from '../../ui/grid/record-columns.ts';

const COLUMNS: readonly Column<AnalysisItem>[] = [
  { key: 'title', title: 'Title', width: 300, href: (row) => analysisAddress(row.id) },
  { key: 'omicon_id', title: 'Omicon ID', kind: 'identifier', width: 110 },
  {
    key: 'input_data_set',
    title: 'Input data set',
    width: 340,
    href: (row) =>
      row.input_data_set_id === null ? null : dataSetOfAnalysisAddress(row.id, row.input_data_set_id),
  },
  { key: 'covariation_networks', title: 'Covariation networks', kind: 'number', width: 170 },
  { key: 'covariation_modules', title: 'Modules', kind: 'number', width: 100, isSortable: false },
  { key: 'owner', title: 'Owner', width: 130 },
  { key: 'analyst', title: 'Analyst', width: 130 },
  visibilityColumn(),
  { key: 'creation_date', title: 'Created', kind: 'date', width: 110 },
  { key: 'upload_date', title: 'Upload Date', kind: 'date', width: 120 },
];

interface AnalysisGridProps extends AddressList<AnalysisItem> {
  /** why the list may be empty */
  emptyHint: ReactNode;
}

export function AnalysisGrid(props: AnalysisGridProps) {
  const actions = useRecordActions('project', {
    permission: deleteAnalysis.permission,
    remove: useChange(deleteAnalysis, { refreshes: 'everything' }),
    restore: useChange(restoreAnalysis, { refreshes: 'everything' }),
  });
  return (
    <ListGrid
      name="analyses"
      caption="Analyses"
      columns={COLUMNS}
      rowKey={(row) => row.omicon_id}
      actions={actions}
      {...props}
    />
  );
}
