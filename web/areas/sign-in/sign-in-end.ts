/** The warning appears this long before the session ends. */
export const WARNING_SECONDS = 120;

/** Polling interval near the end, because another tab may extend the session at any moment. */
const NEAR_MS = 5000;
const MIN_MS = 1000;

/** Milliseconds until the time left is requested again: when the warning is due, or soon. */
export function pollDelay(secondsLeft: number | undefined): number {
  if (secondsLeft === undefined || secondsLeft <= WARNING_SECONDS) return NEAR_MS;
  return Math.max(MIN_MS, (secondsLeft - WARNING_SECONDS) * 1000);
}

/** `1 min 5 s`, `40 s`; never below zero. */
export function formatTimeLeft(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  const minutes = Math.floor(whole / 60);
  return minutes === 0 ? `${whole} s` : `${minutes} min ${whole % 60} s`;
}
