// @vitest-environment jsdom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { useImmediateAddressQuery } from './address-query.ts';

afterEach(cleanup);

const shape = z.object({ by: z.string().catch('eigengene') });

function Order() {
  const { query, setQuery } = useImmediateAddressQuery(shape);
  return (
    <button type="button" onClick={() => setQuery({ by: query.by === 'data' ? null : 'data' })}>
      {query.by}
    </button>
  );
}

async function openAt(address: string) {
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({ routeTree: createRootRoute({ component: Order }), history });
  await act(async () => {
    await router.load();
    render(<RouterProvider router={router} />);
  });
  return history;
}

const click = () => act(async () => screen.getByRole('button').click());
const showFrame = () =>
  act(() => new Promise<void>((shown) => requestAnimationFrame(() => setTimeout(() => setTimeout(shown)))));

test('a choice is shown before the address has it, and follows the address afterwards', async () => {
  const history = await openAt('/?rows=60');
  const atChange: (string | null)[] = [];
  history.subscribe(() => atChange.push(screen.getByRole('button').textContent));
  await click();
  expect(screen.getByRole('button').textContent).toBe('data');
  expect(history.location.search).toBe('?rows=60');
  await showFrame();
  expect(atChange).toEqual(['data']);
  expect(history.location.search).toBe('?rows=60&by=data');
  await act(async () => history.replace('/?rows=60'));
  expect(screen.getByRole('button').textContent).toBe('eigengene');
  await click();
  await click();
  await showFrame();
  expect(history.location.search).toBe('?rows=60');
  expect(screen.getByRole('button').textContent).toBe('eigengene');
});

test('a choice does not follow to another address that is opened before its frame', async () => {
  const history = await openAt('/?rows=60');
  await click();
  await act(async () => history.push('/?rows=10'));
  await showFrame();
  expect(history.location.search).toBe('?rows=10');
});
