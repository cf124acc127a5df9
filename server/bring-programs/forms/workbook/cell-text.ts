import { type CellObject, SSF } from '@e965/xlsx';

/** What was written otherwise than the workbook shows it. */
export interface CellCounts {
  isSince1904: boolean;
  /** cells such as #N/A */
  errors: number;
  /** dates by index of their column */
  dates: Map<number, number>;
}

interface DateParts {
  y: number;
  m: number;
  d: number;
  H: number;
  M: number;
  S: number;
}

// The library has no types for these.
const isDateFormat: (format: string | number) => boolean = SSF.is_date;
const datePartsOf: (days: number, options: { date1904: boolean }) => DateParts | null = SSF.parse_date_code;

export function isFilled(cell: CellObject | undefined): boolean {
  return cell !== undefined && cell.t !== 'z' && cell.v !== undefined && cell.v !== '';
}

/** The stored value, numbers with all digits. Dates and errors are counted. */
export function textOfCell(cell: CellObject | undefined, column: number, counts: CellCounts): string {
  if (cell === undefined || !isFilled(cell)) return '';
  const { v: value } = cell;
  if (cell.t === 'e') {
    counts.errors += 1;
    return '';
  }
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (typeof value === 'string') return value.toWellFormed();
  if (value instanceof Date)
    return counted(value.toISOString().replace(/(?:T00:00:00)?\.000Z$/, ''), column, counts);
  if (typeof value !== 'number' || !Number.isFinite(value)) return '';
  const date = cell.z !== undefined && isDateFormat(cell.z) ? dateText(value, counts.isSince1904) : null;
  return date === null ? String(value) : counted(date, column, counts);
}

function counted(date: string, column: number, { dates }: CellCounts): string {
  dates.set(column, (dates.get(column) ?? 0) + 1);
  return date;
}

/** ISO date of a number of days, with the time if there is one, or the time alone; null if it is no date. */
function dateText(days: number, isSince1904: boolean): string | null {
  const parts = datePartsOf(days, { date1904: isSince1904 });
  if (parts === null) return null;
  const two = (part: number) => String(part).padStart(2, '0');
  const time = `${two(parts.H)}:${two(parts.M)}:${two(parts.S)}`;
  if (days > 0 && days < 1) return time;
  const date = `${String(parts.y).padStart(4, '0')}-${two(parts.m)}-${two(parts.d)}`;
  return Number.isInteger(days) ? date : `${date}T${time}`;
}
