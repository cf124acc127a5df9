import { createContext, useContext } from 'react';
import type { Thread } from './thread.ts';

/** What every comment of an open thread needs to know. */
interface ThreadView {
  thread: Thread;
  /** the comment that the address asks for */
  target: number | null;
  /** changes each time it is asked for, also by the same address */
  asked: string;
  /** comments to be unfolded on the way to it */
  onTheWay: ReadonlySet<number>;
}

export const ThreadContext = createContext<ThreadView | null>(null);

export function useThread(): ThreadView {
  const view = useContext(ThreadContext);
  if (view === null) throw new Error('A comment is drawn outside a thread.');
  return view;
}
