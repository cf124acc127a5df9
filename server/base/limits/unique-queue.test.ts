import { expect, test } from 'vitest';
import { createUniqueQueue } from './unique-queue.ts';

function aPiece(log: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const work = () => {
    log.push(name);
    return promise;
  };
  return { work, end: resolve };
}

const unexpected = (error: unknown) => expect.unreachable(String(error));

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('concurrency is limited, urgent work goes first, and nothing is queued twice', async () => {
  const log: string[] = [];
  const line = createUniqueQueue(2, unexpected);
  const pieces = ['a', 'b', 'c', 'd'].map((name) => aPiece(log, name));
  const [a, b, c, d] = pieces as [
    (typeof pieces)[0],
    (typeof pieces)[0],
    (typeof pieces)[0],
    (typeof pieces)[0],
  ];
  for (const { work } of [a, b, c, c, d]) line.add(work, false);
  line.add(d.work, true);
  expect(log).toEqual(['a', 'b']);
  a.end();
  await settled();
  expect(log).toEqual(['a', 'b', 'd']);
  b.end();
  d.end();
  c.end();
  await settled();
  expect(log).toEqual(['a', 'b', 'd', 'c']);
});

test('work added while it runs is run once more', async () => {
  const log: string[] = [];
  const line = createUniqueQueue(1, unexpected);
  const { work, end } = aPiece(log, 'a');
  line.add(work, false);
  line.add(work, false);
  end();
  await settled();
  expect(log).toEqual(['a', 'a']);
});

test('failures are reported, and the next work is run', async () => {
  const failures: unknown[] = [];
  const log: string[] = [];
  const queue = createUniqueQueue(1, (error) => failures.push(error));
  const failure = new Error('no luck');
  queue.add(() => Promise.reject(failure), false);
  queue.add(async () => {
    log.push('next');
  }, false);
  await settled();
  expect(failures).toEqual([failure]);
  expect(log).toEqual(['next']);
});
