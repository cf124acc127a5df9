import type { Node, NodeProps } from '@xyflow/react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useDiagram } from './diagram/diagram-context.ts';
import type { TreeNode } from './diagram/tree-layout.ts';
import classes from './lineage.module.css';
import { describeNode } from './node-facts.ts';
import { CAPTIONS, nodeLines, shapePath } from './shapes.ts';

export type DrawnNode = Node<{ laidOut: TreeNode }, 'lineage'>;

/** Shape, kind and name of a node at its full size. */
export function NodeShape({
  laidOut,
  isFocus,
  isFar,
}: {
  laidOut: Pick<TreeNode, 'node' | 'width' | 'height'>;
  isFocus: boolean;
  isFar: boolean;
}) {
  const { node, width, height } = laidOut;
  const isStep = node.type === 'transformation';
  return (
    <>
      <svg
        width={width}
        height={height}
        className={classes.shape}
        data-focus={isFocus || undefined}
        aria-hidden="true"
      >
        <path d={shapePath(node.type, width, height)} />
      </svg>
      {!isFar && (
        <span className={classes.text} data-step={isStep || undefined} aria-hidden="true">
          {isStep ? (
            (node.code ?? node.name)
          ) : (
            <>
              <span className={classes.caption}>{CAPTIONS[node.type]}</span>
              {nodeLines(node, width, height).map((line, row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a name are never reordered
                <span key={row}>{line}</span>
              ))}
            </>
          )}
        </span>
      )}
    </>
  );
}

/** A node of the diagram: a click opens it, a double click or Space collapses it. */
export function NodeMark({ data: { laidOut } }: NodeProps<DrawnNode>) {
  const diagram = useDiagram();
  const { node, width, height, hidden } = laidOut;
  const isFocus = node.id === diagram.focus;
  const isWanted = node.id === diagram.wanted;
  const button = useRef<HTMLButtonElement>(null);

  // A node outside the window is rendered, and focusable, only after the view has moved to it.
  const { onStop } = diagram;
  useEffect(() => {
    if (!isWanted) return;
    button.current?.focus({ preventScroll: true });
    onStop(node.id);
  }, [isWanted, onStop, node.id]);

  function press(event: KeyboardEvent): void {
    if (event.key === ' ') diagram.onToggle(node.id);
    else if (event.key === 'Enter') diagram.onOpen(node.id, true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <button
      ref={button}
      type="button"
      className={classes.node}
      data-node={node.id}
      style={{ width, height }}
      tabIndex={node.id === diagram.stop ? 0 : -1}
      aria-haspopup="dialog"
      aria-expanded={diagram.open === node.id}
      onFocus={() => onStop(node.id)}
      onKeyDown={press}
      onClick={() => diagram.onOpen(node.id, false)}
      onDoubleClick={() => diagram.onToggle(node.id)}
      onPointerEnter={() => diagram.onPointer(node.id, true)}
      onPointerLeave={() => diagram.onPointer(node.id, false)}
    >
      <span className="spoken">{describeNode(node, hidden, isFocus)}</span>
      <NodeShape laidOut={laidOut} isFocus={isFocus} isFar={diagram.isFar} />
      {hidden > 0 && (
        <span
          className={classes.hidden}
          aria-hidden="true"
          data-vertical={diagram.orientation === 'vertical' || undefined}
        >
          +{hidden}
        </span>
      )}
    </button>
  );
}
