import { expect, test } from 'vitest';
import { Admission } from './admission.ts';

const [ANNA, BERT] = [1, 2];
const LIMITS = { atOnce: 3, atOnceOfOne: 2, mayWait: 4, mayWaitOfOne: 3 };

/** Calls that run until they are ended. */
function openCalls(limits = LIMITS) {
  const admission = new Admission(limits);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  function call(person: number, name: string, signal?: AbortSignal): Promise<string> {
    const { promise, resolve } = Promise.withResolvers<string>();
    ends.set(name, () => resolve(name));
    const work = () => {
      begun.push(name);
      return promise;
    };
    return admission.run(person, work, signal);
  }
  return { admission, begun, call, end: (name: string) => ends.get(name)?.() };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a place is left for others, and people take turns', async () => {
  const { begun, call, end } = openCalls();
  const calls = [...['a1', 'a2', 'a3', 'a4'].map((name) => call(ANNA, name)), call(BERT, 'b1')];
  await settled();
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  calls.push(call(BERT, 'b2'));
  end('a1');
  await settled();
  expect(begun.slice(3)).toEqual(['a3']);
  end('a2');
  await settled();
  expect(begun.slice(4)).toEqual(['b2']);
  for (const name of ['a3', 'a4', 'b1', 'b2']) end(name);
  expect(await Promise.all(calls)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'b2']);
});

test('one person cannot fill the line: further calls get 429 with a time, others still wait', async () => {
  const { call } = openCalls();
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void call(ANNA, name);
  await settled();
  await expect(call(ANNA, 'a6')).rejects.toMatchObject({
    code: 'too_many_requests',
    retryAfterSeconds: 2,
    message: '3 of your calls are waiting already. Please try again in 2 s.',
  });
  for (const name of ['b1', 'b2']) void call(BERT, name);
  await settled();
  await expect(call(BERT, 'b3')).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 });
});

test('a call whose caller leaves while it waits is dropped', async () => {
  const { begun, call, end } = openCalls({ ...LIMITS, atOnceOfOne: 1 });
  const left = new AbortController();
  const [first, second, third] = [call(ANNA, 'a1'), call(ANNA, 'a2', left.signal), call(ANNA, 'a3')];
  left.abort(new Error('left'));
  await expect(second).rejects.toThrow('left');
  end('a1');
  await first;
  await settled();
  expect(begun).toEqual(['a1', 'a3']);
  end('a3');
  await third;
  await expect(call(ANNA, 'a4', AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
});

test('a failed call gives its place back', async () => {
  const admission = new Admission({ ...LIMITS, atOnceOfOne: 1 });
  const failing = admission.run(ANNA, async () => {
    throw new Error('no luck');
  });
  await expect(failing).rejects.toThrow('no luck');
  expect(await admission.run(ANNA, async () => 'done')).toBe('done');
});
