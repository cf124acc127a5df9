import '@xyflow/react/dist/base.css';
import { ReactFlow, ViewportPortal } from '@xyflow/react';
import { useMemo } from 'react';
import classes from '../lineage.module.css';
import { type DrawnNode, NodeMark } from '../NodeMark.tsx';
import { edgePath } from './draw-lineage.tsx';
import type { Orientation, TreeLayout } from './tree-layout.ts';
import { type DrawingView, scaleOf, ZOOM } from './zoom.ts';

const NODE_TYPES = { lineage: NodeMark };

function toDrawn(layout: TreeLayout): DrawnNode[] {
  return layout.nodes.map((laidOut) => ({
    id: laidOut.node.id,
    type: 'lineage',
    position: { x: laidOut.x, y: laidOut.y },
    width: laidOut.width,
    height: laidOut.height,
    // Without handles every node would be rendered once to be measured.
    handles: [],
    data: { laidOut },
  }));
}

interface DrawingProps {
  layout: TreeLayout;
  orientation: Orientation;
  view: DrawingView;
  onView(view: DrawingView): void;
  onPan(): void;
}

/** The nodes inside the viewport, and all lines. */
export function Drawing({ layout, orientation, view: { x, y, scale }, onView, onPan }: DrawingProps) {
  const nodes = useMemo(() => toDrawn(layout), [layout]);
  const lines = useMemo(() => edgePath(layout, orientation), [layout, orientation]);
  return (
    <ReactFlow
      nodes={nodes}
      nodeTypes={NODE_TYPES}
      viewport={{ x, y, zoom: scale }}
      onViewportChange={({ zoom, ...offset }) => onView({ ...offset, scale: zoom })}
      onMoveStart={(event) => event !== null && onPan()}
      minZoom={scaleOf(ZOOM.least)}
      maxZoom={scaleOf(ZOOM.most)}
      onlyRenderVisibleElements
      nodesDraggable={false}
      nodesConnectable={false}
      nodesFocusable={false}
      elementsSelectable={false}
      zoomOnScroll={false}
      zoomOnDoubleClick={false}
      preventScrolling={false}
      disableKeyboardA11y
      proOptions={{ hideAttribution: true }}
    >
      <ViewportPortal>
        <svg className={classes.lines} width={layout.width} height={layout.height} aria-hidden="true">
          <path d={lines} />
        </svg>
      </ViewportPortal>
    </ReactFlow>
  );
}
