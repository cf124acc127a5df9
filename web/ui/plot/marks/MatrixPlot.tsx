import { type ReactNode, useMemo } from 'react';
import { NA_COLOUR } from '../../colour/data-colours.ts';
import { fillOf } from '../../colour/na-hatch.ts';
import { colourAt, hexOf, type PaletteName } from '../../colour/palettes.ts';
import { AddressLink } from '../../navigation/AddressLink.tsx';
import { cutEnd } from '../../text/format.ts';
import { drawSvg } from '../draw-svg.tsx';
import { Figure } from '../Figure.tsx';
import { LEGEND_LINE, type Ramp, RampLegend, RampMarks } from '../Legend.tsx';
import { PictureFrame } from '../PictureFrame.tsx';
import plot from '../plot.module.css';
import { useCursor } from '../use-cursor.ts';
import { useWidth } from '../use-width.ts';
import { cellAt, layoutMatrix, lettersOf, type MatrixLayout } from './matrix-layout.ts';
import type { PlotNames } from './PlotFigure.tsx';

export interface MatrixPlotProps extends PlotNames {
  rowNames: readonly string[];
  columnNames: readonly string[];
  /** rows x columns; null where there is none */
  values: readonly (readonly (number | null)[])[];
  /** values with the first and the last colour */
  range: readonly [low: number, high: number];
  palette: PaletteName;
  /** short text in a cell that has room */
  figureOf?: (row: number, column: number) => string;
  isOutlined?: (row: number, column: number) => boolean;
  describe(row: number, column: number): string;
  onOpen?: ((row: number, column: number) => void) | undefined;
  /** pages of what the rows and columns are, to which their names link */
  hrefOfRow?: (row: number) => string | null;
  hrefOfColumn?: (column: number) => string | null;
  caption: string;
  /** colours of the range, on the screen and in a file */
  ramp?: Ramp;
  as: 'picture' | 'table';
  onAs(as: 'picture' | 'table'): void;
  table: ReactNode;
  /** the numbers as TSV */
  write(): string;
  controls?: ReactNode;
  actions?: ReactNode;
}

/** Of a slanted name. */
const [NAME_HEIGHT, LETTER_WIDTH] = [11, 6.5];

function fillFor(value: number | null | undefined, { range: [low, high], palette }: MatrixPlotProps): string {
  if (value === null || value === undefined) return fillOf(NA_COLOUR);
  return hexOf(colourAt(palette, (value - low) / (high - low)));
}

/** Dark on light cells, white on dark ones. */
function inkFor(value: number | null | undefined, { range: [low, high], palette }: MatrixPlotProps): string {
  if (value === null || value === undefined) return '#1b2124';
  const [red, green, blue] = colourAt(palette, (value - low) / (high - low));
  return 0.299 * red + 0.587 * green + 0.114 * blue < 140 ? '#ffffff' : '#1b2124';
}

/** @param isFile with whole names */
function Names({
  layout,
  rowNames,
  columnNames,
  isFile = false,
}: { layout: MatrixLayout; isFile?: boolean } & MatrixPlotProps) {
  const { left, top, cell } = layout;
  const letters = lettersOf(columnNames);
  return (
    <>
      {layout.hasRowNames &&
        rowNames.map((name, row) => (
          <text
            // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, their order does not change
            key={row}
            x={left - 6}
            y={top + (row + 0.5) * cell.height + 4}
            textAnchor="end"
            className={plot.label}
          >
            {isFile ? name : cutEnd(name, left < 100 ? 12 : 22)}
          </text>
        ))}
      {layout.hasColumnNames &&
        columnNames.map((name, column) => (
          <text
            // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, their order does not change
            key={column}
            transform={`translate(${left + (column + 0.5) * cell.width + 3} ${top - 6}) rotate(-55)`}
            className={plot.label}
          >
            {isFile ? name : cutEnd(name, letters)}
          </text>
        ))}
    </>
  );
}

/** The names of rows and columns as links, for the pointer. */
function NameLinks({ layout, ...props }: { layout: MatrixLayout } & MatrixPlotProps) {
  const { left, top, cell } = layout;
  const link = (key: string, title: string | undefined, href: string | null | undefined, style: object) =>
    typeof href === 'string' && (
      <AddressLink
        key={key}
        href={href}
        title={title}
        tabIndex={-1}
        aria-hidden="true"
        style={{ position: 'absolute', ...style }}
      />
    );
  return (
    <>
      {layout.hasRowNames &&
        props.rowNames.map((name, row) =>
          link(`row ${row}`, name, props.hrefOfRow?.(row), {
            ...{ top: top + row * cell.height, left: 0 },
            ...{ width: left - 4, height: cell.height },
          }),
        )}
      {layout.hasColumnNames &&
        props.columnNames.map((name, column) =>
          link(`column ${column}`, name, props.hrefOfColumn?.(column), {
            ...{ top: top - 6 - NAME_HEIGHT, left: left + (column + 0.5) * cell.width + 3 },
            ...{
              width: Math.min(name.length, lettersOf(props.columnNames)) * LETTER_WIDTH,
              height: NAME_HEIGHT,
            },
            ...{ transform: 'rotate(-55deg)', transformOrigin: 'left bottom' },
          }),
        )}
    </>
  );
}

