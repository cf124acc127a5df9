/** Watches from a job whether its work is still wanted. */

const LOOK_MS = 500;

/**
 * Aborts if the work is no longer wanted, such as a cancelled search, or if the process stops.
 * @param isWanted asked twice a second; if it fails, the work itself will
 */
export function watchWanted(isWanted: () => Promise<boolean>, stop: AbortSignal | undefined) {
  const controller = new AbortController();
  const end = () => controller.abort();
  stop?.addEventListener('abort', end, { once: true });
  const look = setInterval(() => {
    isWanted().then(
      (is) => {
        if (!is) end();
      },
      () => undefined,
    );
  }, LOOK_MS);
  return {
    signal: controller.signal,
    leave() {
      clearInterval(look);
      stop?.removeEventListener('abort', end);
    },
  };
}
