/** A module picture as an SVG file, on white. */

import { hexOf } from '../../../../ui/colour/palettes.ts';
import { drawSvg } from '../../../../ui/plot/draw-svg.tsx';
import { LEGEND_LINE, LegendMarks, RampMarks } from '../../../../ui/plot/Legend.tsx';
import type { Drawing } from '../../../../ui/plot/save-picture.ts';
import { formatCount, formatPValue } from '../../../../ui/text/format.ts';
import { PictureMarks, RowLabels } from '../PictureMarks.tsx';
import { layoutPicture, type PictureLayout } from '../picture-layout.ts';
import type { Arrangement, Picture } from '../picture-model.ts';
import type { Below } from '../picture-view.ts';
import { DOTS_AXIS, DOTS_SIZE, keyOfDots, layoutDots, type PictureSet } from '../set-dots.ts';
import { type CellImage, type ColourScale, imageOfCells } from './cell-colours.ts';
import { linesBelow } from './draw-below.ts';
import { otherCells, rampOf, stripLegends } from './strip-legends.ts';

const WIDTH = 1000;
const MAX_IN_LEGEND = 12;
/** With more cells the heat map is an image inside the file. */
const MAX_RECTS = 20_000;

function Cells({ image, layout }: { image: CellImage; layout: PictureLayout }) {
  const { pixels, width, height } = image;
  const { columns, left, map } = layout;
  const cell = columns / width;
  const fillAt = (index: number) => {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(4 * index, 4 * index + 4);
    return alpha === 0 ? 'url(#na-hatch)' : hexOf([red, green, blue]);
  };
  return (
    <g shapeRendering="crispEdges">
      {Array.from({ length: width * height }, (_, index) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: a cell is identified by its index
          key={index}
          x={left + (index % width) * cell}
          y={map.top + Math.floor(index / width) * map.rowHeight}
          width={cell}
          height={map.rowHeight}
          fill={fillAt(index)}
        />
      ))}
    </g>
  );
}

/** The cells as a PNG inside the SVG. */
function CellsImage({ image, layout }: { image: CellImage; layout: PictureLayout }) {
  const canvas = document.createElement('canvas');
  canvas.width = image.width;
  canvas.height = image.height;
  canvas.getContext('2d')?.putImageData(new ImageData(image.pixels, image.width, image.height), 0, 0);
  return (
    <image
      x={layout.left}
      y={layout.map.top}
      width={layout.columns}
      height={layout.map.height}
      preserveAspectRatio="none"
      style={{ imageRendering: 'pixelated' }}
      href={canvas.toDataURL('image/png')}
    />
  );
}

const SET_LINE = 22;
const [SET_NAME, SET_FIGURES] = [330, 130];

/** Enriched gene sets as on the screen: name, dot on a line, figures. */
function SetMarks({ sets, y }: { sets: readonly PictureSet[]; y: number }) {
  const [from, to] = [SET_NAME, WIDTH - SET_FIGURES];
  return (
    <g transform={`translate(0 ${y})`}>
      <text x={8} y={10} fontWeight="600">
        Enriched gene sets
      </text>
      {layoutDots(sets).map(({ set, position, radius, colour }, index) => (
        <g key={set.gene_set_id} transform={`translate(0 ${LEGEND_LINE + index * SET_LINE})`}>
          <text x={from - 16} y={SET_LINE / 2 + 4} textAnchor="end">
            {set.set_name}
          </text>
          <line x1={from} x2={to} y1={SET_LINE - 1} y2={SET_LINE - 1} stroke="#c9ced1" />
          <circle cx={from + position * (to - from)} cy={SET_LINE / 2} r={radius} fill={colour} />
          <text x={WIDTH - 8} y={SET_LINE / 2 + 4} textAnchor="end">
            {formatCount(set.overlap)} shared, P {formatPValue(set.p_value)}
          </text>
        </g>
      ))}
      <DotsKeyMarks sets={sets} from={from} to={to} y={LEGEND_LINE + sets.length * SET_LINE} />
    </g>
  );
}

