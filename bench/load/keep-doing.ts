/**
 * Repeats something, in several lanes at once if asked for. The returned function stops the lanes, waits for them and
 * gives the number of repetitions; it throws if one failed.
 */
export function keepDoing(act: () => Promise<unknown>, lanes = 1): () => Promise<number> {
  let isOver = false;
  let times = 0;
  const lane = async () => {
    for (; !isOver; times += 1) await act();
  };
  const running = Promise.all(Array.from({ length: lanes }, lane));
  // Failures are reported at the end.
  running.catch(() => undefined);
  return async () => {
    isOver = true;
    await running;
    return times;
  };
}
