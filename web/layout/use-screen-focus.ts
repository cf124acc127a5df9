import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Time limit for a reloaded list to show the followed link again, ms. */
const PATIENCE_MS = 5000;

const content = () => document.getElementById('content');
const focusContent = () => content()?.focus({ preventScroll: true });

/** Address of the focused link, or of the link in the focused grid cell. */
function focusedLink(): string | null {
  const focused = document.activeElement;
  const link = focused?.matches('td[data-row]') ? focused.querySelector('a') : focused;
  return link instanceof HTMLAnchorElement ? link.getAttribute('href') : null;
}

/** Whether nothing on the screen has the focus: the focused element is gone, or the content as a whole has it. */
const isFocusLost = () => [null, document.body, content()].some((one) => one === document.activeElement);

/** Focuses an element once it exists; gives up if the focus has been set elsewhere. */
function focusWhenThere(find: () => HTMLElement | null, otherwise: () => void): () => void {
  const take = () => {
    const found = find();
    if (found === null && isFocusLost()) return false;
    if (isFocusLost()) found?.focus({ preventScroll: true });
    stop();
    return true;
  };
  const watcher = new MutationObserver(take);
  const timer = setTimeout(() => {
    stop();
    if (isFocusLost()) otherwise();
  }, PATIENCE_MS);
  function stop(): void {
    watcher.disconnect();
    clearTimeout(timer);
  }
  if (!take()) watcher.observe(document.body, { childList: true, subtree: true });
  return stop;
}

/**
 * Moves the focus when the screen changes: to the content or, when going back, to the link that was followed.
 * Otherwise the next Tab would start at the top of the page.
 */
export function useScreenFocus(): void {
  const router = useRouter();
  useEffect(() => {
    const followed = new Map<string, string>();
    let stop = () => {};
    const ended = [
      router.subscribe('onBeforeLoad', ({ fromLocation, pathChanged }) => {
        const key = fromLocation?.state.__TSR_key;
        const link = focusedLink();
        if (pathChanged && key !== undefined && link !== null) followed.set(key, link);
      }),
      router.subscribe('onRendered', ({ toLocation, fromLocation, pathChanged }) => {
        if (!pathChanged || fromLocation === undefined) return;
        stop();
        const link = followed.get(toLocation.state.__TSR_key ?? '');
        if (link === undefined) {
          if (isFocusLost()) focusContent();
          return;
        }
        const selector = `a[href="${CSS.escape(link)}"]`;
        stop = focusWhenThere(() => {
          const found = content()?.querySelector<HTMLElement>(selector) ?? null;
          return found?.closest<HTMLElement>('td[data-row]') ?? found;
        }, focusContent);
      }),
    ];
    return () => {
      stop();
      for (const end of ended) end();
    };
  }, [router]);
}
