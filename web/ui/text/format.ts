/**
 * Formats values for screens, including NA for missing ones. What every screen shows is written without `Intl`, which a
 * new page takes 20 ms to load.
 */

import { countOf, formatCount } from '@omicon/domain/records/count-of.ts';

export { countOf, formatCount };

export const NA = 'NA';

/** A missing value in a table, where a column of NA would be louder than the values. */
export const MISSING = '–';

/** `2024-04-05`, from a time on the wire. */
export function formatDate(time: string): string {
  return time.slice(0, 10);
}

const twoDigits = (part: number) => String(part).padStart(2, '0');

/** Date and time to the minute in the reader's time zone, for tooltips: `2024-04-05 09:30`. */
export function formatTime(time: string): string {
  const parsed = new Date(time);
  if (Number.isNaN(parsed.getTime())) return time;
  const date = [parsed.getFullYear(), parsed.getMonth() + 1, parsed.getDate()].map(twoDigits).join('-');
  return `${date} ${[parsed.getHours(), parsed.getMinutes()].map(twoDigits).join(':')}`;
}

/** `April 5, 2024`; a time is converted to the reader's time zone. */
export function formatLongDate(time: string): string {
  const parsed = new Date(time);
  if (Number.isNaN(parsed.getTime())) return time;
  const isDay = time.length === 10;
  return parsed.toLocaleDateString('en-US', { dateStyle: 'long', ...(isDay ? { timeZone: 'UTC' } : {}) });
}

/** A number written by JavaScript, with a minus sign in place of the hyphen before it: `−12`. */
export function withMinus(written: string): string {
  return written.replace(/^-/, '\u2212');
}

/**
 * A correlation, share or statistic, to three decimals unless others are asked for: `0.912`, `−0.070`. What rounds to 0
 * has no sign; large values keep their significant digits.
 */
export function formatDecimal(value: number, decimals = 3): string {
  if (Math.abs(value) >= 1000) return formatCount(Math.round(value));
  const written = value.toFixed(decimals);
  return Number(written) === 0 ? written.replace('-', '') : withMinus(written);
}

/** `3.1e-12`; from .001 on as a decimal, `0.042`. */
export function formatPValue(p: number): string {
  if (p === 0 || p >= 0.001) return String(Number(p.toPrecision(2)));
  return p.toExponential(1);
}

/** Rough time left: `12 s`, `3 min`, `1 h 5 min`. */
export function formatDuration(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** How long ago something was: `just now`, `5 min ago`, `3 h ago`, `2 days ago`, after a month its date. */
export function formatAge(time: string, nowMs: number): string {
  const minutes = Math.floor((nowMs - Date.parse(time)) / 60_000);
  if (Number.isNaN(minutes)) return time;
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h ago`;
  const days = Math.floor(minutes / (24 * 60));
  return days > 30 ? formatDate(time) : `${countOf(days, 'day')} ago`;
}

/** Cuts a long identifier in the middle: `GSE16011_very…_QN.csv`. */
export function cutMiddle(text: string, most: number): string {
  if (text.length <= most) return text;
  const tail = Math.floor((most - 1) / 2);
  return `${text.slice(0, most - 1 - tail)}…${text.slice(text.length - tail)}`;
}

/** Cuts long prose at the end: `Modules of male samples that are enriched in…`. */
export function cutEnd(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`;
}
