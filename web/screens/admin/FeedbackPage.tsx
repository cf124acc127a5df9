import { NAMED_SCREENS } from '@omicon/routes/named-screens.ts';
import { z } from 'zod';
import { BugReportGrid } from '../../areas/feedback/BugReportGrid.tsx';
import { FeedbackGrid } from '../../areas/feedback/FeedbackGrid.tsx';
import { useAddressQuery } from '../../base/addresses/address-query.ts';
import { useSession } from '../../base/sign-in/session.ts';
import { OnlyWith } from '../../layout/OnlyWith.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { TabLinks } from '../../ui/navigation/TabLinks.tsx';
import { TabPanel } from '../../ui/navigation/TabPanel.tsx';

const shape = z.object({ tab: z.enum(['bug-reports', 'feedback']).catch('bug-reports') });

const TABS = [
  { name: 'bug-reports', title: 'Bug Reports' },
  { name: 'feedback', title: 'Feedback' },
] as const;

/** `/home/admin/feedback`: bug reports, comments and wishes, with their status. */
export function FeedbackPage() {
  const { query } = useAddressQuery(shape);
  const { hasPermission } = useSession();
  const mayEdit = hasPermission('FEEDBACK_EDIT');
  return (
    <OnlyWith
      screen={NAMED_SCREENS.feedback}
      refusal="You cannot see this list"
      hint="Only administrators can read reports."
    >
      <PageTitle title={NAMED_SCREENS.feedback.title} />
      <TabLinks label="Lists of reports" tabs={TABS} chosen={query.tab} />
      <TabPanel>
        {query.tab === 'bug-reports' ? (
          <BugReportGrid mayEdit={mayEdit} />
        ) : (
          <FeedbackGrid mayEdit={mayEdit} />
        )}
      </TabPanel>
    </OnlyWith>
  );
}
