import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react';
import { writeTable } from '../../files/write-table.ts';
import type { GridChecks } from '../../grid/checks.ts';
import { type Column, valueOfCell } from '../../grid/columns.ts';
import { DataGrid } from '../../grid/DataGrid.tsx';
import type { ChosenAction } from '../../grid/use-chosen-rows.ts';
import { drawSvg } from '../draw-svg.tsx';
import { Figure } from '../Figure.tsx';
import { PictureFrame } from '../PictureFrame.tsx';
import plot from '../plot.module.css';
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
  /** @param isFile without the canvas */
  marks(layout: Layout, isFile: boolean): ReactNode;
  /** behind the marks on the screen */
  canvas?: (layout: Layout) => ReactNode;
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
  legend?: ReactNode;
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
        draw: () => drawSvg(marks(layout, true), { width: layout.width, height: layout.height, title }),
        write: () =>
          writeTable(
            columns.map((column) => column.title),
            rows.map((row) => columns.map((column) => valueOfCell(column, row))),
            'tsv',
          ),
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
          legend={props.legend}
        >
          {marks(layout, false)}
          {marked !== undefined && <circle cx={marked.x} cy={marked.y} r={6} className={plot.cursor} />}
        </Figure>
      )}
    </PictureFrame>
  );
}
