// @vitest-environment jsdom
import { listAnalysisFiles } from '@omicon/contract/areas/analyses/analyses.ts';
import {
  deleteGeneSet,
  getGeneSet,
  listGeneSets,
  listGenes,
  listSpecies,
} from '@omicon/contract/areas/genes/gene-sets.ts';
import { FIRST_REPLIES_ID } from '@omicon/contract/base/page-frame.ts';
import { hashKey, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, configure, renderHook, waitFor } from '@testing-library/react';
import type { PropsWithChildren } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { keepFirstReplies } from './document/first-replies.ts';
import { createQueryClient } from './query-client.ts';
import { endpointKey, endpointQuery, familyOf, useChange, useEndpoint } from './use-endpoint.ts';

// Generous: a timeout for tests that hang, not for a busy machine.
configure({ asyncUtilTimeout: 20_000 });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** A pending request. */
interface SentRequest {
  address: string;
  method: string;
  signal: AbortSignal | null;
  answer(body: unknown, status?: number): void;
}

/** A fake portal whose responses are given by the test, and the query client of a page. */
function openPage() {
  const requests: SentRequest[] = [];
  vi.stubGlobal(
    'fetch',
    (address: string, { method = 'GET', signal = null }: RequestInit) =>
      new Promise<Response>((resolve) =>
        requests.push({
          address,
          method,
          signal,
          answer: (body, status = 200) => resolve(Response.json(body, { status })),
        }),
      ),
  );
  const client = createQueryClient({ translateFailure: vi.fn(), noteSuccess: vi.fn() });
  const wrapper = ({ children }: PropsWithChildren) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  /** Fills the cache as if a screen had made the call before. */
  const hold = (key: readonly unknown[]) => client.setQueryData(key, {});
  const isStale = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated;
  return { requests, client, wrapper, hold, isStale };
}

const pageOf = (gene: string, page: number) => ({
  results: [{ place: page, gene }],
  total: 2,
  page,
  items_per_page: 1,
});
const genesOf = (id: number, page: number) => ({ params: { id }, query: { page, page_size: 1 } });
const GONE = { detail: 'There is no such gene set.', code: 'not_found', request_id: null };

test('calls with the same parameters share a response, and no others do', () => {
  const key = (id: number, page: number) => hashKey(endpointKey(listGenes, genesOf(id, page)));
  expect(key(7, 1)).toBe(
    hashKey(
      endpointKey(listGenes, { query: { page_size: 1, page: 1, search: undefined }, params: { id: 7 } }),
    ),
  );
  expect(new Set([key(7, 1), key(7, 2), key(8, 1)]).size).toBe(3);
  expect(hashKey(endpointKey(getGeneSet, { params: { id: 7 } }))).not.toBe(
    hashKey(endpointKey(deleteGeneSet, { params: { id: 8 } })),
  );
});

test('a reply that came with the page is there in the first render, and no call is made', async () => {
  const { requests, wrapper } = openPage();
  const bring = () => {
    const element = document.createElement('script');
    element.type = 'application/json';
    element.id = FIRST_REPLIES_ID;
    element.textContent = JSON.stringify({ [listSpecies.path]: { results: ['human'] } });
    document.body.append(element);
    keepFirstReplies(document);
  };
  bring();
  const atOnce = renderHook(() => useEndpoint(listSpecies, {}), { wrapper });
  expect(atOnce.result.current.data).toEqual({ results: ['human'] });
  atOnce.unmount();

  bring();
  const { wrapper: otherPage } = openPage();
  const alwaysStale = renderHook(() => useEndpoint(listSpecies, {}, { staleTime: 0 }), {
    wrapper: otherPage,
  });
  await waitFor(() => expect(alwaysStale.result.current.data).toEqual({ results: ['human'] }));
  expect(requests).toEqual([]);
});

test('the family of a call is the kind of record in its path', () => {
  expect([listGeneSets, getGeneSet, listGenes].map(familyOf)).toEqual([
    'gene-sets',
    'gene-sets',
    'gene-sets',
  ]);
  expect(familyOf(listSpecies)).toBe('species');
});

test('a list shows the previous page until the next one has loaded, but never a page of another record', async () => {
  const { requests, wrapper } = openPage();
  const { result, rerender } = renderHook(({ id, page }) => useEndpoint(listGenes, genesOf(id, page)), {
    wrapper,
    initialProps: { id: 7, page: 1 },
  });
  await waitFor(() => expect(requests).toHaveLength(1));
  act(() => requests[0]?.answer(pageOf('GFAP', 1)));
  await waitFor(() => expect(result.current.data?.results[0]?.gene).toBe('GFAP'));

  rerender({ id: 7, page: 2 });
  expect(result.current).toMatchObject({ isPlaceholderData: true, data: { page: 1 } });
  await waitFor(() => expect(requests).toHaveLength(2));
  act(() => requests[1]?.answer(pageOf('AQP4', 2)));
  await waitFor(() => expect(result.current.data?.results[0]?.gene).toBe('AQP4'));

  rerender({ id: 8, page: 1 });
  expect(result.current.data).toBeUndefined();
});

