import { useState } from 'react';
import { readView, rememberView } from '../remembered-view.ts';
import type { TreeLayout } from './tree-layout.ts';
import { type DrawingView, PAN_STEP, scaleOf, ZOOM, zoomAround, zoomIn, zoomOf, zoomOut } from './zoom.ts';

interface Room {
  width: number;
  height: number;
}

interface Drawing {
  /** key of the remembered view */
  of: string;
  layout: TreeLayout;
  /** node to centre on, at first, after a reset and whenever it changes */
  target: string;
  room: Room;
}

/** Margin around a node that is moved into view, px. */
const MARGIN = 24;

/** The view at full size, centred on a node. */
function centredOn({ layout, target, room }: Drawing): DrawingView {
  const node = layout.nodes.find((laidOut) => laidOut.node.id === target) ?? layout.nodes[0];
  if (node === undefined) return { x: 0, y: 0, scale: 1 };
  return {
    x: room.width / 2 - node.x - node.width / 2,
    y: room.height / 2 - node.y - node.height / 2,
    scale: scaleOf(ZOOM.most),
  };
}

/** Distance to move an interval into the viewport. */
function shiftInto(start: number, length: number, room: number): number {
  if (start < MARGIN) return MARGIN - start;
  return Math.min(0, room - MARGIN - start - length);
}

/** Zoom and translation of the drawing: as remembered, or centred on its target. */
export function useDrawingView(drawing: Drawing) {
  const { of, layout, target, room } = drawing;
  const [view, setView] = useState<DrawingView>(() => readView(of) ?? centredOn(drawing));
  const [centred, setCentred] = useState(target);
  if (centred !== target) {
    setCentred(target);
    setView(centredOn(drawing));
  }

  function change(next: DrawingView): void {
    setView(next);
    rememberView(of, next);
  }

  /** A node's box in the viewport. */
  function boxOf(id: string, within = layout) {
    const node = within.nodes.find((laidOut) => laidOut.node.id === id);
    if (node === undefined) return null;
    const { x, y, scale } = view;
    return {
      x: node.x * scale + x,
      y: node.y * scale + y,
      width: node.width * scale,
      height: node.height * scale,
    };
  }

  return {
    view,
    change,
    boxOf,
    reset: () => change(centredOn(drawing)),
    /** zooms by steps around a point of the viewport, by default its centre */
    zoom: (isIn: boolean, point = { x: room.width / 2, y: room.height / 2 }) => {
      const zoom = zoomOf(view.scale);
      change(zoomAround(view, scaleOf(isIn ? zoomIn(zoom) : zoomOut(zoom)), point));
    },
    pan: (dx: number, dy: number) =>
      change({ ...view, x: view.x + dx * PAN_STEP, y: view.y + dy * PAN_STEP }),
    /** moves a node into view, no further than needed */
    reveal: (id: string) => {
      const at = boxOf(id);
      if (at === null) return;
      const dx = shiftInto(at.x, at.width, room.width);
      const dy = shiftInto(at.y, at.height, room.height);
      if (dx !== 0 || dy !== 0) change({ ...view, x: view.x + dx, y: view.y + dy });
    },
    /** keeps a node at its position in the viewport while the layout changes */
    hold: (id: string, next: TreeLayout) => {
      const [now, then] = [boxOf(id), boxOf(id, next)];
      if (now !== null && then !== null) {
        change({ ...view, x: view.x + now.x - then.x, y: view.y + now.y - then.y });
      }
    },
  };
}
