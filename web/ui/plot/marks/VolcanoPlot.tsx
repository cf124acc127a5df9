import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { categoryColour } from '../../colour/data-colours.ts';
import type { GridChecks } from '../../grid/checks.ts';
import { countOf, formatCount, formatPValue, withMinus } from '../../text/format.ts';
import { XAxis, YAxis } from '../Axis.tsx';
import plot from '../plot.module.css';
import { PlotFigure, type PlotNames } from './PlotFigure.tsx';
import { layoutPoints, type PointsLayout } from './points-layout.ts';
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

const NOTHING_MORE: NonNullable<VolcanoPlotProps['more']> = [];

/** One feature; `more_0` and so on are the further columns. */
interface VolcanoRow {
  feature: string;
  [column: string]: string | number | null;
}

type Numbers = Pick<VolcanoPlotProps, 'difference' | 'q_value'>;

function colourOfPoint({ difference, q_value }: Numbers, index: number): string {
  if ((q_value[index] ?? 1) >= SIGNIFICANT_Q) return GREY;
  return (difference[index] ?? 0) > 0 ? UP : DOWN;
}

/** All points, on a canvas: as shapes, thousands would keep the page waiting. */
function PointCanvas({ layout, numbers }: { layout: PointsLayout; numbers: Numbers }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!canvas.current || !context) return;
    const dots = window.devicePixelRatio || 1;
    canvas.current.width = Math.round(layout.width * dots);
    canvas.current.height = Math.round(layout.height * dots);
    context.setTransform(dots, 0, 0, dots, 0, 0);
    context.globalAlpha = 0.7;
    for (const [index, { x, y }] of layout.points.entries()) {
      context.fillStyle = colourOfPoint(numbers, index);
      context.fillRect(x - 1.5, y - 1.5, 3, 3);
    }
  }, [layout, numbers]);
  const { width, height } = layout;
  return <canvas ref={canvas} style={{ position: 'absolute', width, height, forcedColorAdjust: 'none' }} />;
}

function Marks({
  layout,
  features,
  named,
  label,
}: {
  layout: PointsLayout;
  features: readonly string[];
  named: readonly number[];
  label: string;
}) {
  const places = placeNames(
    named.map((index) => ({
      index,
      name: features[index] ?? '',
      x: layout.points[index]?.x ?? 0,
      y: layout.points[index]?.y ?? 0,
    })),
    layout,
  );
  return (
    <>
      <YAxis ticks={layout.yTicks} left={layout.left} right={layout.width} label={'\u2212log10 P'} />
      <XAxis ticks={layout.xTicks} top={layout.floor} right={layout.width - 4} label={label} />
      {places.map(({ index, x, y, anchor }) => (
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
          {features[index]}
        </text>
      ))}
    </>
  );
}

/** Difference of two groups against its evidence, a point for every feature. */
export function VolcanoPlot({
  features,
  what = 'feature',
  difference,
  p_value,
  log10_p,
  q_value,
  more = NOTHING_MORE,
  label,
  onOpen,
  hrefOf,
  checks,
  ...names
}: VolcanoPlotProps) {
  const numbers = useMemo(() => ({ difference, q_value }), [difference, q_value]);
  const strengths = useMemo(() => strengthsOf(p_value, log10_p), [p_value, log10_p]);
  const visited = useMemo(() => topFeatures(strengths, difference, MAX_VISITED), [strengths, difference]);
  const layoutFor = useCallback(
    (width: number) => layoutPoints(difference, strengths, width),
    [difference, strengths],
  );
  const cursorPoints = useCallback(
    ({ points }: PointsLayout) => visited.map((index) => points[index] ?? { x: 0, y: 0 }),
    [visited],
  );
  const rows = useMemo(
    () =>
      features.map(
        (feature, index): VolcanoRow => ({
          feature,
          difference: difference[index] ?? null,
          p: p_value[index] ?? null,
          q: q_value[index] ?? null,
          ...Object.fromEntries(more.map(({ values }, at) => [`more_${at}`, values[index] ?? null])),
        }),
      ),
    [features, difference, p_value, q_value, more],
  );
  const significant = q_value.filter((q) => q < SIGNIFICANT_Q).length;
  const part = { features, named: visited.slice(0, MAX_NAMED), label };
  return (
    <PlotFigure
      {...names}
      caption={`${formatCount(significant)} of ${countOf(features.length, what)} with q below ${SIGNIFICANT_Q} are coloured; the ${part.named.length} with the smallest P are named where there is room.`}
      keys={`The arrow keys read the ${countOf(visited.length, what)} with the smallest P${onOpen === undefined ? '' : ', Enter opens one'}.`}
      columns={[
        {
          key: 'feature',
          title: what.replace(/^./, (letter) => letter.toUpperCase()),
          kind: 'identifier',
          width: 180,
          ...(hrefOf === undefined ? {} : { href: ({ feature }: { feature: string }) => hrefOf(feature) }),
        },
        { key: 'difference', title: 'Difference', kind: 'decimal', width: 130 },
        { key: 'p', title: 'P', kind: 'p-value', width: 110 },
        { key: 'q', title: 'q', kind: 'p-value', width: 110 },
        ...more.map(({ title }, at) => ({
          key: `more_${at}`,
          title,
          kind: 'decimal' as const,
          width: 130,
        })),
      ]}
      rows={rows}
      checks={checks}
      layoutFor={layoutFor}
      cursorPoints={cursorPoints}
      describe={(stop) => {
        const index = visited[stop] ?? 0;
        return `${features[index]}: difference ${withMinus(difference[index]?.toPrecision(3) ?? 'NA')}, P ${writePValue(p_value[index] ?? 1, log10_p?.[index])}, q ${formatPValue(q_value[index] ?? 1)}.`;
      }}
      {...(onOpen === undefined ? {} : { onOpen: (stop: number) => onOpen(visited[stop] ?? 0) })}
      canvas={(layout) => <PointCanvas layout={layout} numbers={numbers} />}
      marks={(layout, isFile) => (
        <>
          {isFile &&
            layout.points.map(({ x, y }, index) => (
              <rect
                // biome-ignore lint/suspicious/noArrayIndexKey: a feature can be there twice
                key={index}
                x={x - 1.5}
                y={y - 1.5}
                width={3}
                height={3}
                fill={colourOfPoint(numbers, index)}
                fillOpacity={0.7}
              />
            ))}
          <Marks layout={layout} {...part} />
        </>
      )}
    />
  );
}
