import { CloseButton } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import type { LineageNode } from '@omicon/contract/areas/lineage.ts';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { BreakableName } from '../../../ui/text/BreakableName.tsx';
import classes from '../lineage.module.css';
import { type NodeActions, NodeDetails } from '../NodeDetails.tsx';
import { fullName, KIND_NAMES } from '../node-facts.ts';
import { positionPopup } from './popup-position.ts';

interface NodePopupProps extends NodeActions {
  node: LineageNode;
  parent: LineageNode | undefined;
  isFolded: boolean;
  /** opened by keyboard, so that it takes the focus */
  takesFocus: boolean;
  /** the node's box in the viewport */
  at: { x: number; y: number; width: number; height: number };
  room: { width: number; height: number };
  onClose(): void;
  onPointer(isInside: boolean): void;
}

const WIDTH = 340;

/** Popup with the details of a node. */
export function NodePopup(props: NodePopupProps) {
  const { node, at, room, takesFocus, onClose, onPointer, ...details } = props;
  const { ref, height } = useElementSize();
  const close = useRef<HTMLButtonElement>(null);
  const titleId = useId();
  const width = Math.min(WIDTH, room.width - 16);
  const position = positionPopup(at, { width, height }, room);

  // Until it is measured it has no position, is hidden and cannot take the focus.
  const isMeasured = height > 0;
  useEffect(() => {
    if (takesFocus && isMeasured) close.current?.focus();
  }, [takesFocus, isMeasured]);

  function leave(event: KeyboardEvent): void {
    // Keys inside the popup must not pan the diagram.
    event.stopPropagation();
    if (event.key === 'Escape') onClose();
  }

  return (
    <div
      ref={ref}
      role="dialog"
      aria-labelledby={titleId}
      className={`nowheel nopan ${classes.popup}`}
      style={{
        ...position,
        width,
        maxHeight: room.height - 16,
        visibility: isMeasured ? 'visible' : 'hidden',
      }}
      onKeyDown={leave}
      onPointerEnter={() => onPointer(true)}
      onPointerLeave={() => onPointer(false)}
    >
      <div className={classes.popupHead}>
        <div>
          <div className={classes.kind}>{KIND_NAMES[node.type]}</div>
          <h2 id={titleId}>
            <BreakableName text={fullName(node)} />
          </h2>
        </div>
        <CloseButton ref={close} aria-label="Close" onClick={onClose} />
      </div>
      <NodeDetails node={node} {...details} />
    </div>
  );
}
