/** Finds the unread notifications that are new to this page, and puts each into words. */
import {
  type DownloadNotification,
  type MENTION_REASONS,
  PIPELINE_NEWS,
  PRESERVATION_NEWS,
  type UnreadNotification,
} from '@omicon/contract/areas/notifications.ts';
import { shortNetworkName } from '@omicon/domain/records/names/network-name.ts';
import { typeLabel } from './type-labels.ts';

/** Removes duplicates by number. */
export function withoutDuplicates(notifications: readonly UnreadNotification[]): UnreadNotification[] {
  return [...new Map(notifications.map((each) => [each.notifId, each])).values()];
}

/** The notifications a page has seen so far. */
export interface Seen {
  /** by number and time: a run that waited for a choice and then ends is news again, under its number */
  keys: ReadonlySet<string>;
  /** time of the newest, '' before the first */
  newest: string;
}

export const NOTHING_SEEN: Seen = { keys: new Set(), newest: '' };

function keyOf({ notifId, created_at }: UnreadNotification): string {
  return `${notifId} ${created_at}`;
}

export function seenWith(seen: Seen, notifications: readonly UnreadNotification[]): Seen {
  return {
    keys: seen.keys.union(new Set(notifications.map(keyOf))),
    // Times on the wire sort as text.
    newest: [seen.newest, ...notifications.map(({ created_at }) => created_at)].toSorted().at(-1) ?? '',
  };
}

/** Notifications that arrived since; older ones that only now fit into the list do not count. */
export function listNew(seen: Seen, notifications: readonly UnreadNotification[]): UnreadNotification[] {
  return notifications.filter((each) => !seen.keys.has(keyOf(each)) && each.created_at >= seen.newest);
}

const SAID: Record<(typeof MENTION_REASONS)[number], string> = {
  mention: 'mentioned you on',
  reply: 'replied to you on',
  follow: 'commented on',
};

type SearchNotice = Extract<UnreadNotification, { kind: 'advancedSearch' }>;

const BECAME: Record<SearchNotice['state'], string> = {
  done: 'has ended',
  failed: 'has failed',
  choosing: 'waits for your choice',
};

/** What has become of a search, a test of a network or a run of the pipeline: `Run waits for your choice`. */
export function outcomeOf({ type, state }: Pick<SearchNotice, 'type' | 'state'>): string {
  const what = type === PIPELINE_NEWS ? 'Run' : type === PRESERVATION_NEWS ? 'Test' : 'Search';
  return `${what} ${BECAME[state]}`;
}

/** Whether a notification says that a run of the pipeline has stored data sets or an analysis. */
export function isOfNewRecords(notification: UnreadNotification): boolean {
  return (
    notification.kind === 'advancedSearch' &&
    notification.type === PIPELINE_NEWS &&
    notification.state === 'done'
  );
}

/** One line for the list and for assistive technology. */
export function sentenceOf(notification: UnreadNotification): string {
  if (notification.kind === 'download') return `${notification.name} is ready to download`;
  if (notification.kind === 'advancedSearch')
    return `${outcomeOf(notification)}: ${notification.Description}`;
  const { mentioned_by, reason, display_name } = notification;
  return `${mentioned_by} ${SAID[reason]} ${display_name}`;
}

/** What a download is of: `TCGA GBM RNA-seq All, signum .663 · min 8`; '' if that is not known. */
export function subjectOf({ record, network }: Pick<DownloadNotification, 'record' | 'network'>): string {
  return [record, network === null ? null : shortNetworkName(network)]
    .filter((part) => part !== null)
    .join(', ');
}

/** A secondary line; '' if there is none. */
export function detailOf(notification: UnreadNotification): string {
  if (notification.kind === 'download')
    return [subjectOf(notification), notification.size].filter((part) => part !== '').join(', ');
  if (notification.kind === 'advancedSearch') return typeLabel(notification.type);
  return notification.comment_details;
}
