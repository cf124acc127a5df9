import { CommentLog } from '../../areas/notifications/CommentLog.tsx';
import { DigestChoice } from '../../areas/notifications/DigestChoice.tsx';
import { OnlyWith } from '../../layout/OnlyWith.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';

/** `/home/comment-notifications`: mentions, replies and new comments in followed threads. */
export function CommentNotifications() {
  return (
    <OnlyWith
      access="NOTIFICATION_COMMENTS_VIEW"
      title="Comment Notification"
      refusal="There is no comment log for guests"
      hint="You need an account to receive mentions and replies."
    >
      <PageTitle title="Comment Notification" />
      <DigestChoice />
      <CommentLog />
    </OnlyWith>
  );
}