/** Axis and key of the dots. */
function DotsKeyMarks({
  sets,
  from,
  to,
  y,
}: {
  sets: readonly PictureSet[];
  from: number;
  to: number;
  y: number;
}) {
  const { ticks, sizes, categories } = keyOfDots(sets);
  return (
    <g transform={`translate(0 ${y})`}>
      <text x={from - 16} y={14} textAnchor="end">
        {DOTS_AXIS}
      </text>
      {ticks.map(({ value, label, at }) => (
        <text key={value} x={from + at * (to - from)} y={14} textAnchor="middle">
          {label}
        </text>
      ))}
      <text x={from} y={LEGEND_LINE + 18} fontWeight="600">
        {DOTS_SIZE}
      </text>
      {sizes.map(({ overlap, radius }, at) => (
        <g key={overlap} transform={`translate(${from + 120 + at * 70} ${LEGEND_LINE + 14})`}>
          <circle r={radius} fill="#8a9499" />
          <text x={14} y={4}>
            {formatCount(overlap)}
          </text>
        </g>
      ))}
      <LegendMarks x={from} y={2 * LEGEND_LINE + 10} title="Set category" swatches={categories} />
    </g>
  );
}

/** Height of axis and key. */
function keyHeight(sets: readonly PictureSet[]): number {
  return (keyOfDots(sets).categories.length + 4) * LEGEND_LINE;
}

interface Drawn {
  scale: ColourScale;
  below: Below;
  title: string;
  /** data set of the values */
  about: readonly string[];
  sets: readonly PictureSet[];
}

export function drawPicture(
  picture: Picture,
  arrangement: Arrangement,
  { scale, below, title, about, sets }: Drawn,
): Drawing {
  const rows = picture.values.length;
  const layout = layoutPicture(WIDTH, { rows, strips: picture.strips.length });
  const image = imageOfCells(arrangement, scale, WIDTH);
  const isEmbedded = image.width * image.height > MAX_RECTS;
  const part = { picture, arrangement, layout };
  let height = layout.height + 8;
  const ramp = { y: height, ...rampOf(scale) };
  if (rows > 0) height += LEGEND_LINE + 4;
  const lines = linesBelow(picture, below);
  const others = otherCells(picture, scale);
  const legends = [
    ...(others.length === 0 ? [] : [{ title: 'Cells', swatches: others }]),
    ...stripLegends(picture).map(({ title: attribute, swatches }) => ({
      title: attribute,
      swatches: swatches.slice(0, MAX_IN_LEGEND),
    })),
    ...(lines.length === 0 ? [] : [{ title: 'Lines', swatches: lines }]),
  ].map((legend) => {
    const y = height;
    height += (legend.swatches.length + 1) * LEGEND_LINE;
    return { ...legend, y };
  });
  const setsTop = height + LEGEND_LINE;
  if (sets.length > 0) height = setsTop + LEGEND_LINE + sets.length * SET_LINE + keyHeight(sets);
  return drawSvg(
    <>
      {rows > 0 &&
        (isEmbedded ? <CellsImage image={image} layout={layout} /> : <Cells image={image} layout={layout} />)}
      <RowLabels picture={picture} layout={layout} rows={arrangement.rows} marked={null} isFile />
      <PictureMarks {...part} below={below} isFile />
      {rows > 0 && <RampMarks x={layout.left} {...ramp} />}
      {legends.map((legend) => (
        <LegendMarks key={legend.title} x={layout.left} {...legend} />
      ))}
      {sets.length > 0 && <SetMarks sets={sets} y={setsTop} />}
    </>,
    {
      width: WIDTH,
      height,
      title,
      about,
      ...(isEmbedded ? { remark: 'The heat map is an image: it has too many cells for shapes.' } : {}),
    },
  );
}
