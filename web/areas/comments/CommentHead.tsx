import { Badge, Tooltip } from '@mantine/core';
import type { Comment } from '@omicon/contract/areas/comments.ts';
import { COMMENT_VISIBILITY_NAMES } from '@omicon/domain/records/comments.ts';
import { AddressLink } from '../../ui/navigation/AddressLink.tsx';
import { formatTime } from '../../ui/text/format.ts';
import classes from './comments.module.css';
import { withComment } from './thread.ts';
import { useThread } from './thread-context.ts';

/** The time of today's comments, the day of older ones. */
function shortTime(time: string): string {
  const exact = formatTime(time);
  const today = formatTime(new Date().toISOString()).slice(0, 10);
  return exact.startsWith(today) ? exact.slice(11) : exact.slice(0, 10);
}

/** Author, time and visibility. */
export function CommentHead({ comment }: { comment: Comment }) {
  const { thread } = useThread();
  const { created_at, updated_at, is_edited, to_user, level } = comment;
  const exact = `${formatTime(created_at)}${is_edited ? `, edited ${formatTime(updated_at)}` : ''}`;
  return (
    <div className={classes.head}>
      <span className={classes.author}>{comment.created_by_name}</span>
      {level > 1 && to_user !== null && <span className={classes.dim}>to {to_user.name}</span>}
      <Tooltip label={exact} events={{ hover: true, focus: true, touch: true }}>
        <AddressLink
          href={withComment(thread.page_url, comment.id)}
          className={classes.time ?? ''}
          aria-label={`Link to this comment, written ${exact}`}
        >
          {shortTime(created_at)}
        </AddressLink>
      </Tooltip>
      {is_edited && <span className={classes.dim}>edited</span>}
      <Badge size="xs" variant="outline" color="gray" tt="none" fw={500} className={classes.visibility ?? ''}>
        {COMMENT_VISIBILITY_NAMES[comment.visibility]}
      </Badge>
    </div>
  );
}
