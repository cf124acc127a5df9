import { useRouter } from '@tanstack/react-router';
import { memo, useEffect, useMemo } from 'react';
import { AddressLink } from '../../../ui/navigation/AddressLink.tsx';
import { Figure } from '../../../ui/plot/Figure.tsx';
import { Legend } from '../../../ui/plot/Legend.tsx';
import plot from '../../../ui/plot/plot.module.css';
import { type Cursor, useCursor } from '../../../ui/plot/use-cursor.ts';
import { CellCanvas } from './CellCanvas.tsx';
import { type ColourScale, imageOfCells } from './draw/cell-colours.ts';
import { linesBelow } from './draw/draw-below.ts';
import { useMarked } from './marked.tsx';
import { MemberMarks, PictureMarks, RowLabels } from './PictureMarks.tsx';
import { cellAt, layoutPicture, type PictureLayout } from './picture-layout.ts';
import { type Arrangement, describeCell, type Picture } from './picture-model.ts';
import type { Below } from './picture-view.ts';
import { type PictureSet, setsWith } from './set-dots.ts';

function CursorMarks({ at, layout, samples }: { at: Cursor; layout: PictureLayout; samples: number }) {
  const { left, columns, height, map } = layout;
  const width = columns / Math.max(1, samples);
  return (
    <>
      <rect
        x={left + at.column * width}
        y={0}
        width={Math.max(1, width)}
        height={height}
        className={plot.cursor}
      />
      {at.row !== null && (
        <rect
          x={left}
          y={map.top + at.row * map.rowHeight}
          width={columns}
          height={map.rowHeight}
          className={plot.cursor}
        />
      )}
    </>
  );
}

/** The names of the rows as links, for the pointer. */
const RowLinks = memo(function RowLinks({
  picture,
  rows,
  layout: { left, map, hasRowLabels },
  hrefOf,
}: {
  picture: Picture;
  rows: readonly number[];
  layout: PictureLayout;
  hrefOf(feature: string): string | null;
}) {
  if (!hasRowLabels) return null;
  return rows.map((row, top) => {
    const feature = picture.rows[row]?.feature ?? '';
    const href = hrefOf(feature);
    if (href === null) return null;
    const place = { top: map.top + top * map.rowHeight, left: 0, width: left, height: map.rowHeight };
    return (
      <AddressLink
        key={row}
        href={href}
        title={feature}
        tabIndex={-1}
        aria-hidden="true"
        style={{ position: 'absolute', ...place }}
      />
    );
  });
});

/** Of a cell its sentence, and the enriched gene sets of its row. */
function readCell({ picture, arrangement, sets }: ReadProps, at: Cursor): string {
  const row = picture.rows[arrangement.rows[at.row ?? -1] ?? -1];
  const names = row === undefined ? [] : setsWith(sets, row).map(({ set_name }) => set_name);
  const sentence = describeCell(picture, arrangement, at);
  return names.length === 0 ? sentence : `${sentence} In ${names.join(', ')}.`;
}

type ReadProps = Pick<PictureFigureProps, 'picture' | 'arrangement' | 'sets'>;

interface PictureFigureProps {
  picture: Picture;
  /** enriched gene sets, named for the row under the cursor */
  sets: readonly PictureSet[];
  arrangement: Arrangement;
  scale: ColourScale;
  below: Below;
  width: number;
  label: string;
  /** page of a feature; null if it has none */
  hrefOf(feature: string): string | null;
}

/**
 * Heat map, strips and eigengene over the same samples. Pointer or arrow keys move one cursor, whose cell is read out.
 */
export function PictureFigure({
  picture,
  sets,
  arrangement,
  scale,
  below,
  width,
  label,
  hrefOf,
}: PictureFigureProps) {
  const { history } = useRouter();
  const rows = picture.values.length === 0 ? 0 : arrangement.rows.length;
  const samples = arrangement.samples.length;
  const strips = picture.strips.length;
  const cursor = useCursor({ rows, columns: samples });
  const layout = useMemo(() => layoutPicture(width, { rows, strips }), [width, rows, strips]);
  const image = useMemo(
    () => imageOfCells(arrangement, scale, Math.floor(layout.columns)),
    [arrangement, scale, layout.columns],
  );
  const { set, markRow } = useMarked();
  const pointed = rows === 0 ? null : (picture.rows[arrangement.rows[cursor.at?.row ?? -1] ?? -1] ?? null);
  useEffect(() => markRow(pointed), [pointed, markRow]);
  const href = pointed === null ? null : hrefOf(pointed.feature);
  const lines = linesBelow(picture, below);
  const part = { picture, arrangement, layout };
  const isBinned = image.samplesPerColumn > 1;
  return (
    <Figure
      label={label}
      keys={`The arrow keys read the cells one by one${hrefOf(picture.rows[0]?.feature ?? '') === null ? '' : ', Enter opens the gene of a row'}.`}
      width={layout.width}
      height={layout.height}
      cursor={cursor}
      onPoint={(place) => cursor.set(place && cellAt(layout, { ...place, samples }))}
      onOpen={href === null ? undefined : () => history.push(href)}
      readout={cursor.at && readCell({ picture, arrangement, sets }, cursor.at)}
      caption={`${label}.${isBinned ? ` Up to ${image.samplesPerColumn} samples share a column, whose colour is their mean.` : ''}`}
      links={
        rows > 0 && <RowLinks picture={picture} rows={arrangement.rows} layout={layout} hrefOf={hrefOf} />
      }
      canvas={rows > 0 && <CellCanvas image={image} layout={layout} />}
      legend={lines.length > 0 && <Legend label="Colours of the lines" swatches={lines} />}
    >
      <RowLabels picture={picture} layout={layout} rows={arrangement.rows} marked={cursor.at?.row ?? null} />
      <PictureMarks {...part} below={below} />
      {set !== null && rows > 0 && <MemberMarks {...part} ranks={set.ranks} />}
      {cursor.at !== null && <CursorMarks at={cursor.at} layout={layout} samples={samples} />}
    </Figure>
  );
}
