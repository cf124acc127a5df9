import { useSyncExternalStore } from 'react';

let shownText: string | null = null;
const listeners = new Set<() => void>();

function show(text: string | null): void {
  shownText = text;
  for (const listener of listeners) listener();
}

/** Covers the whole page while something runs that must not be interrupted. */
export async function withLoaderOverlay<T>(text: string, work: () => Promise<T>): Promise<T> {
  show(text);
  try {
    return await work();
  } finally {
    show(null);
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The text of the overlay, null if hidden. */
export function useCoverText(): string | null {
  return useSyncExternalStore(subscribe, () => shownText);
}
