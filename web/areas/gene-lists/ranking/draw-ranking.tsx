import { categoryColour } from '../../../ui/colour/data-colours.ts';
import { toHex } from '../../../ui/colour/rgb.ts';
import { writeTable } from '../../../ui/files/write-table.ts';
import { XAxis, YAxis } from '../../../ui/plot/Axis.tsx';
import { drawSvg } from '../../../ui/plot/draw-svg.tsx';
import { ReferenceLine } from '../../../ui/plot/marks/ReferenceLine.tsx';
import type { Drawing } from '../../../ui/plot/save-picture.ts';
import { formatPValue } from '../../../ui/text/format.ts';
import classes from '../gene-lists.module.css';
import { BOTTOM, LEFT, type RankedPoint, type RankingAxis, type RankingChart } from './ranking-layout.ts';

export const Y_TITLE = '−log10 P';

const RADIUS = 4.5;

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
  const { name, group, context, p, q, about } = point;
  const kind = group === null ? '' : `, ${group}`;
  return `${name}${kind}: P ${formatPValue(p)}, q ${formatPValue(q)}, ${about}. ${context}`;
}

/** Axes, the limit of q and the points; in a file each point says what it is. */
export function RankingMarks({ chart, isFile = false }: { chart: RankingChart; isFile?: boolean }) {
  const { width, height, threshold, axis } = chart;
  return (
    <>
      <YAxis ticks={chart.yTicks} left={LEFT} right={width} />
      <XAxis ticks={chart.xTicks} top={height - BOTTOM} right={width - 4} label={axis.title} />
      {threshold !== null && <ReferenceLine left={LEFT} right={width} y={threshold} name="q = 0.05" />}
      {chart.points.toReversed().map((point) => (
        <path
          key={point.key}
          d={pathOfMark(point.group, point.x, point.y)}
          fill={toHex(colourOfMark(point.group))}
          stroke="#ffffff"
          strokeWidth={0.75}
          className={classes.point}
        >
          {isFile && <title>{describePoint(point)}</title>}
        </path>
      ))}
    </>
  );
}

/** The picture as an SVG file, with its legend. */
export function drawRanking(chart: RankingChart, title: string): Drawing {
  const groups = groupsOf(chart.points);
  return drawSvg(
    <>
      <RankingMarks chart={chart} isFile />
      <text x={4} y={-4}>
        {Y_TITLE}
      </text>
      {groups.map((group, index) => (
        <g key={group} transform={`translate(${LEFT + 8 + index * 110} ${chart.height + 8})`}>
          <path d={pathOfMark(group, 0, 0)} fill={toHex(colourOfMark(group))} />
          <text x={12} y={4}>
            {group}
          </text>
        </g>
      ))}
    </>,
    {
      width: chart.width,
      height: chart.height + (groups.length > 0 ? 24 : 8),
      title,
      about: [`${Y_TITLE} against ${chart.axis.caption}; the line is q = 0.05`],
    },
  );
}

/** The numbers of the picture as TSV, ordered by P. */
export function writeRanking(points: readonly RankedPoint[], { columns }: RankingAxis): string {
  const titles = ['Name', 'Place', 'Definition', 'P', 'q', ...columns];
  const rows = points.map(({ name, context, group, p, q, cells }) => [name, context, group, p, q, ...cells]);
  return writeTable(titles, rows, 'tsv');
}
