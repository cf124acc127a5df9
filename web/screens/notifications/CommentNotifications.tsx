import { NAMED_SCREENS } from '@omicon/routes/named-screens.ts';
import { CommentLog } from '../../areas/notifications/CommentLog.tsx';
import { DigestChoice } from '../../areas/notifications/DigestChoice.tsx';
import { OnlyWith } from '../../layout/OnlyWith.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';

/** `/home/comment-notifications`: mentions, replies and new comments in followed threads. */
export function CommentNotifications() {
  return (
    <OnlyWith
      screen={NAMED_SCREENS.commentLog}
      refusal="There is no comment log for guests"
      hint="You need an account to receive mentions and replies."
    >
      <PageTitle title={NAMED_SCREENS.commentLog.title} />
      <DigestChoice />
      <CommentLog />
    </OnlyWith>
  );
}
