import { type FeedbackItem, listFeedback } from '@omicon/contract/areas/feedback.ts';
import { ListGrid } from '../../ui/grid/ListGrid.tsx';
import { useAddressList } from '../../ui/grid/use-address-list.ts';
import { useUpdateStatus } from './calls.ts';
import { openFeedbackItem } from './ReportDetails.tsx';
import { reportColumns } from './report-columns.tsx';
import { statusActions } from './statuses.ts';

const COLUMNS = reportColumns<FeedbackItem>('Comment', (row) => row.comment, openFeedbackItem);

/** Comments and wishes about the portal, newest first. */
export function FeedbackGrid({ mayEdit }: { mayEdit: boolean }) {
  const page = useAddressList(listFeedback, (query) => ({ query }), { staleTime: 0 });
  const update = useUpdateStatus('feedback');
  return (
    <ListGrid
      name="feedback"
      caption="Feedback"
      columns={COLUMNS}
      {...page}
      rowKey={(row) => String(row.id)}
      rowName={(row) => `the comment of ${row.first_name} ${row.last_name}`}
      actions={(row) => [
        { label: 'Open', run: () => openFeedbackItem(row) },
        ...(mayEdit ? statusActions(row, update.mutate) : []),
      ]}
      emptyHint="Nobody has written a comment or wish."
    />
  );
}
