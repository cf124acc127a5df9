import { CommentLog } from '../areas/notifications/CommentLog.tsx';
import { DigestChoice } from '../areas/notifications/DigestChoice.tsx';
import { useSession } from '../base/session.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PageTitle } from '../ui/PageTitle.tsx';

/** `/home/comment-notifications`: mentions, answers and news of followed threads. */
export function CommentNotifications() {
  const { hasPermission } = useSession();
  return (
    <>
      <PageTitle title="Comment Notification" />
      {hasPermission('NOTIFICATION_COMMENTS_VIEW') ? (
        <>
          <DigestChoice />
          <CommentLog />
        </>
      ) : (
        <EmptyState title="There is no comment log for guests">
          Mentions and answers need an account of your own.
        </EmptyState>
      )}
    </>
  );
}
