import { displayAttribute } from '@omicon/domain/records/sample-attributes.ts';
import { type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react';
import { colourOfValue } from '../../../ui/colour/data-colours.ts';
import { NaHatch } from '../../../ui/colour/NaHatch.tsx';
import { fillOf } from '../../../ui/colour/na-hatch.ts';
import { cutEnd } from '../../../ui/text/format.ts';
import { CellCanvas } from './CellCanvas.tsx';
import { type ColourScale, imageOfCells } from './cell-colours.ts';
import { type Below, drawBelow } from './draw-below.ts';
import classes from './picture.module.css';
import { cellAt, layoutPicture, type PictureLayout } from './picture-layout.ts';
import { type Arrangement, type Cell, describeCell, type Picture } from './picture-model.ts';
import { stripRuns } from './strip-runs.ts';

const STEPS: Readonly<Record<string, readonly [rows: number, samples: number]>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  PageDown: [10, 0],
  PageUp: [-10, 0],
};

/** Where a key moves the cursor; undefined for other keys. Home and End go along the row, with Ctrl to the corners. */
function moved(
  cell: Cell | null,
  event: KeyboardEvent,
  size: { rows: number; samples: number },
): Cell | undefined {
  const last = { row: size.rows === 0 ? null : size.rows - 1, sample: size.samples - 1 };
  const first = { row: size.rows === 0 ? null : 0, sample: 0 };
  if (event.key === 'Home') return event.ctrlKey ? first : { row: cell?.row ?? first.row, sample: 0 };
  if (event.key === 'End') return event.ctrlKey ? last : { row: cell?.row ?? first.row, sample: last.sample };
  const step = STEPS[event.key];
  if (step === undefined) return undefined;
  if (cell === null) return first;
  const within = (value: number, most: number) => Math.min(Math.max(value, 0), most);
  return {
    row: last.row === null ? null : within((cell.row ?? -1) + step[0], last.row),
    sample: within(cell.sample + step[1], last.sample),
  };
}

function RowLabels({ picture, arrangement, layout, marked }: PartProps & { marked: number | null }) {
  const { map, left, columns, hasRowLabels } = layout;
  const cutTo = left < 100 ? 11 : 18;
  return arrangement.rows.map((row, top) => {
    const isMarked = top === marked;
    if (!hasRowLabels && !isMarked) return null;
    const y = map.top + (top + 0.5) * map.rowHeight;
    const { feature = '', kme = null } = picture.rows[row] ?? {};
    return (
      <g key={row} className={isMarked ? classes.marked : undefined}>
        <text x={left - 6} y={y} textAnchor="end" dominantBaseline="central" className={classes.label}>
          {cutEnd(feature, cutTo)}
        </text>
        <text x={left + columns + 6} y={y} dominantBaseline="central" className={classes.figureText}>
          {kme === null ? '' : kme.toFixed(2).replace('-', '\u2212')}
        </text>
      </g>
    );
  });
}

interface PartProps {
  picture: Picture;
  arrangement: Arrangement;
  layout: PictureLayout;
}

function Strips({ picture, arrangement, layout }: PartProps) {
  const { strips, left, columns } = layout;
  const width = columns / Math.max(1, arrangement.samples.length);
  return picture.strips.map(({ attribute, values }, index) => {
    const y = strips.top + index * strips.pitch;
    return (
      <g key={attribute}>
        <text
          x={left - 6}
          y={y + strips.height / 2}
          textAnchor="end"
          dominantBaseline="central"
          className={classes.label}
        >
          {cutEnd(displayAttribute(attribute), left < 100 ? 11 : 18)}
        </text>
        {stripRuns(values, arrangement.samples).map(({ value, from, to }) => (
          <rect
            key={from}
            x={left + from * width}
            y={y}
            width={(to - from) * width}
            height={strips.height}
            fill={fillOf(colourOfValue(attribute, value))}
          />
        ))}
      </g>
    );
  });
}

interface PictureFigureProps {
  picture: Picture;
  arrangement: Arrangement;
  scale: ColourScale;
  below: Below;
  width: number;
  label: string;
}

