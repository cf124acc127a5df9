import { type ReactNode, useCallback } from 'react';
import { categoryColour } from '../../colour/data-colours.ts';
import { toHex } from '../../colour/rgb.ts';
import { XAxis, YAxis } from '../Axis.tsx';
import { PlotFigure, type PlotFigureProps, type Point } from './PlotFigure.tsx';
import { layoutPoints, type PointsLayout } from './points-layout.ts';
import { ReferenceLine } from './ReferenceLine.tsx';

export interface PointsAxis<Row> {
  /** a number of each row */
  key: keyof Row & string;
  label: string;
  unit?: string;
}

/** A value of y that the points are read against. */
export interface Level {
  value: number;
  name: string;
}

type OfFigure<Row> = Omit<PlotFigureProps<Row, PointsLayout>, 'layoutFor' | 'marks' | 'describe' | 'onOpen'>;

interface PointsPlotProps<Row> extends OfFigure<Row> {
  x: PointsAxis<NoInfer<Row>>;
  y: PointsAxis<NoInfer<Row>>;
  levels?: readonly Level[];
  describe(row: Row): string;
  onOpen?: ((row: Row) => void) | undefined;
  colourOf?(row: Row): string;
  radius?: number;
  /** the mark of a row in place of its dot, if it has one */
  markOf?(row: Row, point: Point): ReactNode;
  /** above the points */
  over?(layout: PointsLayout): ReactNode;
}

const BLUE = toHex(categoryColour(0));
const NO_LEVELS: readonly Level[] = [];

/** Rows as points on two numeric axes. Marks on the canvas are drawn as shapes in a file only. */
export function PointsPlot<Row extends object>(props: PointsPlotProps<Row>) {
  const { x, y, levels = NO_LEVELS, describe, onOpen, colourOf, radius = 3, markOf, over, ...figure } = props;
  const { rows, canvas } = figure;
  const layoutFor = useCallback(
    (width: number) => {
      const numbersOf = (key: keyof Row) => rows.map((row) => Number(row[key]));
      return layoutPoints(
        numbersOf(x.key),
        numbersOf(y.key),
        width,
        levels.map(({ value }) => value),
      );
    },
    [rows, x.key, y.key, levels],
  );
  const markFor = (row: Row, point: Point) =>
    markOf?.(row, point) || (
      <circle cx={point.x} cy={point.y} r={radius} fill={colourOf?.(row) ?? BLUE} fillOpacity={0.8} />
    );
  const rowAt =
    <Result,>(use: (row: Row) => Result, none: Result) =>
    (index: number) => {
      const row = rows[index];
      return row === undefined ? none : use(row);
    };
  return (
    <PlotFigure
      {...figure}
      layoutFor={layoutFor}
      describe={rowAt(describe, '')}
      onOpen={onOpen && rowAt(onOpen, undefined)}
      marks={(layout, isFile) => (
        <>
          <YAxis
            ticks={layout.yTicks}
            left={layout.left}
            right={layout.width}
            label={y.label}
            unit={y.unit}
          />
          <XAxis
            ticks={layout.xTicks}
            top={layout.floor}
            right={layout.width - 4}
            label={x.label}
            unit={x.unit}
          />
          {levels.map(({ value, name }) => (
            <ReferenceLine
              key={value}
              left={layout.left}
              right={layout.width}
              y={layout.toY(value)}
              name={name}
            />
          ))}
          {(isFile || canvas === undefined) &&
            layout.points.map((point, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, their order does not change
              <g key={at}>{rowAt((row) => markFor(row, point), null)(at)}</g>
            ))}
          {over?.(layout)}
        </>
      )}
    />
  );
}
