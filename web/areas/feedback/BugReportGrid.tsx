import { type BugReport, listBugReports } from '@omicon/contract/areas/feedback.ts';
import type { Column } from '../../ui/grid/columns.ts';
import { ListGrid } from '../../ui/grid/ListGrid.tsx';
import { useAddressList } from '../../ui/grid/use-address-list.ts';
import { useUpdateStatus } from './calls.ts';
import { openBugReport } from './ReportDetails.tsx';
import { reportColumns } from './report-columns.tsx';
import { statusActions } from './statuses.ts';

const COLUMNS: Column<BugReport>[] = [
  ...reportColumns<BugReport>('Bug description', (row) => row.bug_description, openBugReport),
  {
    key: 'screenshots',
    title: 'Screenshots',
    kind: 'number',
    width: 110,
    isSortable: false,
    value: (row) => row.screenshots.length,
  },
];

/** Bug reports, newest first. */
export function BugReportGrid({ mayEdit }: { mayEdit: boolean }) {
  const page = useAddressList(listBugReports, (query) => ({ query }), { staleTime: 0 });
  const update = useUpdateStatus('bug-reports');
  return (
    <ListGrid
      name="bug-reports"
      caption="Bug reports"
      columns={COLUMNS}
      {...page}
      rowKey={(row) => String(row.id)}
      rowName={(row) => `the report of ${row.first_name} ${row.last_name}`}
      actions={(row) => [
        { label: 'Open', run: () => openBugReport(row) },
        ...(mayEdit ? statusActions(row, update.mutate) : []),
      ]}
      emptyHint="Nobody has reported a bug yet. To report one, use Feedback in the header or on the public pages."
    />
  );
}