/** Heat map, strips and eigengene over the same samples. Pointer or arrow keys move one cursor, whose cell is read out. */
export function PictureFigure({ picture, arrangement, scale, below, width, label }: PictureFigureProps) {
  const [cell, setCell] = useState<Cell | null>(null);
  const size = {
    rows: picture.values.length === 0 ? 0 : arrangement.rows.length,
    samples: arrangement.samples.length,
  };
  const strips = picture.strips.length;
  const layout = useMemo(() => layoutPicture(width, { rows: size.rows, strips }), [width, size.rows, strips]);
  const image = useMemo(
    () => imageOfCells(arrangement, scale, Math.floor(layout.columns)),
    [arrangement, scale, layout.columns],
  );
  const marks = useMemo(
    () => drawBelow(picture, arrangement, { below, layout }),
    [picture, arrangement, below, layout],
  );
  const columnWidth = layout.columns / Math.max(1, size.samples);
  const part = { picture, arrangement, layout };

  function move(event: KeyboardEvent): void {
    const to = moved(cell, event, size);
    if (event.key === 'Escape') setCell(null);
    if (to === undefined) return;
    event.preventDefault();
    setCell(to);
  }

  function point(event: PointerEvent<SVGSVGElement>): void {
    const box = event.currentTarget.getBoundingClientRect();
    setCell(
      cellAt(layout, { x: event.clientX - box.left, y: event.clientY - box.top, samples: size.samples }),
    );
  }

  const isBinned = image.samplesPerColumn > 1;
  return (
    <figure className={classes.figure}>
      <div className={classes.stage} style={{ height: layout.height }}>
        {size.rows > 0 && <CellCanvas image={image} layout={layout} />}
        <svg
          width={layout.width}
          height={layout.height}
          role="img"
          aria-label={`${label}. The arrow keys read the cells one by one.`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys read the cells one by one
          tabIndex={0}
          className={classes.drawing}
          onKeyDown={move}
          onPointerMove={point}
          onPointerLeave={() => setCell(null)}
        >
          <NaHatch />
          {size.rows > 0 && (
            <>
              <text
                x={layout.left + layout.columns + 6}
                y={layout.map.top - 5}
                className={classes.figureText}
              >
                kME
              </text>
              <RowLabels {...part} marked={cell?.row ?? null} />
            </>
          )}
          <Strips {...part} />
          {marks.ticks.map(({ label: text, y }) => (
            <g key={text}>
              <line
                x1={layout.left}
                x2={layout.left + layout.columns}
                y1={y}
                y2={y}
                className={classes.rule}
              />
              <text
                x={layout.left - 6}
                y={y}
                textAnchor="end"
                dominantBaseline="central"
                className={classes.figureText}
              >
                {text}
              </text>
            </g>
          ))}
          {marks.paths.map(({ d, colour, isLine }) => (
            <path
              key={colour}
              d={d}
              {...(isLine ? { stroke: colour, fill: 'none', strokeWidth: 1.5 } : { fill: colour })}
            />
          ))}
          {cell !== null && (
            <>
              <rect
                x={layout.left + cell.sample * columnWidth}
                y={0}
                width={Math.max(1, columnWidth)}
                height={layout.height}
                className={classes.cursor}
              />
              {cell.row !== null && (
                <rect
                  x={layout.left}
                  y={layout.map.top + cell.row * layout.map.rowHeight}
                  width={layout.columns}
                  height={layout.map.rowHeight}
                  className={classes.cursor}
                />
              )}
            </>
          )}
        </svg>
      </div>
      {marks.legend.length > 0 && (
        <ul className={classes.legend} aria-label="Colours of the lines">
          {marks.legend.map(({ name, colour }) => (
            <li key={colour}>
              <span className={classes.swatch} aria-hidden="true" style={{ background: colour }} />
              {name}
            </li>
          ))}
        </ul>
      )}
      <figcaption className={classes.caption} aria-live="polite">
        {cell === null
          ? `${label}.${isBinned ? ` Up to ${image.samplesPerColumn} samples share a column, whose colour is their mean.` : ''}`
          : describeCell(picture, arrangement, cell)}
      </figcaption>
    </figure>
  );
}
