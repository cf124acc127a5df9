import { createContext, useContext } from 'react';
import type { Thread } from './thread.ts';

/** Shared by all comments of an open thread. */
interface ThreadView {
  thread: Thread;
  /** id of the comment requested by the address */
  target: number | null;
  /** changes with each request, even for the same comment */
  requestKey: string;
  /** its ancestors, which are unfolded */
  ancestorIds: ReadonlySet<number>;
}

export const ThreadContext = createContext<ThreadView | null>(null);

export function useThread(): ThreadView {
  const view = useContext(ThreadContext);
  if (view === null) throw new Error('A comment was rendered outside a thread.');
  return view;
}
