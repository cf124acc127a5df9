import { Button, Group } from '@mantine/core';
import type { ThreadState } from '@omicon/contract/areas/comments.ts';
import { IconBell, IconBellOff } from '@tabler/icons-react';
import { useSession } from '../../base/sign-in/session.ts';
import { useSetThreadState } from './calls.ts';
import type { Thread } from './thread.ts';

const CHOICES = [
  { state: 'follow', title: 'Follow', meaning: 'Get notified of all new comments here', Icon: IconBell },
  { state: 'mute', title: 'Mute', meaning: 'Get notified only of mentions here', Icon: IconBellOff },
] as const;

/** Follow or mute this thread; a second press undoes the choice. */
export function FollowButtons({ thread, state }: { thread: Thread; state: ThreadState }) {
  const { hasPermission } = useSession();
  const change = useSetThreadState(thread);
  if (!hasPermission('NOTIFICATION_COMMENTS_VIEW')) return null;
  const shown = change.isPending ? change.variables : state;
  return (
    <Group gap={4} wrap="nowrap">
      {CHOICES.map(({ state: choice, title, meaning, Icon }) => (
        <Button
          key={choice}
          size="compact-xs"
          variant={shown === choice ? 'light' : 'default'}
          aria-pressed={shown === choice}
          title={meaning}
          leftSection={<Icon size={13} aria-hidden="true" />}
          onClick={() => change.mutate(shown === choice ? 'none' : choice)}
        >
          {title}
        </Button>
      ))}
    </Group>
  );
}
