/** What of the unread notifications is new to this page, and how each is said. */
import type { MENTION_REASONS, UnreadNotification } from '@omicon/contract/areas/notifications.ts';
import { typeLabel } from './type-labels.ts';

/** Each once, by its number. */
export function withoutDuplicates(notifications: readonly UnreadNotification[]): UnreadNotification[] {
  return [...new Map(notifications.map((each) => [each.notifId, each])).values()];
}

/** What a page has seen so far. */
export interface Seen {
  ids: ReadonlySet<number>;
  /** time of the newest, '' while there was none */
  newest: string;
}

export const NOTHING_SEEN: Seen = { ids: new Set(), newest: '' };

export function seenWith(seen: Seen, notifications: readonly UnreadNotification[]): Seen {
  return {
    ids: seen.ids.union(new Set(notifications.map(({ notifId }) => notifId))),
    // Times of the wire are ordered as text.
    newest: [seen.newest, ...notifications.map(({ created_at }) => created_at)].toSorted().at(-1) ?? '',
  };
}

/** What came since; older ones that only now have room in the list are no news. */
export function listNew(seen: Seen, notifications: readonly UnreadNotification[]): UnreadNotification[] {
  return notifications.filter(
    ({ notifId, created_at }) => !seen.ids.has(notifId) && created_at >= seen.newest,
  );
}

const SAID: Record<(typeof MENTION_REASONS)[number], string> = {
  mention: 'mentioned you on',
  reply: 'answered you on',
  follow: 'commented on',
};

/** One line for the list and for assistive technology. */
export function sentenceOf(notification: UnreadNotification): string {
  if (notification.kind === 'download') return `${notification.name} is ready to be fetched`;
  if (notification.kind === 'advancedSearch') return `Search has ended: ${notification.Description}`;
  const { mentioned_by, reason, display_name } = notification;
  return `${mentioned_by} ${SAID[reason]} ${display_name}`;
}

/** A second, quieter line; '' where there is nothing more to say. */
export function detailOf(notification: UnreadNotification): string {
  if (notification.kind === 'download') return notification.size;
  if (notification.kind === 'advancedSearch') return typeLabel(notification.type);
  return notification.comment_details;
}
