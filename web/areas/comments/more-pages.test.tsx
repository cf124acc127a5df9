// @vitest-environment jsdom
import { THREAD_STATES } from '@omicon/contract/areas/comments.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, configure, renderHook, waitFor } from '@testing-library/react';
import type { PropsWithChildren } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '../../base/calls/query-client.ts';
import { refreshComments, useListComments } from './calls.ts';
import { fetchOneMore } from './more-pages.ts';
import type { Thread } from './thread.ts';

// Generous: a timeout for tests that hang, not for a busy machine.
configure({ asyncUtilTimeout: 20_000 });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const THREAD: Thread = {
  entity_type: 'ds',
  entity_id: 7,
  gene: null,
  path: '',
  record_id: 7,
  page_url: '/home/collections/data-sets/attributes?dsId=7',
};

const PAGE = {
  comments: [],
  total: 25,
  total_comments: 25,
  display_name: 'A data set',
  children: {},
  state: THREAD_STATES[0],
};

/** A list of comments whose responses are given by the test. */
function openList() {
  const requests: { offset: string | null; answer(status?: number): void }[] = [];
  vi.stubGlobal(
    'fetch',
    (address: string) =>
      new Promise<Response>((resolve) =>
        requests.push({
          offset: new URL(address, 'http://portal').searchParams.get('offset'),
          answer: (status = 200) => resolve(Response.json(status === 200 ? PAGE : null, { status })),
        }),
      ),
  );
  const client = createQueryClient({ translateFailure: vi.fn(), noteSuccess: vi.fn() });
  const wrapper = ({ children }: PropsWithChildren) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(
    () => {
      const { data, hasNextPage, fetchNextPage } = useListComments(THREAD, 0, true);
      return { shown: data?.pages.length ?? 0, hasNextPage, fetchNextPage };
    },
    { wrapper },
  );
  const answerNext = async (at: number, status?: number) => {
    await waitFor(() => expect(requests.length).toBeGreaterThan(at));
    await act(async () => requests[at]?.answer(status));
  };
  return { requests, client, result, answerNext };
}

const offsetsOf = (requests: readonly { offset: string | null }[]) => requests.map(({ offset }) => offset);

test('a new comment does not prevent the next page from loading', async () => {
  const { requests, client, result, answerNext } = openList();
  await answerNext(0);
  await waitFor(() => expect(result.current.hasNextPage).toBe(true));

  act(() => void fetchOneMore(1, result.current.fetchNextPage));
  await waitFor(() => expect(requests).toHaveLength(2));
  act(() => void refreshComments(client));
  await answerNext(2);
  await answerNext(3);
  await waitFor(() => expect(result.current.shown).toBe(2));
  expect(offsetsOf(requests)).toEqual(['0', '10', '0', '10']);
});

test('the next page loads after a refetch that is already under way', async () => {
  const { requests, client, result, answerNext } = openList();
  await answerNext(0);
  await waitFor(() => expect(result.current.hasNextPage).toBe(true));

  act(() => void refreshComments(client));
  await waitFor(() => expect(requests).toHaveLength(2));
  act(() => void fetchOneMore(1, result.current.fetchNextPage));
  await answerNext(1);
  await answerNext(2);
  await waitFor(() => expect(result.current.shown).toBe(2));
  expect(offsetsOf(requests)).toEqual(['0', '0', '10']);
});

test('a page that fails to load is not fetched again', async () => {
  const { requests, result, answerNext } = openList();
  await answerNext(0);
  await waitFor(() => expect(result.current.hasNextPage).toBe(true));
  let isOver = false;
  act(() => void fetchOneMore(1, result.current.fetchNextPage).then(() => (isOver = true)));
  await answerNext(1, 500);
  await waitFor(() => expect(isOver).toBe(true));
  expect(requests).toHaveLength(2);
});
