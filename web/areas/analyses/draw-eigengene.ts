import { labelOf, labelWithCode } from '@omicon/domain/records/value-labels.ts';
import { colourOfValue } from '../../ui/colour/data-colours.ts';
import { fillOf, HATCH_DEFINITION } from '../../ui/colour/na-hatch.ts';
import { writeTable } from '../../ui/grid/write-table.ts';
import { type Drawing, escapeXml } from '../../ui/plot/save-picture.ts';
import { NA } from '../../ui/text/format.ts';
import {
  AXIS_WIDTH,
  type Chart,
  type Eigengene,
  groupsOf,
  type Order,
  orderSamples,
} from './eigengene-layout.ts';

const FONT = "Inter, 'Helvetica Neue', Arial, sans-serif";
const HEAD = 40;
const LEGEND_LINE = 18;

/** Colour of bars when no attribute is chosen. */
export const PLAIN_BAR = '#4b7f86';

export function barColour(attribute: string | null, group: string | null): string {
  return attribute === null ? PLAIN_BAR : colourOfValue(attribute, group);
}

/** The chart as an SVG file, with axis and legend. */
export function drawEigengene(chart: Chart, eigengene: Eigengene, title: string): Drawing {
  const { attribute, value_labels } = eigengene;
  const groups = attribute === null ? [] : groupsOf(eigengene);
  const height = HEAD + chart.height + 16 + groups.length * LEGEND_LINE;
  const ticks = chart.ticks
    .map(
      ({ value, y }) =>
        `<line x1="${AXIS_WIDTH}" x2="${chart.width}" y1="${y.toFixed(1)}" y2="${y.toFixed(1)}" stroke="#d9dee0"/><text x="${AXIS_WIDTH - 6}" y="${(y + 4).toFixed(1)}" text-anchor="end">${value}</text>`,
    )
    .join('');
  const bars = chart.bars
    .map(
      (bar) =>
        `<rect x="${bar.x.toFixed(2)}" y="${bar.y.toFixed(2)}" width="${bar.width.toFixed(2)}" height="${bar.height.toFixed(2)}" fill="${fillOf(barColour(attribute, bar.group))}"><title>${escapeXml(`${bar.sample}: ${bar.value}${attribute === null ? '' : `, ${labelWithCode(bar.group, value_labels) ?? NA}`}`)}</title></rect>`,
    )
    .join('');
  const legend = groups
    .map(
      ({ value, count }, line) =>
        `<g transform="translate(${AXIS_WIDTH} ${chart.height + 16 + line * LEGEND_LINE})"><rect width="12" height="12" fill="${fillOf(barColour(attribute, value))}"/><text x="18" y="10">${escapeXml(`${labelOf(value, value_labels) ?? NA} (n=${count})`)}</text></g>`,
    )
    .join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${chart.width}" height="${height}" viewBox="0 0 ${chart.width} ${height}" font-family="${FONT}" font-size="11" fill="#1b2124"><title>${escapeXml(title)}</title>${HATCH_DEFINITION}<rect width="100%" height="100%" fill="#ffffff"/><text x="8" y="22" font-size="14" font-weight="600">${escapeXml(title)}</text><g transform="translate(0 ${HEAD})">${ticks}${bars}${legend}</g></svg>`;
  return { svg, width: chart.width, height };
}

/** Sample, value and attribute in the order shown, as TSV; labels of coded values are a separate column. */
export function writeEigengene(eigengene: Eigengene, order: Order): string {
  const { samples, values, attribute, attribute_values, value_labels } = eigengene;
  const hasLabels = attribute !== null && Object.keys(value_labels).length > 0;
  const titles = [
    'Sample',
    'Module eigengene',
    ...(attribute === null ? [] : [attribute]),
    ...(hasLabels ? [`${attribute} label`] : []),
  ];
  const rows = orderSamples(eigengene, order).map((index) => [
    samples[index] ?? '',
    values[index] ?? null,
    ...(attribute === null ? [] : [attribute_values[index] ?? NA]),
    ...(hasLabels ? [labelOf(attribute_values[index] ?? null, value_labels) ?? NA] : []),
  ]);
  return writeTable(titles, rows, 'tsv');
}
