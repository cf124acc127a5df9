import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react';
import { writeTable } from '../../files/write-table.ts';
import type { GridChecks } from '../../grid/checks.ts';
import { type Column, tableOf } from '../../grid/columns.ts';
import { DataGrid } from '../../grid/DataGrid.tsx';
import type { ChosenAction } from '../../grid/use-chosen-rows.ts';
import { drawSvg } from '../draw-svg.tsx';
import { Figure } from '../Figure.tsx';
import { LEGEND_LINE, Legend, LegendMarks, type Swatch } from '../Legend.tsx';
import { PictureFrame } from '../PictureFrame.tsx';
import plot from '../plot.module.css';
import type { Drawing } from '../save-picture.ts';
import { useCursor } from '../use-cursor.ts';
import { useWidth } from '../use-width.ts';

export interface Point {
  x: number;
  y: number;
}

/** Title and names of the files of a plot. */
export interface PlotNames {
  title: string;
  fileName: string;
  /** data set, unit and test, which a saved picture names below the marks */
  about?: readonly string[] | undefined;
}

interface LegendOfPlot {
  /** for assistive technology */
  label: string;
  title?: string;
  swatches: readonly Swatch[];
}

/** The marks with the legend below them, for a file. */
function inFile<Layout extends PlotLayout>(
  layout: Layout,
  {
    marks,
    legend,
    title,
    about,
  }: Pick<PlotFigureProps<object, Layout>, 'marks' | 'legend' | 'title' | 'about'>,
): Drawing {
  const { width, height } = layout;
  const lines = legend === undefined ? 0 : legend.swatches.length + (legend.title === undefined ? 0 : 1);
  return drawSvg(
    <>
      {marks(layout, true)}
      {legend !== undefined && (
        <LegendMarks
          x={8}
          y={height + 4}
          swatches={legend.swatches}
          {...(legend.title === undefined ? {} : { title: legend.title })}
        />
      )}
    </>,
    { width, height: height + (lines === 0 ? 0 : lines * LEGEND_LINE + 8), title, about: about ?? [] },
  );
}

/** Size of a picture, and the points that its cursor visits, in its order. */
export interface PlotLayout {
  width: number;
  height: number;
  points: readonly Point[];
}

export interface PlotFigureProps<Row, Layout extends PlotLayout> extends PlotNames {
  caption: string;
  keys: string;
  /** the numbers of the plot, for its table and its TSV */
  columns: (Column<Row> & { key: keyof Row & string })[];
  rows: readonly Row[];
  layoutFor(width: number): Layout;
  /** @param isFile without the canvas, and with whole labels */
  marks(layout: Layout, isFile: boolean): ReactNode;
  /** behind the marks on the screen */
  canvas?: (layout: Layout) => ReactNode;
  /** links over the marks, for the pointer */
  links?: (layout: Layout) => ReactNode;
  /** indexes of the only points that the cursor visits, in its order */
  visited?: readonly number[];
  describe(index: number): string;
  /** where a key moves the cursor, in place of one point forward or back; undefined for other keys */
  moveBy?: (at: number | null, key: string) => number | undefined;
  /** the point of a position of the pointer, in place of the nearest one */
  pointAt?: (layout: Layout, position: Point) => number | null;
  onOpen?: ((index: number) => void) | undefined;
  /** whether `onOpen` opens this point; all unless given */
  canOpen?: (index: number) => boolean;
  /** of the rows of the table, by index */
  checks?: GridChecks | undefined;
  /** gives the rows of the table checkboxes */
  chosenAction?: ChosenAction<NoInfer<Row>> | undefined;
  /** before the downloads */
  actions?: ReactNode;
  /** colours with their values, on the screen and in a file */
  legend?: LegendOfPlot;
}

const REACH = 14;

/** Index of the point nearest to a point; null where none is near. */
export function nearestPoint(points: readonly Point[], { x, y }: Point): number | null {
  let [nearest, least]: [number | null, number] = [null, REACH];
  for (const [index, point] of points.entries()) {
    const distance = Math.hypot(point.x - x, point.y - y);
    if (distance >= least) continue;
    [nearest, least] = [index, distance];
  }
  return nearest;
}

/** @param column where the key moves this cursor; undefined for what any cursor does */
function pressIn(cursor: ReturnType<typeof useCursor>, event: KeyboardEvent, column: number | undefined) {
  if (column === undefined) return cursor.press(event);
  event.preventDefault();
  cursor.set({ row: null, column });
}

/** A plot of points with cursor, table and downloads. */
export function PlotFigure<Row extends object, Layout extends PlotLayout>(
  props: PlotFigureProps<Row, Layout>,
) {
  const { title, fileName, caption, keys, columns, rows, layoutFor, marks, visited, describe } = props;
  const [as, setAs] = useState<'picture' | 'table'>('picture');
  const { ref, width } = useWidth();
  const layout = useMemo(() => layoutFor(Math.max(width, 260)), [layoutFor, width]);
  const points = useMemo(
    () => visited?.flatMap((at) => layout.points[at] ?? []) ?? layout.points,
    [visited, layout],
  );
  const cursor = useCursor({ rows: 0, columns: points.length });
  const indexes = useMemo(() => new Map(rows.map((row, at) => [row, at])), [rows]);
  const stop = cursor.at?.column ?? null;
  const marked = stop === null ? undefined : points[stop];
  const index = stop === null ? null : (visited?.[stop] ?? stop);
  const opened = index !== null && (props.canOpen?.(index) ?? true) ? index : null;
  const { onOpen, pointAt } = props;
  return (
    <PictureFrame
      ref={ref}
      label={title}
      as={as}
      onAs={setAs}
      actions={props.actions}
      download={{
        draw: () => inFile(layout, props),
        write: () => writeTable(...tableOf(columns, rows), 'tsv'),
        fileName,
      }}
      table={
        <DataGrid
          name={fileName}
          caption={title}
          columns={columns}
          rows={[...rows]}
          pageSize={50}
          checks={props.checks}
          chosenAction={props.chosenAction}
          rowKey={(row) => String(indexes.get(row))}
        />
      }
    >
      {width > 0 && (
        <Figure
          label={title}
          keys={keys}
          width={layout.width}
          height={layout.height}
          cursor={{ press: (event) => pressIn(cursor, event, props.moveBy?.(stop, event.key)) }}
          onPoint={(point) => {
            const column = point && (pointAt?.(layout, point) ?? nearestPoint(points, point));
            cursor.set(column === null ? null : { row: null, column });
          }}
          onOpen={onOpen && opened !== null ? () => onOpen(opened) : undefined}
          readout={index === null ? null : describe(index)}
          caption={caption}
          canvas={props.canvas?.(layout)}
          links={props.links?.(layout)}
          legend={props.legend !== undefined && <Legend {...props.legend} />}
        >
          {marks(layout, false)}
          {marked !== undefined && <circle cx={marked.x} cy={marked.y} r={6} className={plot.cursor} />}
        </Figure>
      )}
    </PictureFrame>
  );
}
