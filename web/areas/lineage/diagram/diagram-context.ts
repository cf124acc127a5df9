import { createContext, useContext } from 'react';
import type { Orientation } from './tree-layout.ts';

interface DiagramContext {
  /** the record whose lineage is shown */
  focus: string;
  /** the node in the tab order */
  stop: string;
  /** the node that takes the focus as soon as it is rendered */
  wanted: string | null;
  /** the node whose popup is open */
  open: string | null;
  orientation: Orientation;
  /** too small for text: only shapes are drawn */
  isFar: boolean;
  onStop(id: string): void;
  onPointer(id: string, isInside: boolean): void;
  onOpen(id: string, isByKey: boolean): void;
  onToggle(id: string): void;
}

const Context = createContext<DiagramContext | null>(null);

export const DiagramProvider = Context.Provider;

/** State shared by the nodes of a diagram. */
export function useDiagram(): DiagramContext {
  const shared = useContext(Context);
  if (shared === null) throw new Error('A node was rendered outside a diagram.');
  return shared;
}
