import { QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from './query-client.ts';

const watcher = { translateFailure: vi.fn(), noteSuccess: vi.fn() };

/** A reading whose answers are given by hand, in the order in which they were asked for. */
function readByHand() {
  const answers: ((text: string) => void)[] = [];
  const read = () => new Promise<string>((resolve) => answers.push(resolve));
  return { answers, read };
}

test('what changes during the first reading is read anew, and the older answer does not count', async () => {
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

test('whoever waits for a reading of another kind gets its answer', async () => {
  const client = createQueryClient(watcher);
  const { answers, read } = readByHand();
  const asked = client.ensureQueryData({ queryKey: ['session'], queryFn: read });
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  await client.invalidateQueries();
  answers[0]?.('signed in');
  expect(await asked).toBe('signed in');
});
