import { MISSING } from '../text/format.ts';
import classes from './percentile.module.css';

/** A percentile as a dot on a line from 0 to 100, with its number. */
export function Percentile({ value, digits = 0 }: { value: number | null; digits?: number }) {
  if (value === null) return MISSING;
  return (
    <span className={classes.level}>
      <span className={classes.track} aria-hidden="true">
        <span className={classes.dot} style={{ left: `${value}%` }} />
      </span>
      <span className={classes.number}>{value.toFixed(digits)}</span>
    </span>
  );
}
