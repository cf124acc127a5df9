import { expect, test } from 'vitest';
import { createLimiter } from './limiter.ts';

const refusal = () => new Error('too many wait');

test('concurrency is limited, the queue is FIFO and bounded', async () => {
  const runLimited = createLimiter({ atOnce: 2, mayWait: 2, refusal });
  const begun: number[] = [];
  const ends = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const turns = ends.map(({ promise }, index) =>
    runLimited(async () => {
      begun.push(index);
      await promise;
    }),
  );
  await expect(runLimited(async () => undefined)).rejects.toThrow('too many wait');
  expect(begun).toEqual([0, 1]);
  ends[1]?.resolve();
  await turns[1];
  await expect.poll(() => begun).toEqual([0, 1, 2]);
  for (const { resolve } of ends) resolve();
  await Promise.all(turns);
  expect(begun).toEqual([0, 1, 2, 3]);
});

test('a slot that is handed over cannot be taken by a newcomer', async () => {
  const runLimited = createLimiter({ atOnce: 1, mayWait: 5, refusal });
  let running = 0;
  let most = 0;
  const work = async () => {
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
  };
  const first = Promise.withResolvers<void>();
  const turns = [runLimited(() => first.promise.then(work)), runLimited(work)];
  // Newcomers arrive after each of the next microtasks, including the one between release and start.
  let step: Promise<void> = first.promise;
  for (let comes = 0; comes < 5; comes += 1) {
    step = step.then(() => {
      turns.push(runLimited(work).catch(() => undefined));
    });
  }
  first.resolve();
  await step;
  await Promise.all(turns);
  expect(most).toBe(1);
});

test('failed work frees its slot', async () => {
  const runLimited = createLimiter({ atOnce: 1, mayWait: 1, refusal });
  const failing = runLimited(async () => {
    throw new Error('no luck');
  });
  await expect(failing).rejects.toThrow('no luck');
  expect(await runLimited(async () => 'done')).toBe('done');
});
