import { colourAt, hexOf, PALETTES } from '../../../ui/colour/palettes.ts';
import { drawSvg } from '../../../ui/plot/draw-svg.tsx';
import type { Drawing } from '../../../ui/plot/save-picture.ts';
import classes from './graph.module.css';
import { type Edge, type Node, type Point, radiusOf } from './graph-model.ts';

const [NEGATIVE, , POSITIVE] = PALETTES['blue-red'];

/** Red above 0, blue below, as everywhere. */
export function edgeColour({ r }: Edge): string {
  return hexOf(r < 0 ? NEGATIVE : POSITIVE);
}

/** Viridis by the percentile of the mean; grey without one. */
export function nodeColour({ percentile }: Node): string {
  return percentile === null ? '#c9ced1' : hexOf(colourAt('viridis', percentile / 100));
}

export interface Graph {
  nodes: readonly Node[];
  edges: readonly Edge[];
  points: readonly Point[];
}

/** Edges and nodes; those beside the marked node are faint. */
export function GraphMarks({
  nodes,
  edges,
  points,
  hasNames,
  marked = null,
  onMark,
}: Graph & { hasNames: boolean; marked?: number | null; onMark?: (index: number) => void }) {
  const at = (index: number) => points[index] ?? { x: 0, y: 0 };
  const touches = ({ from, to }: Edge) => marked === null || from === marked || to === marked;
  // A feature can be there twice, so its name alone does not tell nodes apart.
  const drawn = nodes.map((node, index) => ({ node, index, id: `${node.feature} ${index}` }));
  return (
    <>
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
        <g key={id} onPointerEnter={() => onMark?.(index)}>
          <circle
            cx={at(index).x}
            cy={at(index).y}
            r={radiusOf(node)}
            fill={nodeColour(node)}
            stroke="#1b2124"
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
    </>
  );
}

/** The graph as an SVG file, with every name. */
export function drawGraph(
  graph: Graph,
  { about, ...size }: { width: number; height: number; title: string; about: readonly string[] },
): Drawing {
  return drawSvg(<GraphMarks {...graph} hasNames />, { ...size, about });
}
