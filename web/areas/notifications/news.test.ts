import type { UnreadNotification } from '@omicon/contract/areas/notifications.ts';
import { expect, test } from 'vitest';
import {
  detailOf,
  isOfNewRecords,
  listNew,
  NOTHING_SEEN,
  seenWith,
  sentenceOf,
  withoutDuplicates,
} from './news.ts';
import { typeLabel } from './type-labels.ts';

function aSearch(notifId: number, minute: number): UnreadNotification {
  const created_at = `2026-04-05T09:${String(minute).padStart(2, '0')}:00.000Z`;
  return {
    kind: 'advancedSearch',
    notifId,
    type: 'data-sets',
    Description: `Gliomas ${notifId}`,
    state: 'done',
    created_at,
  };
}

const MENTION: UnreadNotification = {
  kind: 'mention',
  notifId: 9,
  notification_id: 9,
  id: 4,
  reason: 'mention',
  comment_details: 'Batch 3 looks shifted.',
  mentioned_by: 'Ada Lovelace',
  created_at: '2026-04-05T09:00:00.000Z',
  parent_id: 4,
  comment: '<p>Batch 3 looks shifted.</p>',
  display_name: 'GSE4271',
  comment_page_url: '/home/starred',
};

test('a notification that arrives repeatedly is listed once', () => {
  const list = withoutDuplicates([aSearch(2, 2), aSearch(1, 1), aSearch(2, 2)]);
  expect(list.map(({ notifId }) => notifId)).toEqual([2, 1]);
});

test('later notifications are new; older ones that move up when others are cleared are not', () => {
  const seen = seenWith(NOTHING_SEEN, [aSearch(3, 3), aSearch(2, 2)]);
  const news = listNew(seen, [aSearch(4, 4), aSearch(3, 3), aSearch(1, 1)]);
  expect(news.map(({ notifId }) => notifId)).toEqual([4]);
});

test('two with the same time are both new, once', () => {
  const seen = seenWith(NOTHING_SEEN, [aSearch(1, 5)]);
  expect(listNew(seen, [aSearch(2, 5), aSearch(1, 5)]).map(({ notifId }) => notifId)).toEqual([2]);
  const after = seenWith(seen, [aSearch(2, 5)]);
  expect(listNew(after, [aSearch(2, 5), aSearch(1, 5)])).toEqual([]);
});

test('a notification already read is not new when it arrives again', () => {
  const seen = seenWith(seenWith(NOTHING_SEEN, [aSearch(1, 1)]), []);
  expect(listNew(seen, [aSearch(1, 1)])).toEqual([]);
});

test('a run that waited for a choice and has then ended is new again, and says which', () => {
  const waiting = {
    ...aSearch(7, 1),
    type: 'pipeline',
    state: 'choosing',
    Description: 'Modules of GBM',
  } as const;
  const ended = { ...waiting, state: 'done', created_at: aSearch(7, 2).created_at } as const;
  expect(sentenceOf(waiting)).toBe('Run waits for your choice: Modules of GBM');
  expect(sentenceOf(ended)).toBe('Run has ended: Modules of GBM');
  expect(listNew(seenWith(NOTHING_SEEN, [waiting]), [ended])).toEqual([ended]);
  expect([waiting, ended, aSearch(1, 1)].map(isOfNewRecords)).toEqual([false, true, false]);
});

test.each([
  ['pipeline', 'Run has failed: Modules of GBM'],
  ['preservation', 'Test has failed: Modules of GBM'],
  ['data-sets', 'Search has failed: Modules of GBM'],
])('what has failed is not announced as if it had ended well: %s', (type, sentence) => {
  const failed = { ...aSearch(1, 1), type, state: 'failed' as const, Description: 'Modules of GBM' };
  expect(sentenceOf(failed)).toBe(sentence);
});

test('each kind names its person or subject', () => {
  expect(sentenceOf(MENTION)).toBe('Ada Lovelace mentioned you on GSE4271');
  expect(sentenceOf({ ...MENTION, reason: 'reply' })).toBe('Ada Lovelace replied to you on GSE4271');
  expect(sentenceOf({ ...MENTION, reason: 'follow' })).toBe('Ada Lovelace commented on GSE4271');
  expect(detailOf(MENTION)).toBe('Batch 3 looks shifted.');
  expect(sentenceOf(aSearch(1, 1))).toBe('Search has ended: Gliomas 1');
});

test('searches and downloads name the kind of their content', () => {
  expect(detailOf(aSearch(1, 1))).toBe('Data sets');
  expect(typeLabel('covariation-modules')).toBe('Covariation modules');
  expect(typeLabel('zip')).toBe('Zip archive');
  expect(typeLabel('kme-docker')).toBe('Docker image for the local KME table');
  expect(typeLabel('of a later version')).toBe('of a later version');
});
