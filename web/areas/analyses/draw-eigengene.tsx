import { displayAttribute } from '@omicon/domain/records/samples/sample-attributes.ts';
import { labelOf, labelWithCode } from '@omicon/domain/records/samples/value-labels.ts';
import { colourOfValue } from '../../ui/colour/data-colours.ts';
import { fillOf } from '../../ui/colour/na-hatch.ts';
import { writeTable } from '../../ui/files/write-table.ts';
import { YAxis } from '../../ui/plot/Axis.tsx';
import { drawSvg } from '../../ui/plot/draw-svg.tsx';
import { LEGEND_LINE, LegendMarks, type Swatch } from '../../ui/plot/Legend.tsx';
import type { Drawing } from '../../ui/plot/save-picture.ts';
import { formatDecimal, NA } from '../../ui/text/format.ts';
import {
  AXIS_WIDTH,
  type Bar,
  type Chart,
  type Eigengene,
  groupsOf,
  type Order,
  orderSamples,
} from './eigengene-layout.ts';

/** Colour of bars when no attribute is chosen. */
export const PLAIN_BAR = '#4b7f86';

export function barColour(attribute: string | null, group: string | null): string {
  return attribute === null ? PLAIN_BAR : colourOfValue(attribute, group);
}

export function describeBar({ sample, value, group }: Bar, { attribute, value_labels }: Eigengene): string {
  const suffix =
    attribute === null ? '' : `, ${displayAttribute(attribute)} ${labelWithCode(group, value_labels) ?? NA}`;
  return `${sample}: ${formatDecimal(value, 4)}${suffix}`;
}

/** The values of the attribute with their colours. */
export function swatchesOf(eigengene: Eigengene): Swatch[] {
  const { attribute, value_labels } = eigengene;
  if (attribute === null) return [];
  return groupsOf(eigengene).map(({ value, count }) => ({
    name: labelOf(value, value_labels) ?? NA,
    title: labelWithCode(value, value_labels) ?? NA,
    colour: barColour(attribute, value),
    count,
  }));
}

/** Axis and bars. In a file each bar says what it is. */
export function EigengeneMarks({
  chart,
  eigengene,
  isFile = false,
}: {
  chart: Chart;
  eigengene: Eigengene;
  isFile?: boolean;
}) {
  const { attribute, value_labels } = eigengene;
  const titleOf = ({ sample, value, group }: Bar) =>
    `${sample}: ${value}${attribute === null ? '' : `, ${labelWithCode(group, value_labels) ?? NA}`}`;
  return (
    <>
      <YAxis ticks={chart.ticks} left={AXIS_WIDTH} right={chart.width} />
      {chart.bars.map((bar) => (
        <rect
          key={bar.sample}
          x={bar.x}
          y={bar.y}
          width={bar.width}
          height={bar.height}
          fill={fillOf(barColour(attribute, bar.group))}
        >
          {isFile && <title>{titleOf(bar)}</title>}
        </rect>
      ))}
    </>
  );
}

/** The chart as an SVG file, with its legend. */
export function drawEigengene(
  chart: Chart,
  eigengene: Eigengene,
  { title, about }: { title: string; about: readonly string[] },
): Drawing {
  const swatches = swatchesOf(eigengene);
  const top = chart.height + 16;
  return drawSvg(
    <>
      <EigengeneMarks chart={chart} eigengene={eigengene} isFile />
      <LegendMarks
        x={AXIS_WIDTH}
        y={top}
        swatches={swatches}
        {...(eigengene.attribute === null ? {} : { title: displayAttribute(eigengene.attribute) })}
      />
    </>,
    {
      width: chart.width,
      height: top + (swatches.length + Math.min(1, swatches.length)) * LEGEND_LINE,
      title,
      about,
    },
  );
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
