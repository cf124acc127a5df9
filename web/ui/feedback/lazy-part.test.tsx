// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { openScreen } from '../../test-support/open-screen.tsx';
import { lazyPart } from './lazy-part.tsx';

const Plot = ({ of }: { of: string }) => <p>Plot of {of}</p>;

afterEach(() => vi.useRealTimers());

/** A load that ends when the test says so. */
function heldLoad() {
  const { promise, resolve, reject } = Promise.withResolvers<typeof Plot>();
  return { load: vi.fn(() => promise), resolve: () => resolve(Plot), reject };
}

class Boundary extends Component<{ children: ReactNode }, { message: string | null }> {
  override state = { message: null };
  static getDerivedStateFromError(error: Error) {
    return { message: error.message };
  }
  override render() {
    return this.state.message === null ? this.props.children : <p>Failed: {this.state.message}</p>;
  }
}

test('a part that was preloaded is there in the first commit, without a placeholder', async () => {
  const { load, resolve } = heldLoad();
  const Part = lazyPart('the plot', load);
  Part.preload();
  resolve();
  await act(async () => undefined);
  openScreen(<Part of="AIF1" />).draw();
  expect(document.querySelector('[aria-busy]')).toBeNull();
  expect(document.body.textContent).toContain('Plot of AIF1');
  expect(load).toHaveBeenCalledTimes(1);
});

test('until the script has loaded there is a placeholder, and one load for all that wait', async () => {
  const { load, resolve } = heldLoad();
  const Part = lazyPart('the plot', load);
  const both = (
    <>
      <Part of="AIF1" />
      <Part of="CD68" />
    </>
  );
  openScreen(both).draw();
  expect(document.querySelectorAll('[aria-busy="true"]')).toHaveLength(2);
  resolve();
  await screen.findByText('Plot of CD68');
  expect(document.querySelector('[aria-busy]')).toBeNull();
  expect(load).toHaveBeenCalledTimes(1);
});

test('no timer stands between the script and the part', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance', 'Date'] });
  const { load, resolve } = heldLoad();
  const Part = lazyPart(null, load);
  const container = document.createElement('div');
  const root = createRoot(container);
  const rendered = () => new Promise((done) => setImmediate(done));
  root.render(<Part of="AIF1" />);
  for (let turn = 0; turn < 20; turn += 1) await rendered();
  expect([load.mock.calls.length, container.textContent]).toEqual([1, '']);
  resolve();
  for (let turn = 0; turn < 20; turn += 1) await rendered();
  expect(container.textContent).toBe('Plot of AIF1');
  root.unmount();
  vi.unstubAllGlobals();
});

test('a script that cannot be loaded reaches the error boundary, and the next who needs it tries again', async () => {
  let isGone = true;
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const load = vi.fn(async () => {
    if (isGone) throw new Error('gone');
    return Plot;
  });
  const Part = lazyPart('the plot', load);
  openScreen(
    <Boundary>
      <Part of="AIF1" />
    </Boundary>,
  ).draw();
  await screen.findByText('Failed: gone');
  cleanup();
  isGone = false;
  openScreen(<Part of="AIF1" />).draw();
  await screen.findByText('Plot of AIF1');
});
