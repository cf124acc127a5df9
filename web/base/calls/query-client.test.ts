import { QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from './query-client.ts';

const watcher = { translateFailure: vi.fn(), noteSuccess: vi.fn() };

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
