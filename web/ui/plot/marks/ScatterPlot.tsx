import { displayAttribute } from '@omicon/domain/records/samples/sample-attributes.ts';
import { useMemo } from 'react';
import { categoryColour, colourOfValue } from '../../colour/data-colours.ts';
import { fillOf } from '../../colour/na-hatch.ts';
import type { ChosenAction } from '../../grid/use-chosen-rows.ts';
import { formatDecimal, formatPValue, NA, withMinus } from '../../text/format.ts';
import plot from '../plot.module.css';
import type { PlotNames } from './PlotFigure.tsx';
import { PointsPlot } from './PointsPlot.tsx';
import type { PointsLayout } from './points-layout.ts';

interface ScatterPlotProps extends PlotNames {
  samples: readonly string[];
  x: { label: string; unit?: string; values: readonly number[] };
  y: { label: string; unit?: string; values: readonly number[] };
  /** least squares of y on x, with Pearson's r; null where x does not vary */
  line: {
    slope: number;
    intercept: number;
    r: number /** null where it is not tested */;
    p_value: number | null;
  } | null;
  /** what a point is; a sample unless given */
  pointTitle?: string;
  /** page of a point; null if it has none */
  hrefOf?: (sample: string) => string | null;
  /** opens that page, on Enter or a click */
  onOpen?: ((sample: string) => void) | undefined;
  /** gives the rows of the table checkboxes */
  chosenAction?: ChosenAction<{ sample: string }> | undefined;
  /** groups of the samples by an attribute, which colour the points */
  groups?: { attribute: string; values: readonly (string | null)[] };
}

function LineMark({ layout, line }: { layout: PointsLayout; line: ScatterPlotProps['line'] }) {
  const [first, last] = [layout.xTicks[0]?.value, layout.xTicks.at(-1)?.value];
  if (line === null || first === undefined || last === undefined) return null;
  const yAt = (value: number) => layout.toY(line.intercept + line.slope * value);
  return (
    <line
      x1={layout.toX(first)}
      x2={layout.toX(last)}
      y1={yAt(first)}
      y2={yAt(last)}
      stroke="#1b2124"
      className={plot.cursor}
    />
  );
}

/** Two numbers of the same samples with their least-squares line. */
export function ScatterPlot({
  samples,
  x,
  y,
  line,
  groups,
  pointTitle = 'Sample',
  hrefOf,
  onOpen,
  ...names
}: ScatterPlotProps) {
  const rows = useMemo(
    () =>
      samples.map((sample, index) => ({
        sample,
        x: x.values[index] ?? null,
        y: y.values[index] ?? null,
        group: groups?.values[index] ?? null,
      })),
    [samples, x.values, y.values, groups],
  );
  const fit =
    line === null
      ? 'one of them does not vary'
      : `r ${formatDecimal(line.r)}${line.p_value === null ? '' : `, P ${formatPValue(line.p_value)}`}`;
  return (
    <PointsPlot
      {...names}
      caption={`${y.label} against ${x.label}: ${fit}, n=${samples.length}. The line is that of least squares.`}
      keys={`The arrow keys read the ${pointTitle.toLowerCase()}s one by one${onOpen === undefined ? '' : ', Enter opens one'}.`}
      onOpen={onOpen && (({ sample }) => onOpen(sample))}
      columns={[
        {
          key: 'sample',
          title: pointTitle,
          kind: 'identifier',
          width: 200,
          href: ({ sample }) => hrefOf?.(sample) ?? null,
        },
        { key: 'x', title: x.label, kind: 'decimal', width: 150 },
        { key: 'y', title: y.label, kind: 'decimal', width: 150 },
        ...(groups === undefined
          ? []
          : [{ key: 'group', title: displayAttribute(groups.attribute), width: 180 } as const]),
      ]}
      rows={rows}
      x={{ ...x, key: 'x' }}
      y={{ ...y, key: 'y' }}
      describe={(row) => {
        const group = groups === undefined ? '' : `, ${row.group ?? NA}`;
        return `${row.sample}${group}: ${x.label} ${withMinus(String(row.x))}, ${y.label} ${withMinus(String(row.y))}.`;
      }}
      colourOf={({ group }) =>
        groups === undefined ? categoryColour(0) : fillOf(colourOfValue(groups.attribute, group))
      }
      {...(groups === undefined
        ? {}
        : {
            legend: {
              label: 'Colours of the points',
              title: displayAttribute(groups.attribute),
              swatches: [...new Set(groups.values)].map((value) => ({
                name: value ?? NA,
                colour: colourOfValue(groups.attribute, value),
              })),
            },
          })}
      over={(layout) => <LineMark layout={layout} line={line} />}
    />
  );
}