function Cells({ layout, ...props }: { layout: MatrixLayout } & MatrixPlotProps) {
  const { left, top, cell } = layout;
  const gap = cell.width > 8 && cell.height > 8 ? 1 : 0;
  return (
    <>
      {props.values.flatMap((cells, row) =>
        cells.map((value, column) => {
          const [x, y] = [left + column * cell.width, top + row * cell.height];
          const outlined = props.isOutlined?.(row, column) === true;
          const text = layout.hasFigures ? (props.figureOf?.(row, column) ?? '') : '';
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its row and column
            <g key={`${row} ${column}`}>
              <rect
                x={x}
                y={y}
                width={cell.width - gap}
                height={cell.height - gap}
                fill={fillFor(value, props)}
                className={plot.cell}
              />
              {outlined && (
                <rect
                  x={x + 0.5}
                  y={y + 0.5}
                  width={cell.width - gap - 1}
                  height={cell.height - gap - 1}
                  fill="none"
                  stroke={inkFor(value, props)}
                  strokeWidth={1.5}
                />
              )}
              {text !== '' && (
                <text
                  x={x + (cell.width - gap) / 2}
                  y={y + cell.height / 2 + 4}
                  textAnchor="middle"
                  fontSize="10"
                  fill={inkFor(value, props)}
                >
                  {text}
                </text>
              )}
            </g>
          );
        }),
      )}
    </>
  );
}

/** A matrix of numbers as coloured cells, with one cursor, a table and downloads. */
export function MatrixPlot(props: MatrixPlotProps) {
  const { title, fileName, rowNames, columnNames, describe, onOpen } = props;
  const { ref, width } = useWidth();
  const size = useMemo(
    () => ({ rows: rowNames.length, columns: columnNames.length, letters: lettersOf(columnNames) }),
    [rowNames.length, columnNames],
  );
  const layout = useMemo(() => layoutMatrix(size, Math.max(width, 260)), [size, width]);
  const cursor = useCursor(size);
  const at = cursor.at === null ? null : { row: cursor.at.row ?? 0, column: cursor.at.column };
  const marks = useMemo(
    () => (
      <>
        <Names layout={layout} {...props} />
        <Cells layout={layout} {...props} />
      </>
    ),
    [layout, props],
  );
  return (
    <PictureFrame
      ref={ref}
      label={title}
      as={props.as}
      onAs={props.onAs}
      controls={props.controls}
      actions={props.actions}
      download={{
        draw: () =>
          drawSvg(
            <>
              <Names layout={layout} isFile {...props} />
              <Cells layout={layout} {...props} />
              {props.ramp !== undefined && <RampMarks x={layout.left} y={layout.height} {...props.ramp} />}
            </>,
            {
              width: layout.width,
              height: layout.height + (props.ramp === undefined ? 0 : LEGEND_LINE),
              title,
              about: props.about ?? [],
            },
          ),
        write: props.write,
        fileName,
      }}
      table={props.table}
    >
      {width > 0 && (
        <Figure
          label={title}
          keys={`${rowNames.length} rows, ${columnNames.length} columns. The arrow keys read the cells${onOpen === undefined ? '' : ', Enter opens one'}.`}
          width={layout.width}
          height={layout.height}
          cursor={cursor}
          onPoint={(point) => cursor.set(point && cellAt(layout, point))}
          onOpen={onOpen && at !== null ? () => onOpen(at.row, at.column) : undefined}
          links={<NameLinks layout={layout} {...props} />}
          readout={at === null ? null : describe(at.row, at.column)}
          caption={props.caption}
          legend={props.ramp !== undefined && <RampLegend {...props.ramp} />}
        >
          {marks}
          {at !== null && (
            <rect
              x={layout.left + at.column * layout.cell.width - 1}
              y={layout.top + at.row * layout.cell.height - 1}
              width={layout.cell.width + 1}
              height={layout.cell.height + 1}
              strokeWidth={2}
              className={plot.cursor}
            />
          )}
        </Figure>
      )}
    </PictureFrame>
  );
}
