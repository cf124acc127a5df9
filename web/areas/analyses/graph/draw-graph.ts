import { type Drawing, escapeXml } from '../../../ui/plot/save-picture.ts';
import { colourAt, hexOf, PALETTES } from '../picture/palettes.ts';
import { type Edge, type Node, type Point, radiusOf } from './graph-model.ts';

const FONT = "Inter, 'Helvetica Neue', Arial, sans-serif";
const HEAD = 40;

const [NEGATIVE, , POSITIVE] = PALETTES['blue-red'];

/** Red above 0, blue below, as everywhere. */
export function edgeColour({ r }: Edge): string {
  return hexOf(r < 0 ? NEGATIVE : POSITIVE);
}

/** Viridis by the percentile of the mean; grey without one. */
export function nodeColour({ percentile }: Node): string {
  return percentile === null ? '#c9ced1' : hexOf(colourAt('viridis', percentile / 100));
}

/** The graph as an SVG file, on white. */
export function drawGraph(
  { nodes, edges, points }: { nodes: readonly Node[]; edges: readonly Edge[]; points: readonly Point[] },
  { width, height, title }: { width: number; height: number; title: string },
): Drawing {
  const at = (index: number) => points[index] ?? { x: 0, y: 0 };
  const lines = edges
    .map((edge) => {
      const [a, b] = [at(edge.from), at(edge.to)];
      return `<line x1="${a.x.toFixed(1)}" y1="${a.y.toFixed(1)}" x2="${b.x.toFixed(1)}" y2="${b.y.toFixed(1)}" stroke="${edgeColour(edge)}" stroke-opacity="0.45"/>`;
    })
    .join('');
  const marks = nodes
    .map((node, index) => {
      const { x, y } = at(index);
      return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${radiusOf(node).toFixed(1)}" fill="${nodeColour(node)}" stroke="#1b2124"/><text x="${x.toFixed(1)}" y="${(y - radiusOf(node) - 3).toFixed(1)}" text-anchor="middle">${escapeXml(node.feature)}</text>`;
    })
    .join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height + HEAD}" viewBox="0 0 ${width} ${height + HEAD}" font-family="${FONT}" font-size="11" fill="#1b2124"><title>${escapeXml(title)}</title><rect width="100%" height="100%" fill="#ffffff"/><text x="8" y="22" font-size="14" font-weight="600">${escapeXml(title)}</text><g transform="translate(0 ${HEAD})">${lines}${marks}</g></svg>`;
  return { svg, width, height: height + HEAD };
}
