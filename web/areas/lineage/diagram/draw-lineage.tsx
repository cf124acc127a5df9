import { drawSvg } from '../../../ui/plot/draw-svg.tsx';
import type { Drawing } from '../../../ui/plot/save-picture.ts';
import { fullName, KIND_NAMES } from '../node-facts.ts';
import { CAPTIONS, NODE_TEXT, nodeLines, shapePath } from '../shapes.ts';
import type { Orientation, TreeLayout, TreeNode } from './tree-layout.ts';

/** Colours of saved files, for a white background. */
const INK = {
  dimmed: '#5b6468',
  line: '#8b9499',
  focus: '#0d5c5f',
  ground: '#ffffff',
} as const;
const MARGIN = 24;

/** SVG path of all lines from parents to children, curved along the direction of the levels. */
export function edgePath({ nodes, edges }: TreeLayout, orientation: Orientation): string {
  const nodesById = new Map(nodes.map((node) => [node.node.id, node]));
  return edges
    .map(({ from, to }) => {
      const [a, b] = [nodesById.get(from), nodesById.get(to)];
      if (a === undefined || b === undefined) return '';
      if (orientation === 'horizontal') {
        const [x0, y0, x1, y1] = [a.x + a.width, a.y + a.height / 2, b.x, b.y + b.height / 2];
        const half = (x0 + x1) / 2;
        return `M${x0} ${y0}C${half} ${y0} ${half} ${y1} ${x1} ${y1}`;
      }
      const [x0, y0, x1, y1] = [a.x + a.width / 2, a.y + a.height, b.x + b.width / 2, b.y];
      const half = (y0 + y1) / 2;
      return `M${x0} ${y0}C${x0} ${half} ${x1} ${half} ${x1} ${y1}`;
    })
    .join('');
}

function NodeText({ node, width, height }: TreeNode) {
  const middle = width / 2;
  if (node.type === 'transformation')
    return (
      <text x={middle} y={height / 2 + 4} fontWeight="600">
        {node.code ?? node.name}
      </text>
    );
  const lines = nodeLines(node, width, height);
  const top = (height - NODE_TEXT.caption - lines.length * NODE_TEXT.lineHeight) / 2;
  return (
    <>
      <text x={middle} y={top + 10} fontSize="10" fill={INK.dimmed}>
        {CAPTIONS[node.type]}
      </text>
      <text>
        {lines.map((line, row) => {
          const bottom = top + NODE_TEXT.caption + (row + 1) * NODE_TEXT.lineHeight - 3;
          return (
            <tspan key={bottom} x={middle} y={bottom}>
              {line}
            </tspan>
          );
        })}
      </text>
    </>
  );
}

function NodeMarks({ laidOut, isFocus }: { laidOut: TreeNode; isFocus: boolean }) {
  const { node, x, y, width, height, hidden } = laidOut;
  return (
    <g transform={`translate(${x} ${y})`}>
      <title>{node.code === null ? `${KIND_NAMES[node.type]}: ${node.name}` : fullName(node)}</title>
      <path
        d={shapePath(node.type, width, height)}
        fill={INK.ground}
        stroke={isFocus ? INK.focus : INK.line}
        strokeWidth={isFocus ? 3 : 1}
      />
      <NodeText {...laidOut} />
      {hidden > 0 && (
        <text x={width + 4} y={height / 2 + 4} textAnchor="start">
          {`+${hidden}`}
        </text>
      )}
    </g>
  );
}

/** The whole tree, as currently collapsed and filtered, as an SVG file. */
export function drawLineage(layout: TreeLayout, orientation: Orientation, focus: string): Drawing {
  const width = Math.ceil(layout.width + 3 * MARGIN);
  const height = Math.ceil(layout.height + 2 * MARGIN);
  return drawSvg(
    <g transform={`translate(${MARGIN} ${MARGIN})`} fontSize={NODE_TEXT.fontSize} textAnchor="middle">
      <path d={edgePath(layout, orientation)} fill="none" stroke={INK.line} />
      {layout.nodes.map((laidOut) => (
        <NodeMarks key={laidOut.node.id} laidOut={laidOut} isFocus={laidOut.node.id === focus} />
      ))}
    </g>,
    { width, height, title: 'Lineage', showsTitle: false },
  );
}
