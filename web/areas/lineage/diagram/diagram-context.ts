import { createContext, useContext } from 'react';
import type { Orientation } from './tree-layout.ts';

interface DiagramContext {
  /** the record the lineage was asked for */
  focus: string;
  /** the node that the Tab key reaches */
  stop: string;
  /** the node that takes the focus as soon as it is drawn */
  wanted: string | null;
  /** the node whose popup is open */
  open: string | null;
  orientation: Orientation;
  /** too small to be read: only shapes are drawn */
  isFar: boolean;
  onStop(id: string): void;
  onPointer(id: string, isInside: boolean): void;
  onOpen(id: string, isByKey: boolean): void;
  onToggle(id: string): void;
}

const Context = createContext<DiagramContext | null>(null);

export const DiagramProvider = Context.Provider;

/** What the nodes of a diagram share. */
export function useDiagram(): DiagramContext {
  const shared = useContext(Context);
  if (shared === null) throw new Error('A node is drawn outside its diagram.');
  return shared;
}
