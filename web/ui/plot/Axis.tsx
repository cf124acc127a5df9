import { fitLabel } from '../text/fit-label.ts';
import classes from './plot.module.css';
import type { Tick } from './ticks.ts';

const RULE = '#d9dee0';
/** Size of the letters of `plot.module.css`, and distance of two lines. */
const [LETTERS, LINE] = [11, 13];
const MAX_LINES = 2;

function titleOf(label: string, unit: string | undefined): string {
  return unit === undefined ? label : `${label} (${unit})`;
}

interface AxisProps {
  ticks: readonly Tick[];
  label?: string | undefined;
  unit?: string | undefined;
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

/** Lines of a label that end at `right` and begin in the picture; the estimated width errs on the wide side. */
export function linesOfLabel(label: string, right: number): string[] {
  return fitLabel(label, {
    width: right,
    height: MAX_LINES * LINE,
    fontSize: LETTERS,
    lineHeight: LINE,
    wholeWords: true,
  });
}

/** Values below the marks; the label ends at `right`, one line lower, and takes a second line in a narrow picture. */
export function XAxis({ ticks, top, right, label, unit }: AxisProps & { top: number; right: number }) {
  const lines = label === undefined ? [] : linesOfLabel(titleOf(label, unit), right);
  return (
    <>
      {ticks.map(({ value, label: text, at }) => (
        <text key={value} x={at} y={top + 16} textAnchor="middle" className={classes.tick}>
          {text}
        </text>
      ))}
      {lines.map((line, at) => (
        <text key={line} x={right} y={top + 34 + at * LINE} textAnchor="end" className={classes.tick}>
          {line}
        </text>
      ))}
    </>
  );
}

/** A line of the picture with its name on the left. */
export function NamedLine({
  left,
  right,
  y,
  name,
}: {
  left: number;
  right: number;
  y: number;
  name: string;
}) {
  return (
    <g>
      <line x1={left} x2={right} y1={y} y2={y} stroke={RULE} className={classes.rule} />
      <text x={left - 8} y={y + 4} textAnchor="end" className={classes.label}>
        {name}
      </text>
    </g>
  );
}
