import { ActionIcon, Popover } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { listUnreadNotifications } from '@omicon/contract/areas/notifications.ts';
import { IconBell } from '@tabler/icons-react';
import { useId } from 'react';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { useSession } from '../../base/sign-in/session.ts';
import { countOf } from '../../ui/text/format.ts';
import classes from './notification-bell.module.css';
import { UnreadList } from './UnreadList.tsx';
import { useNotificationSocket, useNotificationToasts } from './use-news.tsx';

/** The bell in the header, with a dot while anything is unread, and its list. */
export function NotificationBell() {
  const { session } = useSession();
  const personId = session?.me.id ?? null;
  const [isOpen, { close, toggle }] = useDisclosure(false);
  const titleId = useId();
  const unread = useEndpoint(listUnreadNotifications, {}, { enabled: personId !== null });
  useNotificationSocket(personId);
  useNotificationToasts(unread.data?.notifications);
  const total = unread.data?.total ?? 0;
  const label = total === 0 ? 'Notifications' : `Notifications, ${countOf(total, 'unread', 'unread')}`;

  return (
    <Popover
      opened={isOpen}
      onChange={(wanted) => !wanted && close()}
      position="bottom-end"
      width="min(400px, calc(100vw - 16px))"
      trapFocus
      returnFocus
      shadow="md"
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label={label}
          title={label}
          aria-busy={unread.data === undefined || undefined}
          className={classes.bell ?? ''}
          onClick={() => {
            if (!isOpen) void unread.refetch();
            toggle();
          }}
        >
          <IconBell size={18} stroke={1.6} aria-hidden="true" />
          {total > 0 && <span className={classes.dot} aria-hidden="true" />}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-labelledby={titleId}>
        <UnreadList titleId={titleId} unread={unread} onClose={close} />
      </Popover.Dropdown>
    </Popover>
  );
}
