import type { TreemapAttribute } from '@omicon/contract/base/records.ts';
import { labelOf, labelWithCode, type ValueLabels } from '@omicon/domain/records/samples/value-labels.ts';
import { fillOf } from '../../../ui/colour/na-hatch.ts';
import { inkOn } from '../../../ui/colour/rgb.ts';
import { writeTable } from '../../../ui/files/write-table.ts';
import { drawSvg } from '../../../ui/plot/draw-svg.tsx';
import type { Drawing } from '../../../ui/plot/save-picture.ts';
import { NA } from '../../../ui/text/format.ts';
import {
  LABEL,
  type LaidOutCell,
  type LaidOutValue,
  type Picture,
  percentOf,
  TITLE_HEIGHT,
} from './treemap-layout.ts';

const MARGIN = 16;

function ValueMarks({ cell, labels }: { cell: LaidOutValue; labels: ValueLabels }) {
  const { value, count, percent, x, y, width, height, colour, lines } = cell;
  return (
    <g>
      <title>{`${labelWithCode(value, labels) ?? NA}, n=${count} (${percent} %)`}</title>
      <rect
        x={x.toFixed(2)}
        y={y.toFixed(2)}
        width={width.toFixed(2)}
        height={height.toFixed(2)}
        fill={fillOf(colour)}
        stroke="#ffffff"
      />
      <text fill={inkOn(colour)}>
        {lines.map((line, row) => {
          const bottom = (y + LABEL.inset + LABEL.fontSize + row * LABEL.lineHeight - 2).toFixed(1);
          return (
            <tspan key={bottom} x={(x + LABEL.inset).toFixed(1)} y={bottom}>
              {line}
            </tspan>
          );
        })}
      </text>
    </g>
  );
}

function CellMarks({ attribute, total, x, y, values }: LaidOutCell) {
  return (
    <g transform={`translate(${x.toFixed(2)} ${y.toFixed(2)})`}>
      <text y={16} fontWeight="600">
        {attribute.displayName}
        <tspan fontWeight="400" fill="#5b6468">{` n=${total}`}</tspan>
      </text>
      <g transform={`translate(0 ${TITLE_HEIGHT})`}>
        {values.map((cell) => (
          <ValueMarks key={`${cell.x} ${cell.y}`} cell={cell} labels={attribute.value_labels} />
        ))}
      </g>
    </g>
  );
}

/** The picture as an SVG file: cells with titles, values with labels, counts as tooltips. */
export function drawTreemap(picture: Picture, title: string): Drawing {
  const width = Math.ceil(picture.width + 2 * MARGIN);
  const height = Math.ceil(picture.height + MARGIN);
  return drawSvg(
    <g transform={`translate(${MARGIN} 0)`} fontSize={LABEL.fontSize}>
      {picture.cells.map((cell) => (
        <CellMarks key={cell.attribute.name} {...cell} />
      ))}
    </g>,
    { width, height, title },
  );
}

/** The attributes, values, labels and counts shown, as TSV. */
export function writeTreemapTable(attributes: readonly TreemapAttribute[]): string {
  const rows = attributes.flatMap(({ displayName, values, value_labels }) => {
    const total = values.reduce((sum, { count }) => sum + count, 0);
    return values.map(({ name, count }) => [
      displayName,
      name ?? NA,
      labelOf(name, value_labels) ?? NA,
      count,
      percentOf(count, total),
    ]);
  });
  return writeTable(['Sample attribute', 'Value', 'Label', 'Samples', 'Percent'], rows, 'tsv');
}
