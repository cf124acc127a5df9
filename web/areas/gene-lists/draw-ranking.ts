import { categoryColour } from '../../ui/colour/data-colours.ts';
import { toHex } from '../../ui/colour/rgb.ts';
import { writeTable } from '../../ui/grid/write-table.ts';
import { type Drawing, escapeXml } from '../../ui/plot/save-picture.ts';
import { formatPValue } from '../../ui/text/format.ts';
import { BOTTOM, LEFT, type RankedPoint, type RankingChart } from './ranking-layout.ts';

const FONT = "Inter, 'Helvetica Neue', Arial, sans-serif";
const HEAD = 40;
const RADIUS = 4.5;

export const X_TITLE = 'Share of the list, %';
export const Y_TITLE = '−log10 P';

/** Shape and colour per module definition: colour-blind safe, with a contrast of 3 on light and dark. */
const MARKS: Readonly<Record<string, { shape: 'circle' | 'square' | 'triangle'; colour: string }>> = {
  Seed: { shape: 'circle', colour: categoryColour(0) },
  Bonferroni: { shape: 'square', colour: categoryColour(5) },
  FDR: { shape: 'triangle', colour: categoryColour(2) },
};
const PLAIN = { shape: 'circle', colour: categoryColour(0) } as const;

export function colourOfMark(group: string | null): string {
  return (MARKS[group ?? ''] ?? PLAIN).colour;
}

/** The outline of a mark around a point, as an SVG path. */
export function pathOfMark(group: string | null, x: number, y: number): string {
  const { shape } = MARKS[group ?? ''] ?? PLAIN;
  const at = (dx: number, dy: number) => `${(x + dx).toFixed(1)} ${(y + dy).toFixed(1)}`;
  const r = RADIUS;
  if (shape === 'square') return `M${at(-r, -r)}h${2 * r}v${2 * r}h${-2 * r}z`;
  if (shape === 'triangle') return `M${at(0, -r - 1)}L${at(r + 1, r)}L${at(-r - 1, r)}z`;
  return `M${at(-r, 0)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
}

export function groupsOf(points: readonly RankedPoint[]): string[] {
  return [...new Set(points.flatMap(({ group }) => group ?? []))];
}

export function describePoint(point: RankedPoint): string {
  const { name, group, context, p, q, overlap, listed, size } = point;
  const kind = group === null ? '' : `, ${group}`;
  return `${name}${kind}: P ${formatPValue(p)}, q ${formatPValue(q)}, ${overlap} of ${listed} genes of the list among ${size}. ${context}`;
}

/** The picture as an SVG file, with axes and legend. */
export function drawRanking(chart: RankingChart, title: string): Drawing {
  const groups = groupsOf(chart.points);
  const { width } = chart;
  const height = HEAD + chart.height + (groups.length > 0 ? 24 : 8);
  const floor = chart.height - BOTTOM;
  const xTicks = chart.xTicks.map(
    ({ value, at }) => `<text x="${at.toFixed(1)}" y="${floor + 16}" text-anchor="middle">${value}</text>`,
  );
  const yTicks = chart.yTicks.map(
    ({ value, at }) =>
      `<line x1="${LEFT}" x2="${width}" y1="${at.toFixed(1)}" y2="${at.toFixed(1)}" stroke="#d9dee0"/><text x="${LEFT - 8}" y="${(at + 4).toFixed(1)}" text-anchor="end">${value}</text>`,
  );
  const limit =
    chart.threshold === null
      ? ''
      : `<line x1="${LEFT}" x2="${width}" y1="${chart.threshold.toFixed(1)}" y2="${chart.threshold.toFixed(1)}" stroke="#5b6468" stroke-dasharray="4 3"/><text x="${width - 4}" y="${(chart.threshold - 4).toFixed(1)}" text-anchor="end">q = 0.05</text>`;
  const marks = chart.points
    .toReversed()
    .map(
      (point) =>
        `<path d="${pathOfMark(point.group, point.x, point.y)}" fill="${toHex(colourOfMark(point.group))}" stroke="#ffffff" stroke-width="0.75"><title>${escapeXml(describePoint(point))}</title></path>`,
    );
  const legend = groups.map(
    (group, index) =>
      `<path d="${pathOfMark(group, LEFT + 8 + index * 110, chart.height + 8)}" fill="${toHex(colourOfMark(group))}"/><text x="${LEFT + 20 + index * 110}" y="${chart.height + 12}">${escapeXml(group)}</text>`,
  );
  const axes = `<text x="${width - 4}" y="${chart.height - 6}" text-anchor="end">${X_TITLE}</text><text x="4" y="-4">${Y_TITLE}</text>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${FONT}" font-size="11" fill="#1b2124"><title>${escapeXml(title)}</title><rect width="100%" height="100%" fill="#ffffff"/><text x="4" y="18" font-size="13" font-weight="600">${escapeXml(title)}</text><g transform="translate(0 ${HEAD})">${[...yTicks, ...xTicks, axes, limit, ...marks, ...legend].join('')}</g></svg>`;
  return { svg, width, height };
}

/** The numbers of the picture as TSV, ordered by P. */
export function writeRanking(points: readonly RankedPoint[]): string {
  const titles = ['Name', 'Place', 'Definition', 'P', 'q', 'Overlap', 'Size', 'Listed', 'Universe'];
  const rows = points.map(({ name, context, group, p, q, overlap, size, listed, universe }) => [
    ...[name, context, group, p, q, overlap, size, listed, universe],
  ]);
  return writeTable(titles, rows, 'tsv');
}
