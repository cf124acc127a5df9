import { type KeyboardEvent, useState } from 'react';
import { countOf } from '../../../ui/text/format.ts';
import { edgeColour, nodeColour } from './draw-graph.ts';
import classes from './graph.module.css';
import { type Edge, type Node, type Point, radiusOf } from './graph-model.ts';

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
const NAMED = 6;
/** Square pixels that a name needs; with less the names would lie on each other, and only the marked one is shown. */
const ROOM_OF_NAME = 5500;

/** A feature with its kME and what it is linked with, the strongest first. */
function describeNode(nodes: readonly Node[], edges: readonly Edge[], index: number): string {
  const { feature = '', kme = null, percentile = null } = nodes[index] ?? {};
  const own = edges.filter(({ from, to }) => from === index || to === index);
  const named = own
    .slice(0, NAMED)
    .map(
      ({ from, to, r }) =>
        `${nodes[from === index ? to : from]?.feature} (${r.toFixed(2).replace('-', '\u2212')})`,
    );
  const more = own.length > named.length ? ` and ${own.length - named.length} more` : '';
  const facts = [
    ...(kme === null ? [] : [`kME ${kme.toFixed(3).replace('-', '\u2212')}`]),
    ...(percentile === null ? [] : [`mean above ${Math.round(percentile)} % of the features`]),
    own.length === 0 ? 'no edge' : `${countOf(own.length, 'edge')}: ${named.join(', ')}${more}`,
  ];
  return `${feature}: ${facts.join('; ')}.`;
}

/** The graph with one marked feature, moved by pointer or arrow keys in the order of kME. */
export function GraphFigure({
  nodes,
  edges,
  points,
  size,
  label,
}: {
  nodes: readonly Node[];
  edges: readonly Edge[];
  points: readonly Point[];
  size: { width: number; height: number };
  label: string;
}) {
  const [marked, setMarked] = useState<number | null>(null);

  function move(event: KeyboardEvent): void {
    const last = nodes.length - 1;
    const step = STEPS[event.key];
    const to =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? last
          : step === undefined
            ? undefined
            : (marked ?? (step > 0 ? -1 : last + 1)) + step;
    if (event.key === 'Escape') setMarked(null);
    if (to === undefined) return;
    event.preventDefault();
    setMarked(Math.min(last, Math.max(0, to)));
  }

  // A feature can be there twice, so its name alone does not tell nodes apart.
  const drawn = nodes.map((node, index) => ({ node, index, id: `${node.feature} ${index}` }));
  const hasNames = (size.width * size.height) / Math.max(1, nodes.length) >= ROOM_OF_NAME;
  const at = (index: number) => points[index] ?? { x: 0, y: 0 };
  const touches = ({ from, to }: Edge) => marked === null || from === marked || to === marked;
  return (
    <figure className={classes.figure}>
      <svg
        width={size.width}
        height={size.height}
        role="img"
        aria-label={`${label}. The arrow keys read the features one by one.`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys read the features one by one
        tabIndex={0}
        className={classes.drawing}
        onKeyDown={move}
        onPointerLeave={() => setMarked(null)}
      >
        {edges.map((edge) => (
          <line
            key={`${edge.from} ${edge.to}`}
            x1={at(edge.from).x}
            y1={at(edge.from).y}
            x2={at(edge.to).x}
            y2={at(edge.to).y}
            stroke={edgeColour(edge)}
            strokeOpacity={touches(edge) ? 0.5 : 0.08}
          />
        ))}
        {drawn.map(({ node, index, id }) => (
          <g key={id} onPointerEnter={() => setMarked(index)}>
            <circle
              cx={at(index).x}
              cy={at(index).y}
              r={radiusOf(node)}
              fill={nodeColour(node)}
              className={index === marked ? classes.marked : classes.node}
            />
            {(hasNames || index === marked) && (
              <text
                x={at(index).x}
                y={at(index).y - radiusOf(node) - 3}
                textAnchor="middle"
                className={index === marked ? classes.markedLabel : classes.label}
              >
                {node.feature}
              </text>
            )}
          </g>
        ))}
      </svg>
      <figcaption className={classes.caption} aria-live="polite">
        {marked === null ? `${label}.` : describeNode(nodes, edges, marked)}
      </figcaption>
    </figure>
  );
}
