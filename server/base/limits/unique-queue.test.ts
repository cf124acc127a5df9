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

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('so much runs at once, urgent work goes first, and nothing waits twice', async () => {
  const log: string[] = [];
  const line = createUniqueQueue(2);
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
  const line = createUniqueQueue(1);
  const { work, end } = aPiece(log, 'a');
  line.add(work, false);
  line.add(work, false);
  end();
  await settled();
  expect(log).toEqual(['a', 'a']);
});
