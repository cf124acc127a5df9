import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** How long a list that is read anew may take to bring back the link that was followed. */
const PATIENCE_MS = 5000;

const content = () => document.getElementById('content');
const focusContent = () => content()?.focus({ preventScroll: true });

/** Address of the link that has the focus, or of the one in the focused cell of a grid. */
function focusedLink(): string | null {
  const focused = document.activeElement;
  const link = focused?.matches('td[data-row]') ? focused.querySelector('a') : focused;
  return link instanceof HTMLAnchorElement ? link.getAttribute('href') : null;
}

/** Nothing on the screen has the focus: it went with what had it, or was given to the content as a whole. */
const isFocusLost = () => [null, document.body, content()].includes(document.activeElement as HTMLElement);

/** Takes the focus once something is there to take it; gives up when somebody has set it elsewhere. */
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
 * Where the focus goes when another screen takes the place of the one that held it: to the content, and on the way
 * back to the link that was followed. Otherwise the next Tab would begin at the top of the page.
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
