import { QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { CallError } from './call-error.ts';
import { createQueryClient } from './query-client.ts';

const watcher = { translateFailure: vi.fn(), noteSuccess: vi.fn() };

beforeEach(() => vi.clearAllMocks());

/** A query whose responses are resolved by the test, in the order of the requests. */
function readByHand() {
  const answers: ((text: string) => void)[] = [];
  const read = () => new Promise<string>((resolve) => answers.push(resolve));
  return { answers, read };
}

test('a change during the first fetch starts another fetch, and the older response is dropped', async () => {
  const client = createQueryClient(watcher);
  const { answers, read } = readByHand();
  const observer = new QueryObserver(client, { queryKey: ['news', 'unread'], queryFn: read });
  const leave = observer.subscribe(() => undefined);
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  const invalidated = client.invalidateQueries({ queryKey: ['news'] });
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[0]?.('before');
  answers[1]?.('after');
  await invalidated;
  expect(observer.getCurrentResult()).toMatchObject({ data: 'after', isSuccess: true });
  expect(watcher.translateFailure).not.toHaveBeenCalled();
  leave();
});

test('a change does not cancel a fetch that no mounted component observes', async () => {
  const client = createQueryClient(watcher);
  const { answers, read } = readByHand();
  const data = client.ensureQueryData({ queryKey: ['session'], queryFn: read });
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  await client.invalidateQueries();
  answers[0]?.('signed in');
  expect(await data).toBe('signed in');
});

test('a failure of what was only pointed at is told once it is opened', async () => {
  const client = createQueryClient(watcher);
  const query = { queryKey: ['list'], queryFn: () => Promise.reject(new Error('gone')) };
  await client.prefetchQuery({ ...query, meta: { isPrefetch: true } });
  expect(watcher.translateFailure).not.toHaveBeenCalled();
  const leave = new QueryObserver(client, query).subscribe(() => undefined);
  await vi.waitFor(() => expect(watcher.translateFailure).toHaveBeenCalledTimes(1));
  leave();
});

test('a read that a busy portal refuses is tried twice more by itself, and then told', async () => {
  vi.useFakeTimers();
  const busy = new CallError({
    status: 503,
    code: 'unavailable',
    detail: 'Busy',
    request_id: null,
    fields: {},
  });
  const client = createQueryClient(watcher);
  const queryFn = vi.fn(() => Promise.reject(busy));
  const leave = new QueryObserver(client, { queryKey: ['other'], queryFn }).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(queryFn).toHaveBeenCalledTimes(3);
  expect(watcher.translateFailure).toHaveBeenCalledExactlyOnceWith(busy, { isHandled: true });
  leave();
  vi.useRealTimers();
});
