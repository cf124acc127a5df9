import type { LineageNode } from '@omicon/contract/areas/lineage.ts';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import type { Direction } from '../../../ui/navigation/move-focus.ts';
import classes from '../lineage.module.css';
import { nextNode } from '../neighbours.ts';
import { CanvasButtons } from './CanvasButtons.tsx';
import { Drawing } from './Drawing.tsx';
import { DiagramProvider, useDiagramState } from './diagram-context.ts';
import { NodePopup } from './NodePopup.tsx';
import { layoutTree, type Orientation, type TreeLayout } from './tree-layout.ts';
import { useDrawingView } from './use-drawing-view.ts';
import { usePopup } from './use-popup.ts';
import { useWheelSteps } from './use-wheel-steps.ts';
import { zoomOf } from './zoom.ts';

interface DiagramCanvasProps {
  /** key of the remembered view */
  of: string;
  root: LineageNode;
  layout: TreeLayout;
  focus: string;
  /** node to centre on, at first and whenever it changes */
  target: string;
  orientation: Orientation;
  room: { width: number; height: number };
  folded: ReadonlySet<string>;
  onFold(folded: ReadonlySet<string>): void;
  fileHref(key: string): string;
}

/** At a smaller scale, text would be less than three pixels high. */
const MIN_READABLE = 0.25;

const ARROWS: ReadonlyMap<string, readonly [Direction, dx: number, dy: number]> = new Map([
  ['ArrowLeft', ['left', 1, 0]],
  ['ArrowRight', ['right', -1, 0]],
  ['ArrowUp', ['up', 0, 1]],
  ['ArrowDown', ['down', 0, -1]],
]);

/** Moves through the tree by keyboard: the arrow keys go from node to node, or pan where no node has the focus. */
function useNavigation(
  { layout, focus, orientation }: DiagramCanvasProps,
  drawing: ReturnType<typeof useDrawingView>,
  { popup, close }: ReturnType<typeof usePopup>,
) {
  const [stop, setStop] = useState(focus);
  const [wanted, setWanted] = useState<string | null>(null);

  function stopAt(id: string): void {
    setStop(id);
    setWanted(null);
  }

  function pan(dx: number, dy: number): void {
    close();
    drawing.pan(dx, dy);
  }

  function leavePopup(id: string): void {
    close();
    setWanted(id);
  }

  function goTo(id: string | null): void {
    if (id === null) return;
    close();
    setWanted(id);
    drawing.reveal(id);
  }

  function walk(event: KeyboardEvent<HTMLDivElement>): void {
    if (event.key === 'Escape' && popup !== null) {
      event.stopPropagation();
      leavePopup(popup.id);
      return;
    }
    const arrow = ARROWS.get(event.key);
    if (arrow === undefined) return;
    event.preventDefault();
    const [direction, dx, dy] = arrow;
    const from = event.target instanceof HTMLElement ? event.target.dataset.node : undefined;
    if (from === undefined || event.shiftKey) pan(dx, dy);
    else goTo(nextNode(layout.edges, from, direction, orientation));
  }

  return { stop, wanted, stopAt, leavePopup, pan, walk };
}

/** Viewport with the tree: pan, zoom, keyboard navigation and popups. */
export function DiagramCanvas(props: DiagramCanvasProps) {
  const { root, layout, focus, orientation, room, folded, onFold, fileHref } = props;
  const drawing = useDrawingView(props);
  const popups = usePopup();
  const { popup, point, open, close } = popups;
  const { stop, wanted, stopAt, leavePopup, pan, walk } = useNavigation(props, drawing, popups);
  const frame = useRef<HTMLDivElement>(null);
  const byId = useMemo(
    () => new Map(layout.nodes.map((laidOut) => [laidOut.node.id, laidOut.node])),
    [layout],
  );
  useWheelSteps(frame, (isIn, at) => {
    close();
    drawing.zoom(isIn, at);
  });

  function toggle(id: string): void {
    const next = new Set(folded);
    if (!next.delete(id)) next.add(id);
    leavePopup(id);
    drawing.hold(id, layoutTree(root, next, orientation));
    onFold(next);
  }

  const opened = popup === null ? undefined : byId.get(popup.id);
  const at = popup === null ? null : drawing.boxOf(popup.id);

  const shared = useDiagramState(
    {
      focus,
      stop: byId.has(stop) ? stop : root.id,
      wanted,
      open: popup?.id ?? null,
      orientation,
      isFar: drawing.view.scale < MIN_READABLE,
    },
    {
      onOpen: open,
      onPointer: point,
      onToggle: toggle,
      onStop: stopAt,
    },
  );

  return (
    <DiagramProvider value={shared}>
      <div
        ref={frame}
        role="application"
        aria-label="Lineage diagram. Arrow keys move the drawing; on a node they move to its neighbours."
        className={classes.canvas}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys of the drawing need a focus
        tabIndex={0}
        onKeyDown={walk}
      >
        <Drawing
          layout={layout}
          orientation={orientation}
          view={drawing.view}
          onView={drawing.change}
          onPan={close}
        />
        {opened !== undefined && popup !== null && at !== null && (
          <NodePopup
            key={popup.id}
            node={opened}
            parent={byId.get(layout.edges.find(({ to }) => to === popup.id)?.from ?? '')}
            isFolded={folded.has(popup.id)}
            takesFocus={popup.isByKey}
            at={at}
            room={room}
            onClose={() => leavePopup(popup.id)}
            onPointer={(isInside) => point(null, isInside)}
            fileHref={fileHref}
            onToggle={toggle}
          />
        )}
      </div>
      <CanvasButtons
        zoom={zoomOf(drawing.view.scale)}
        onZoom={(isIn) => drawing.zoom(isIn)}
        onReset={drawing.reset}
        onPan={pan}
      />
    </DiagramProvider>
  );
}
