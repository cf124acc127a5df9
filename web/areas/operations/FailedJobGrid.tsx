import { analysisAddress } from '@omicon/contract/addresses.ts';
import { JOB_TITLES } from '@omicon/contract/areas/job-titles.ts';
import { type FailedJob, listFailedJobs, restartFailedJob } from '@omicon/contract/areas/operations.ts';
import { useChange } from '../../base/calls/use-endpoint.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import type { Column } from '../../ui/grid/columns.ts';
import { ListGrid } from '../../ui/grid/ListGrid.tsx';
import { useAddressList } from '../../ui/grid/use-address-list.ts';

/** Jobs of another version may have failed, too. */
const titles: Record<string, string> = JOB_TITLES;

const COLUMNS: readonly Column<FailedJob>[] = [
  { key: 'task', title: 'Job', width: 240, value: (row) => titles[row.task] ?? row.task },
  { key: 'message', title: 'Last error', width: 440, isSortable: false },
  {
    key: 'analysis_title',
    title: 'Analysis',
    width: 220,
    href: (row) => (row.analysis_id === null ? null : analysisAddress(row.analysis_id)),
    isSortable: false,
  },
  { key: 'failed_at', title: 'Last try', kind: 'time', width: 150 },
  { key: 'tries', title: 'Tries', kind: 'number', width: 80, isSortable: false },
];

/** Jobs that were given up, with their last error message. */
export function FailedJobGrid({ mayRestart }: { mayRestart: boolean }) {
  const page = useAddressList(listFailedJobs, (query) => ({ query }), { staleTime: 0 });
  const restart = useChange(restartFailedJob, { refreshes: [listFailedJobs], refreshesAfterFailure: true });

  function tryAgain({ id }: FailedJob): void {
    const message = 'The job has all its tries again and runs as soon as a worker is free.';
    restart.mutate(
      { params: { id }, idempotencyKey: crypto.randomUUID() },
      { onSuccess: () => showToast({ type: 'success', title: 'Started again', message }) },
    );
  }

  return (
    <ListGrid
      name="failed-jobs"
      caption="Failed jobs"
      columns={COLUMNS}
      {...page}
      rowKey={(row) => String(row.id)}
      actions={(row) => (mayRestart ? [{ label: 'Try again', run: () => tryAgain(row) }] : [])}
      emptyHint="No background job has been given up."
    />
  );
}
