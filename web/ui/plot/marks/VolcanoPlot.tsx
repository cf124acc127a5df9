import { useLayoutEffect, useMemo, useRef } from 'react';
import { categoryColour } from '../../colour/data-colours.ts';
import type { GridChecks } from '../../grid/checks.ts';
import { countOf, formatCount, formatPValue, withMinus } from '../../text/format.ts';
import plot from '../plot.module.css';
import type { PlotNames } from './PlotFigure.tsx';
import { PointsPlot } from './PointsPlot.tsx';
import type { PointsLayout } from './points-layout.ts';
import { placeNames, SIGNIFICANT_Q, strengthsOf, topFeatures, writePValue } from './volcano.ts';

const [GREY, UP, DOWN] = ['#a9b0b4', categoryColour(5), categoryColour(0)];
/** Points that the arrow keys visit, and those that carry their names. */
const [MAX_VISITED, MAX_NAMED] = [100, 10];

interface VolcanoPlotProps extends PlotNames {
  features: readonly string[];
  /** what a point is, in the singular */
  what?: string;
  /** mean of the first group minus that of the second */
  difference: readonly number[];
  p_value: readonly number[];
  /** for P that underflow to 0 */
  log10_p?: readonly number[];
  q_value: readonly number[];
  /** further columns of the table and the file */
  more?: readonly { title: string; values: readonly (number | null)[] }[];
  /** such as "log2 expression, Primary minus Recurrent" */
  label: string;
  /** opens a feature, on Enter or a click */
  onOpen?: (index: number) => void;
  /** address of a feature, linked in the table */
  hrefOf?: (feature: string) => string;
  /** of the rows of the table, by index */
  checks?: GridChecks;
}

const NO_POINT = { x: 0, y: 0 };
const NOTHING_MORE: NonNullable<VolcanoPlotProps['more']> = [];

/** One feature; `more_0` and so on are the further columns. */
interface VolcanoRow {
  feature: string;
  index: number;
  [column: string]: string | number | null;
}

function colourOfPoint({ difference, q }: VolcanoRow): string {
  if (Number(q ?? 1) >= SIGNIFICANT_Q) return GREY;
  return Number(difference) > 0 ? UP : DOWN;
}

/** All points, on a canvas: as shapes, thousands would keep the page waiting. */
function PointCanvas({ layout, rows }: { layout: PointsLayout; rows: readonly VolcanoRow[] }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!canvas.current || !context) return;
    const dots = window.devicePixelRatio || 1;
    canvas.current.width = Math.round(layout.width * dots);
    canvas.current.height = Math.round(layout.height * dots);
    context.setTransform(dots, 0, 0, dots, 0, 0);
    context.globalAlpha = 0.7;
    for (const [index, row] of rows.entries()) {
      const { x, y } = layout.points[index] ?? NO_POINT;
      context.fillStyle = colourOfPoint(row);
      context.fillRect(x - 1.5, y - 1.5, 3, 3);
    }
  }, [layout, rows]);
  const { width, height } = layout;
  return <canvas ref={canvas} style={{ position: 'absolute', width, height, forcedColorAdjust: 'none' }} />;
}

/** The names of some points, where there is room. */
function Names({ layout, of }: { layout: PointsLayout; of: readonly { index: number; name: string }[] }) {
  const named = of.map(({ index, name }) => ({ index, name, ...(layout.points[index] ?? NO_POINT) }));
  const nameOf = new Map(named.map(({ index, name }) => [index, name]));
  return placeNames(named, layout).map(({ index, x, y, anchor }) => (
    <text
      key={index}
      x={x}
      y={y}
      textAnchor={anchor}
      // A name is read on the points behind it.
      paintOrder="stroke"
      stroke="#ffffff"
      strokeWidth={3}
      strokeLinejoin="round"
      className={plot.name}
    >
      {nameOf.get(index)}
    </text>
  ));
}

/** Difference of two groups against its evidence, a point for every feature. */
export function VolcanoPlot(props: VolcanoPlotProps) {
  const { features, what = 'feature', difference, p_value, log10_p, q_value, more = NOTHING_MORE } = props;
  const { title, fileName, label, onOpen, hrefOf, checks } = props;
  const rows = useMemo(() => {
    const strengths = strengthsOf(p_value, log10_p);
    return features.map(
      (feature, index): VolcanoRow => ({
        ...{ feature, index, strength: strengths[index] ?? 0 },
        difference: difference[index] ?? null,
        p: p_value[index] ?? null,
        q: q_value[index] ?? null,
        ...Object.fromEntries(more.map(({ values }, at) => [`more_${at}`, values[index] ?? null])),
      }),
    );
  }, [features, difference, p_value, log10_p, q_value, more]);
  const visited = useMemo(
    () => topFeatures(strengthsOf(p_value, log10_p), difference, MAX_VISITED),
    [p_value, log10_p, difference],
  );
  const significant = q_value.filter((q) => q < SIGNIFICANT_Q).length;
  const named = visited.slice(0, MAX_NAMED).map((index) => ({ index, name: features[index] ?? '' }));
  return (
    <PointsPlot
      title={title}
      fileName={fileName}
      about={props.about}
      caption={`${formatCount(significant)} of ${countOf(features.length, what)} with q below ${SIGNIFICANT_Q} are coloured; the ${named.length} with the smallest P are named where there is room.`}
      keys={`The arrow keys read the ${countOf(visited.length, what)} with the smallest P${onOpen === undefined ? '' : ', Enter opens one'}.`}
      columns={[
        {
          key: 'feature',
          title: what.replace(/^./, (letter) => letter.toUpperCase()),
          kind: 'identifier',
          width: 180,
          href: ({ feature }) => hrefOf?.(feature) ?? null,
        },
        { key: 'difference', title: 'Difference', kind: 'decimal', width: 130 },
        { key: 'p', title: 'P', kind: 'p-value', width: 110 },
        { key: 'q', title: 'q', kind: 'p-value', width: 110 },
        ...more.map(
          (of, at) => ({ key: `more_${at}`, title: of.title, kind: 'decimal', width: 130 }) as const,
        ),
      ]}
      rows={rows}
      checks={checks}
      x={{ key: 'difference', label }}
      y={{ key: 'strength', label: '\u2212log10 P' }}
      visited={visited}
      describe={({ feature, index, p, q }) =>
        `${feature}: difference ${withMinus(difference[index]?.toPrecision(3) ?? 'NA')}, P ${writePValue(Number(p ?? 1), log10_p?.[index])}, q ${formatPValue(Number(q ?? 1))}.`
      }
      onOpen={onOpen && (({ index }) => onOpen(index))}
      canvas={(layout) => <PointCanvas layout={layout} rows={rows} />}
      markOf={(row, { x, y }) => (
        <rect x={x - 1.5} y={y - 1.5} width={3} height={3} fill={colourOfPoint(row)} fillOpacity={0.7} />
      )}
      over={(layout) => <Names layout={layout} of={named} />}
    />
  );
}
