import { backgroundOf, fillOf } from '../colour/na-hatch.ts';
import classes from './plot.module.css';

export interface Swatch {
  name: string;
  colour: string;
  /** samples or points of this colour */
  count?: number;
  /** the full name, where `name` is a label */
  title?: string;
}

function textOf({ name, count }: Swatch): string {
  return count === undefined ? name : `${name} (n=${count})`;
}

/** Colours with their values, at most `most` of them. */
export function Legend({
  label,
  title,
  swatches,
  most = swatches.length,
}: {
  label: string;
  title?: string;
  swatches: readonly Swatch[];
  most?: number;
}) {
  const shown = swatches.slice(0, most);
  return (
    <ul className={classes.legend} aria-label={label}>
      {title !== undefined && <li className={classes.legendTitle}>{title}</li>}
      {shown.map((swatch) => (
        <li key={`${swatch.title ?? swatch.name} ${swatch.colour}`} title={swatch.title}>
          <span
            className={classes.swatch}
            aria-hidden="true"
            style={{ background: backgroundOf(swatch.colour) }}
          />
          {textOf(swatch)}
        </li>
      ))}
      {swatches.length > shown.length && <li>and {swatches.length - shown.length} more</li>}
    </ul>
  );
}

/** Colours of a continuous scale. */
export interface Ramp {
  /** for assistive technology */
  label: string;
  title: string;
  /** the values of the first and of the last colour, as texts */
  ends: readonly [string, string];
  colours: readonly string[];
}

/** Colours of a continuous scale, between its ends. */
export function RampLegend({ label, title, ends: [lowest, highest], colours }: Ramp) {
  return (
    <ul className={classes.legend} aria-label={label}>
      <li>
        <span className={classes.legendTitle}>{title}</span>
        {lowest}
        <span
          className={classes.ramp}
          aria-hidden="true"
          style={{ background: `linear-gradient(90deg, ${colours.join(', ')})` }}
        />
        {highest}
      </li>
    </ul>
  );
}

/** Height of a line of a legend in a saved picture, in pixels. */
export const LEGEND_LINE = 18;

/** A legend inside a saved picture, one swatch per line. */
export function LegendMarks({
  x,
  y,
  title,
  swatches,
}: {
  x: number;
  y: number;
  title?: string;
  swatches: readonly Swatch[];
}) {
  const top = title === undefined ? y : y + LEGEND_LINE;
  return (
    <>
      {title !== undefined && (
        <text x={x} y={y + 10} fontWeight="600">
          {title}
        </text>
      )}
      {swatches.map((swatch, line) => (
        <g
          key={`${swatch.title ?? swatch.name} ${swatch.colour}`}
          transform={`translate(${x} ${top + line * LEGEND_LINE})`}
        >
          <rect width={12} height={12} fill={fillOf(swatch.colour)} />
          <text x={18} y={10}>
            {textOf(swatch)}
          </text>
        </g>
      ))}
    </>
  );
}

const RAMP_STEP = 24;

/** The same inside a saved picture, in one line. */
export function RampMarks({
  x,
  y,
  title,
  ends: [lowest, highest],
  colours,
}: Ramp & { x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      {colours.map((colour, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: colours may repeat, their order does not change
        <rect key={at} x={at * RAMP_STEP} width={RAMP_STEP} height={12} fill={fillOf(colour)} />
      ))}
      <text x={-6} y={10} textAnchor="end">
        {title} {lowest}
      </text>
      <text x={colours.length * RAMP_STEP + 6} y={10}>
        {highest}
      </text>
    </g>
  );
}
