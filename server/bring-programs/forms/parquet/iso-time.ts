const DAY = 86_400n;
/** Of JavaScript's dates. */
const MAX_SECONDS = 8_640_000_000_000n;

function floorOf(value: bigint, by: bigint): bigint {
  return (value - (((value % by) + by) % by)) / by;
}

/** A time of day with as many digits as it has: 09:05:00.25. */
export function timeText(value: bigint, perSecond: bigint): string {
  const seconds = floorOf(value, perSecond);
  const two = (part: bigint) => String(part).padStart(2, '0');
  const time = `${two(seconds / 3600n)}:${two((seconds / 60n) % 60n)}:${two(seconds % 60n)}`;
  const rest = value - seconds * perSecond;
  if (rest === 0n) return time;
  const digits = String(rest).padStart(String(perSecond).length - 1, '0');
  return `${time}.${digits.replace(/0+$/, '')}`;
}

/** Since 1970: 2020-12-31T09:05:00. Empty for a year that no calendar has. */
export function isoTime(value: bigint, perSecond: bigint): string {
  const days = floorOf(value, perSecond * DAY);
  if (days * DAY > MAX_SECONDS || days * DAY < -MAX_SECONDS) return '';
  const [date = ''] = new Date(Number(days) * 86_400_000).toISOString().split('T');
  return `${date}T${timeText(value - days * perSecond * DAY, perSecond)}`;
}
