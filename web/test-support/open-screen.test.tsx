// @vitest-environment jsdom
import { useRouter } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { openScreen } from './open-screen.tsx';

let router: ReturnType<typeof useRouter>;

function Screen() {
  router = useRouter();
  return <p>A screen</p>;
}

test('a screen navigates while its test runs', async () => {
  openScreen(<Screen />).draw();
  await router.navigate({ to: '/accessibility' });
  expect(window.location.pathname).toBe('/accessibility');
});

test('a navigation that ends after its test leaves the address of the next', async () => {
  window.history.replaceState(null, '', '/home/genes/TREM2?tab=expression');
  await router.navigate({ to: '/loading' });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(window.location.pathname).toBe('/home/genes/TREM2');
});
