import type { TreemapAttribute } from '@omicon/contract/base/records.ts';
import { labelOf, labelWithCode, type ValueLabels } from '@omicon/domain/records/value-labels.ts';
import { fillOf, HATCH_DEFINITION } from '../../ui/colour/na-hatch.ts';
import { inkOn } from '../../ui/colour/rgb.ts';
import { writeTable } from '../../ui/grid/write-table.ts';
import { type Drawing, escapeXml } from '../../ui/plot/save-picture.ts';
import { NA } from '../../ui/text/format.ts';
import {
  LABEL,
  type LaidOutCell,
  type LaidOutValue,
  type Picture,
  percentOf,
  TITLE_HEIGHT,
} from './treemap-layout.ts';

const FONT = "Inter, 'Helvetica Neue', Arial, sans-serif";
const HEAD_HEIGHT = 32;
const MARGIN = 16;

function drawValue(
  { value, count, percent, x, y, width, height, colour, lines }: LaidOutValue,
  labels: ValueLabels,
): string {
  const name = escapeXml(`${labelWithCode(value, labels) ?? NA}, n=${count} (${percent} %)`);
  const label = lines
    .map(
      (line, row) =>
        `<tspan x="${(x + LABEL.inset).toFixed(1)}" y="${(y + LABEL.inset + LABEL.fontSize + row * LABEL.lineHeight - 2).toFixed(1)}">${escapeXml(line)}</tspan>`,
    )
    .join('');
  const box = `x="${x.toFixed(2)}" y="${y.toFixed(2)}" width="${width.toFixed(2)}" height="${height.toFixed(2)}"`;
  return `<g><title>${name}</title><rect ${box} fill="${fillOf(colour)}" stroke="#ffffff"/><text fill="${inkOn(colour)}">${label}</text></g>`;
}

function drawCell({ attribute, total, x, y, values }: LaidOutCell): string {
  return `<g transform="translate(${(x + MARGIN).toFixed(2)} ${(y + HEAD_HEIGHT + MARGIN).toFixed(2)})"><text y="16" font-weight="600" fill="#1b2124">${escapeXml(attribute.displayName)}<tspan font-weight="400" fill="#5b6468"> n=${total}</tspan></text><g transform="translate(0 ${TITLE_HEIGHT})">${values.map((value) => drawValue(value, attribute.value_labels)).join('')}</g></g>`;
}

/** The picture as an SVG file: cells with titles, values with labels, counts as tooltips. */
export function drawTreemap(picture: Picture, title: string): Drawing {
  const width = Math.ceil(picture.width + 2 * MARGIN);
  const height = Math.ceil(picture.height + HEAD_HEIGHT + 2 * MARGIN);
  const head = escapeXml(title);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${FONT}" font-size="${LABEL.fontSize}"><title>${head}</title>${HATCH_DEFINITION}<rect width="100%" height="100%" fill="#ffffff"/><text x="${MARGIN}" y="${MARGIN + 14}" font-size="14" font-weight="600" fill="#1b2124">${head}</text>${picture.cells.map(drawCell).join('')}</svg>`;
  return { svg, width, height };
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
