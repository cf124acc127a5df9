/** A module picture as an SVG file, on white. */
import { displayAttribute } from '@omicon/domain/records/sample-attributes.ts';
import { labelOf } from '@omicon/domain/records/value-labels.ts';
import { colourOfValue } from '../../../ui/colour/data-colours.ts';
import { fillOf, HATCH_DEFINITION } from '../../../ui/colour/na-hatch.ts';
import { type Drawing, escapeXml } from '../../../ui/plot/save-picture.ts';
import { NA } from '../../../ui/text/format.ts';
import { type CellImage, type ColourScale, imageOfCells } from './cell-colours.ts';
import { type Below, drawBelow } from './draw-below.ts';
import { hexOf } from './palettes.ts';
import { layoutPicture, type PictureLayout } from './picture-layout.ts';
import type { Arrangement, Picture } from './picture-model.ts';
import { stripRuns } from './strip-runs.ts';

const FONT = "Inter, 'Helvetica Neue', Arial, sans-serif";
const WIDTH = 1000;
const HEAD = 40;
const LINE = 18;
/** With more cells the heat map is an image inside the file. */
export const MOST_RECTS = 20_000;

function rects({ pixels, width, height }: CellImage, { columns, left, map }: PictureLayout): string {
  const cell = columns / width;
  const drawn: string[] = [];
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1) {
      const at = 4 * (row * width + column);
      const isMissing = pixels[at + 3] === 0;
      const colour = hexOf([pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0]);
      drawn.push(
        `<rect x="${(left + column * cell).toFixed(2)}" y="${map.top + row * map.rowHeight}" width="${cell.toFixed(2)}" height="${map.rowHeight}" fill="${isMissing ? 'url(#na-hatch)' : colour}"/>`,
      );
    }
  return `<g shape-rendering="crispEdges">${drawn.join('')}</g>`;
}

/** The cells as a PNG inside the SVG. */
function embedded(image: CellImage, { columns, left, map }: PictureLayout): string {
  const canvas = document.createElement('canvas');
  canvas.width = image.width;
  canvas.height = image.height;
  canvas.getContext('2d')?.putImageData(new ImageData(image.pixels, image.width, image.height), 0, 0);
  return `<image x="${left}" y="${map.top}" width="${columns}" height="${map.height}" preserveAspectRatio="none" style="image-rendering:pixelated" href="${canvas.toDataURL('image/png')}"/>`;
}

function legendOf(picture: Picture, { left }: PictureLayout, top: number): { svg: string; lines: number } {
  let line = 0;
  const parts = picture.strips.flatMap(({ attribute, values, value_labels }) => {
    const shown = [...new Set(values)].slice(0, 12);
    const entries = [{ text: displayAttribute(attribute), fill: null as string | null }].concat(
      shown.map((value) => ({
        text: labelOf(value, value_labels) ?? NA,
        fill: fillOf(colourOfValue(attribute, value)),
      })),
    );
    return entries.map(({ text, fill }) => {
      const y = top + line * LINE;
      line += 1;
      const swatch =
        fill === null ? '' : `<rect x="${left}" y="${y}" width="12" height="12" fill="${fill}"/>`;
      return `${swatch}<text x="${left + (fill === null ? 0 : 18)}" y="${y + 10}"${fill === null ? ' font-weight="600"' : ''}>${escapeXml(text)}</text>`;
    });
  });
  return { svg: parts.join(''), lines: line };
}

export function drawPicture(
  picture: Picture,
  arrangement: Arrangement,
  { scale, below, title }: { scale: ColourScale; below: Below; title: string },
): Drawing {
  const layout = layoutPicture(WIDTH, { rows: picture.values.length, strips: picture.strips.length });
  const { left, columns, map, strips } = layout;
  const image = imageOfCells(arrangement, scale, WIDTH);
  const isEmbedded = image.width * image.height > MOST_RECTS;
  const cells =
    picture.values.length === 0 ? '' : isEmbedded ? embedded(image, layout) : rects(image, layout);
  const labels = arrangement.rows
    .map((row, top) => {
      const y = map.top + (top + 0.5) * map.rowHeight + 3;
      const { feature = '', kme = null } = picture.rows[row] ?? {};
      return layout.hasRowLabels && picture.values.length > 0
        ? `<text x="${left - 6}" y="${y}" text-anchor="end" font-size="10">${escapeXml(feature)}</text><text x="${left + columns + 6}" y="${y}" font-size="10">${kme === null ? '' : kme.toFixed(2)}</text>`
        : '';
    })
    .join('');
  const heading =
    picture.values.length === 0
      ? ''
      : `<text x="${left + columns + 6}" y="${map.top - 5}" font-size="10">kME</text>`;
  const width = columns / Math.max(1, arrangement.samples.length);
  const bands = picture.strips
    .map(({ attribute, values }, index) => {
      const y = strips.top + index * strips.pitch;
      const runs = stripRuns(values, arrangement.samples).map(
        ({ value, from, to }) =>
          `<rect x="${(left + from * width).toFixed(2)}" y="${y}" width="${((to - from) * width).toFixed(2)}" height="${strips.height}" fill="${fillOf(colourOfValue(attribute, value))}"/>`,
      );
      return `<text x="${left - 6}" y="${y + 10}" text-anchor="end">${escapeXml(displayAttribute(attribute))}</text>${runs.join('')}`;
    })
    .join('');
  const marks = drawBelow(picture, arrangement, { below, layout });
  const ticks = marks.ticks
    .map(
      ({ label, y }) =>
        `<line x1="${left}" x2="${left + columns}" y1="${y}" y2="${y}" stroke="#d9dee0"/><text x="${left - 6}" y="${y + 4}" text-anchor="end">${label}</text>`,
    )
    .join('');
  const paths = marks.paths
    .map(
      ({ d, colour, isLine }) =>
        `<path d="${d}" ${isLine ? `fill="none" stroke="${colour}"` : `fill="${colour}"`}/>`,
    )
    .join('');
  const legend = legendOf(picture, layout, layout.height + 8);
  const names = marks.legend
    .map(({ name, colour }, index) => {
      const y = layout.height + 8 + (legend.lines + index) * LINE;
      return `<rect x="${left}" y="${y + 5}" width="12" height="2" fill="${colour}"/><text x="${left + 18}" y="${y + 10}">${escapeXml(name)}</text>`;
    })
    .join('');
  const height = HEAD + layout.height + 16 + (legend.lines + marks.legend.length) * LINE;
  const note = isEmbedded ? '<desc>The heat map is an image: it has too many cells for shapes.</desc>' : '';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="${FONT}" font-size="11" fill="#1b2124"><title>${escapeXml(title)}</title>${note}${HATCH_DEFINITION}<rect width="100%" height="100%" fill="#ffffff"/><text x="8" y="22" font-size="14" font-weight="600">${escapeXml(title)}</text><g transform="translate(0 ${HEAD})">${cells}${heading}${labels}${bands}${ticks}${paths}${legend.svg}${names}</g></svg>`;
  return { svg, width: WIDTH, height };
}