test('a call that is not a list shows nothing of the previous record', () => {
  expect(endpointQuery(getGeneSet, { params: { id: 7 } }).placeholderData).toBeUndefined();
});

test('a call is aborted when nothing waits for it any more', async () => {
  const { requests, wrapper } = openPage();
  const { unmount } = renderHook(() => useEndpoint(getGeneSet, { params: { id: 7 } }), { wrapper });
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(requests[0]?.signal?.aborted).toBe(false);
  unmount();
  expect(requests[0]?.signal?.aborted).toBe(true);
});

test('a change sends its parts, and refreshes only the families and single calls that it names', async () => {
  const { requests, wrapper, hold, isStale } = openPage();
  const genes = endpointKey(listGenes, genesOf(7, 1));
  const files = endpointKey(listAnalysisFiles, { params: { id: 3 }, query: {} });
  const others = [['analyses', '/api/analyses/', {}], endpointKey(listSpecies, {})];
  for (const key of [genes, files, ...others]) hold(key);
  const { result } = renderHook(
    () => useChange(deleteGeneSet, { refreshes: [listGeneSets], refreshesOnly: [listAnalysisFiles] }),
    { wrapper },
  );
  act(() => result.current.mutate({ params: { id: 7 } }));
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(requests[0]).toMatchObject({ method: 'DELETE', address: '/api/gene-sets/7/' });
  act(() => requests[0]?.answer({ detail: 'Deleted.' }));
  await waitFor(() => expect(result.current.isSuccess).toBe(true));
  expect([genes, files].map(isStale)).toEqual([true, true]);
  expect(others.map(isStale)).toEqual([false, false]);
});

test('a change of everything refreshes everything', async () => {
  const { requests, wrapper, hold, isStale } = openPage();
  const keys = [endpointKey(listSpecies, {}), ['session']];
  for (const key of keys) hold(key);
  const { result } = renderHook(() => useChange(deleteGeneSet, { refreshes: 'everything' }), { wrapper });
  act(() => result.current.mutate({ params: { id: 7 } }));
  await waitFor(() => expect(requests).toHaveLength(1));
  act(() => requests[0]?.answer({ detail: 'Deleted.' }));
  await waitFor(() => expect(keys.map(isStale)).toEqual([true, true]));
});

test.each([
  { options: {}, isRefreshed: false },
  { options: { refreshesAfterFailure: true } as const, isRefreshed: true },
])('a refused change refreshes only if configured: $isRefreshed', async ({ options, isRefreshed }) => {
  const { requests, wrapper, hold, isStale } = openPage();
  const key = endpointKey(getGeneSet, { params: { id: 7 } });
  hold(key);
  const { result } = renderHook(() => useChange(deleteGeneSet, { refreshes: [listGeneSets], ...options }), {
    wrapper,
  });
  act(() => result.current.mutate({ params: { id: 7 } }));
  await waitFor(() => expect(requests).toHaveLength(1));
  act(() => requests[0]?.answer(GONE, 404));
  await waitFor(() => expect(result.current.isError).toBe(true));
  expect(isStale(key)).toBe(isRefreshed);
});

test.each([
  { options: {}, isOver: false },
  { options: { isRefreshAwaited: false } as const, isOver: true },
])(
  'a change that does not wait ends before its lists are refetched: $isOver',
  async ({ options, isOver }) => {
    const { requests, wrapper } = openPage();
    const { result } = renderHook(
      () => ({
        species: useEndpoint(listSpecies, {}),
        change: useChange(deleteGeneSet, { refreshes: [listSpecies], ...options }),
      }),
      { wrapper },
    );
    await waitFor(() => expect(requests).toHaveLength(1));
    act(() => requests[0]?.answer({ results: ['human'] }));
    await waitFor(() => expect(result.current.species.isSuccess).toBe(true));
    act(() => result.current.change.mutate({ params: { id: 7 } }));
    await waitFor(() => expect(requests).toHaveLength(2));
    act(() => requests[1]?.answer({ detail: 'Deleted.' }));
    await waitFor(() => expect(requests).toHaveLength(3));
    await waitFor(() => expect(result.current.change.isPending).toBe(!isOver));
    act(() => requests[2]?.answer({ results: ['human', 'mouse'] }));
    await waitFor(() => expect(result.current.change.isSuccess).toBe(true));
  },
);
