import { displayAttribute } from '@omicon/domain/records/samples/sample-attributes.ts';
import { useCallback, useMemo } from 'react';
import { colourOfValue } from '../../colour/data-colours.ts';
import { fillOf } from '../../colour/na-hatch.ts';
import { cutEnd, NA } from '../../text/format.ts';
import { XAxis, YAxis } from '../Axis.tsx';
import plot from '../plot.module.css';
import { PlotFigure, type PlotNames } from './PlotFigure.tsx';
import { layoutSurvival, type SurvivalCurve, type SurvivalLayout } from './survival-layout.ts';

function Marks({
  layout,
  curves,
  attribute,
  unit,
  isFile,
}: {
  layout: SurvivalLayout;
  curves: readonly SurvivalCurve[];
  attribute: string;
  unit: string;
  isFile: boolean;
}) {
  return (
    <>
      <YAxis ticks={layout.yTicks} left={layout.left} right={layout.width} label="Share surviving" />
      <XAxis ticks={layout.xTicks} top={layout.floor} right={layout.width - 4} label="Time" unit={unit} />
      <text x={4} y={layout.floor + 46} fontWeight="600" className={plot.label}>
        At risk
      </text>
      {layout.curves.map((mark, index) => {
        const group = curves[index]?.group ?? null;
        const label = curves[index]?.label ?? group ?? NA;
        const colour = fillOf(colourOfValue(attribute, group));
        const y = layout.riskRows[index] ?? 0;
        return (
          <g key={group ?? '\u0000'}>
            <path d={mark.interval} fill={colour} fillOpacity={0.15} />
            <path d={mark.solid} fill="none" stroke={colour} strokeWidth={2} />
            <path d={mark.dashed} fill="none" stroke={colour} strokeWidth={2} strokeDasharray="5 4" />
            {mark.censored.map(({ x, y: at }) => (
              <line key={x} x1={x} x2={x} y1={at - 4} y2={at + 4} stroke={colour} />
            ))}
            {mark.median !== null && (
              <path
                d={`M${layout.left} ${mark.median.y}H${mark.median.x}V${layout.floor}`}
                fill="none"
                stroke={colour}
                strokeDasharray="2 3"
              />
            )}
            <text
              {...(isFile ? { x: layout.left - 26, textAnchor: 'end' } : { x: 4 })}
              y={y}
              className={plot.label}
              fill={colour}
            >
              <title>{label}</title>
              {isFile ? label : cutEnd(label, 8)}
            </text>
            {layout.xTicks.map(({ value, at }, tick) => (
              <text key={value} x={at} y={y} textAnchor="middle" className={plot.tick}>
                {mark.atRisk[tick]}
              </text>
            ))}
          </g>
        );
      })}
    </>
  );
}

interface SurvivalPlotProps extends PlotNames {
  curves: readonly SurvivalCurve[];
  /** attribute of the groups, which determines their colours */
  attribute: string;
  /** of the times, such as days */
  unit: string;
}

/** Kaplan-Meier curves with their intervals and numbers at risk. */
export function SurvivalPlot({ curves, attribute, unit, ...names }: SurvivalPlotProps) {
  const rows = useMemo(
    () =>
      curves.flatMap(({ group, label, time, at_risk, events, censored, survival, lower, upper }) =>
        time.map((when, index) => ({
          group: group ?? NA,
          label: label ?? group ?? NA,
          time: when,
          n: at_risk[index] ?? null,
          events: events[index] ?? null,
          censored: censored[index] ?? null,
          survival: survival[index] ?? null,
          lower: lower[index] ?? null,
          upper: upper[index] ?? null,
        })),
      ),
    [curves],
  );
  const isCoded = rows.some(({ group, label }) => group !== label);
  const layoutFor = useCallback(
    (width: number) => {
      const layout = layoutSurvival(curves, width);
      const { toX, toY } = layout;
      return {
        ...layout,
        points: rows.map(({ time, survival }) => ({ x: toX(time), y: toY(survival ?? 1) })),
      };
    },
    [curves, rows],
  );
  return (
    <PlotFigure
      {...names}
      caption="Kaplan-Meier estimate with its 95 % interval; ticks are censored samples, dashes fewer than ten at risk, dotted lines medians."
      keys="The arrow keys read the times of every curve one by one."
      columns={[
        { key: 'label', title: displayAttribute(attribute), width: 180 },
        ...(isCoded ? [{ key: 'group', title: 'Code', width: 120 } as const] : []),
        { key: 'time', title: `Time (${unit})`, kind: 'decimal', width: 120 },
        { key: 'n', title: 'At risk', kind: 'number', width: 90 },
        { key: 'events', title: 'Events', kind: 'number', width: 90 },
        { key: 'censored', title: 'Censored', kind: 'number', width: 100 },
        { key: 'survival', title: 'Survival', kind: 'decimal', width: 110 },
        { key: 'lower', title: 'Lower 95 %', kind: 'decimal', width: 110 },
        { key: 'upper', title: 'Upper 95 %', kind: 'decimal', width: 110 },
      ]}
      rows={rows}
      layoutFor={layoutFor}
      describe={(index) => {
        const row = rows[index];
        return row === undefined
          ? ''
          : `${row.label}, ${row.time} ${unit}: ${row.survival?.toFixed(3)} surviving (95 % interval ${row.lower?.toFixed(3)} to ${row.upper?.toFixed(3)}), ${row.n} at risk, ${row.events} events, ${row.censored} censored.`;
      }}
      legend={{
        label: 'Colours of the curves',
        swatches: curves.map(({ group, label, n }) => ({
          name: label ?? group ?? NA,
          title: group ?? NA,
          colour: colourOfValue(attribute, group),
          count: n,
        })),
      }}
      marks={(layout, isFile) => <Marks {...{ layout, curves, attribute, unit, isFile }} />}
    />
  );
}
