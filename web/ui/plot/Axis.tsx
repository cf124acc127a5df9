import classes from './plot.module.css';
import type { Tick } from './ticks.ts';

const RULE = '#d9dee0';

function titleOf(label: string, unit: string | undefined): string {
  return unit === undefined ? label : `${label} (${unit})`;
}

interface AxisProps {
  ticks: readonly Tick[];
  label?: string;
  unit?: string;
}

/** Values on the left with a rule at each tick, from `left` to `right`. */
export function YAxis({ ticks, left, right, label, unit }: AxisProps & { left: number; right: number }) {
  const middle = ((ticks[0]?.at ?? 0) + (ticks.at(-1)?.at ?? 0)) / 2;
  return (
    <>
      {ticks.map(({ value, label: text, at }) => (
        <g key={value}>
          <line x1={left} x2={right} y1={at} y2={at} stroke={RULE} className={classes.rule} />
          <text x={left - 6} y={at + 4} textAnchor="end" className={classes.tick}>
            {text}
          </text>
        </g>
      ))}
      {label !== undefined && (
        <text transform={`translate(12 ${middle}) rotate(-90)`} textAnchor="middle" className={classes.tick}>
          {titleOf(label, unit)}
        </text>
      )}
    </>
  );
}

/** Values below the marks; the label ends at `right`, one line lower. */
export function XAxis({ ticks, top, right, label, unit }: AxisProps & { top: number; right: number }) {
  return (
    <>
      {ticks.map(({ value, label: text, at }) => (
        <text key={value} x={at} y={top + 16} textAnchor="middle" className={classes.tick}>
          {text}
        </text>
      ))}
      {label !== undefined && (
        <text x={right} y={top + 34} textAnchor="end" className={classes.tick}>
          {titleOf(label, unit)}
        </text>
      )}
    </>
  );
}
