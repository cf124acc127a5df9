import { createContext, useContext, useMemo, useRef } from 'react';
import type { Orientation } from './tree-layout.ts';

interface DiagramState {
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
}

interface NodeActions {
  onStop(id: string): void;
  onPointer(id: string, isInside: boolean): void;
  onOpen(id: string, isByKey: boolean): void;
  onToggle(id: string): void;
}

type DiagramContext = DiagramState & NodeActions;

const Context = createContext<DiagramContext | null>(null);

export const DiagramProvider = Context.Provider;

/** State shared by the nodes of a diagram. */
export function useDiagram(): DiagramContext {
  const shared = useContext(Context);
  if (shared === null) throw new Error('A node was rendered outside a diagram.');
  return shared;
}

/**
 * The value for `DiagramProvider`. It changes only with the state, so that nodes do not render again with every pan.
 */
export function useDiagramState(state: DiagramState, actions: NodeActions): DiagramContext {
  const { focus, stop, wanted, open, orientation, isFar } = state;
  const latest = useRef(actions);
  latest.current = actions;
  return useMemo(
    () => ({
      focus,
      stop,
      wanted,
      open,
      orientation,
      isFar,
      onStop: (id) => latest.current.onStop(id),
      onPointer: (id, isInside) => latest.current.onPointer(id, isInside),
      onOpen: (id, isByKey) => latest.current.onOpen(id, isByKey),
      onToggle: (id) => latest.current.onToggle(id),
    }),
    [focus, stop, wanted, open, orientation, isFar],
  );
}
