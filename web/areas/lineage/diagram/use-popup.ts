import { useEffect, useRef, useState } from 'react';

const HOVER_MS = 500;
/** Grace period to move the pointer from a node into its popup. */
const LEAVE_MS = 250;

export interface OpenPopup {
  id: string;
  /** opened by click or key: stays open until closed */
  isPinned: boolean;
  isByKey: boolean;
}

/** The node whose popup is open: after a delay on hover, or at once by click or key. */
export function usePopup() {
  const [popup, setPopup] = useState<OpenPopup | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function later(change: (current: OpenPopup | null) => OpenPopup | null, ms: number): void {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setPopup(change), ms);
  }

  /** The pointer is over a node, over the popup (`null`), or over neither. */
  function point(id: string | null, isInside: boolean): void {
    if (!isInside) later((current) => (current?.isPinned === true ? current : null), LEAVE_MS);
    else if (id === null) clearTimeout(timer.current);
    else {
      const hovered = { id, isPinned: false, isByKey: false };
      later((current) => (current?.isPinned === true || current?.id === id ? current : hovered), HOVER_MS);
    }
  }

  function open(id: string, isByKey: boolean): void {
    clearTimeout(timer.current);
    setPopup({ id, isPinned: true, isByKey });
  }

  function close(): void {
    clearTimeout(timer.current);
    setPopup(null);
  }

  return { popup, point, open, close };
}
