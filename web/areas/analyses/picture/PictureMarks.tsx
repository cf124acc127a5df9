import { displayAttribute } from '@omicon/domain/records/samples/sample-attributes.ts';
import { memo } from 'react';
import { colourOfValue } from '../../../ui/colour/data-colours.ts';
import { fillOf } from '../../../ui/colour/na-hatch.ts';
import { YAxis } from '../../../ui/plot/Axis.tsx';
import plot from '../../../ui/plot/plot.module.css';
import { cutEnd, formatDecimal } from '../../../ui/text/format.ts';
import { drawBelow } from './draw/draw-below.ts';
import { stripPaths } from './draw/strip-runs.ts';
import classes from './picture.module.css';
import type { PictureLayout } from './picture-layout.ts';
import type { Arrangement, Picture } from './picture-model.ts';
import type { Below } from './picture-view.ts';

interface PartProps {
  picture: Picture;
  arrangement: Arrangement;
  layout: PictureLayout;
}

/** Characters that fit beside the columns; a file makes room for all. */
function roomFor({ left }: PictureLayout, isFile: boolean): number {
  if (isFile) return Number.POSITIVE_INFINITY;
  return left < 100 ? 11 : 18;
}

/** Names and kME of the rows; where they have no room, only those of the marked row. */
export const RowLabels = memo(function RowLabels({
  picture,
  rows,
  layout,
  marked,
  isFile = false,
}: Pick<PartProps, 'picture' | 'layout'> & {
  rows: readonly number[];
  marked: number | null;
  isFile?: boolean;
}) {
  const { map, left, columns, hasRowLabels } = layout;
  if (picture.values.length === 0) return null;
  return (
    <>
      <text x={left + columns + 6} y={map.top - 5} className={plot.tick}>
        kME
      </text>
      {rows.map((row, top) => {
        const isMarked = top === marked;
        if (!hasRowLabels && !isMarked) return null;
        const y = map.top + (top + 0.5) * map.rowHeight + 4;
        const { feature = '', kme = null } = picture.rows[row] ?? {};
        return (
          <g key={row} className={isMarked ? classes.marked : undefined}>
            <text x={left - 6} y={y} textAnchor="end" className={plot.label}>
              {cutEnd(feature, roomFor(layout, isFile))}
            </text>
            <text x={left + columns + 6} y={y} className={plot.tick}>
              {kme === null ? '' : formatDecimal(kme, 2)}
            </text>
          </g>
        );
      })}
    </>
  );
});

/** A bar beside every row that is a member of the marked gene set. */
export function MemberMarks({
  picture,
  arrangement,
  layout: { map, left },
  ranks,
}: PartProps & { ranks: readonly number[] }) {
  const members = new Set(ranks);
  return arrangement.rows.map((row, top) =>
    members.has(picture.rows[row]?.rank ?? -1) ? (
      <rect
        key={row}
        x={left - 4}
        y={map.top + top * map.rowHeight}
        width={4}
        height={map.rowHeight}
        className={classes.member}
      />
    ) : null,
  );
}

function Strips({ picture, arrangement, layout, isFile }: PartProps & { isFile: boolean }) {
  const { strips, left, columns } = layout;
  return picture.strips.map(({ attribute, values }, index) => {
    const y = strips.top + index * strips.pitch;
    return (
      <g key={attribute}>
        <text x={left - 6} y={y + 10} textAnchor="end" className={plot.label}>
          {cutEnd(displayAttribute(attribute), roomFor(layout, isFile))}
        </text>
        {stripPaths(values, arrangement.samples, { left, columns, top: y, height: strips.height }).map(
          ({ value, d }) => (
            <path
              key={value ?? '\u0000'}
              d={d}
              fill={fillOf(colourOfValue(attribute, value))}
              shapeRendering="crispEdges"
            />
          ),
        )}
      </g>
    );
  });
}

/** Strips, and bars or lines below them. */
export const PictureMarks = memo(function PictureMarks({
  below,
  isFile = false,
  ...part
}: PartProps & { below: Below; isFile?: boolean }) {
  const { picture, arrangement, layout } = part;
  const { ticks, paths } = drawBelow(picture, arrangement, { below, layout });
  return (
    <>
      <Strips {...part} isFile={isFile} />
      <YAxis ticks={ticks} left={layout.left} right={layout.left + layout.columns} />
      {paths.map(({ d, colour, isLine }) => (
        <path
          key={colour}
          d={d}
          {...(isLine ? { stroke: colour, fill: 'none', strokeWidth: 1.5 } : { fill: colour })}
        />
      ))}
    </>
  );
});
