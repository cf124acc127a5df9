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

test('so much runs at once, urgent work goes first, and nothing waits twice', async () => {
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

test('what comes again while it runs is done once more', async () => {
  const log: string[] = [];
  const line = createUniqueQueue(1, unexpected);
  const { work, end } = aPiece(log, 'a');
  line.add(work, false);
  line.add(work, false);
  end();
  await settled();
  expect(log).toEqual(['a', 'a']);
});

test('work that fails is told, and the next one is done', async () => {
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
