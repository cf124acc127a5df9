/** A number for a reply; null where it is NaN or missing, as JSON has no NaN. */
export function orNull(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}
