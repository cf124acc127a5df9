import { expect, test } from 'vitest';
import { createGiveWay, readProcessorTimes } from './give-way.ts';

/** A machine of two cores on which this thread works, and others use a share of all time at ordinary priority. */
function openMachine(othersShare: number) {
  const machine = { ms: 0, worked: 0, rested: 0, share: othersShare };
  let ordinary = 0;
  const pass = (ms: number) => {
    machine.ms += ms;
    ordinary += 2 * ms * machine.share;
  };
  const giveWay = createGiveWay({
    now: () => machine.ms,
    readWork: () => machine.worked,
    readTimes: () => ({ ordinary, all: 2 * machine.ms }),
    rest: (ms) => {
      machine.rested += ms;
      pass(ms);
    },
  });
  const work = (ms: number, blocks: number) => {
    for (let block = 0; block < blocks; block += 1) {
      pass(ms);
      machine.worked += ms;
      giveWay();
    }
  };
  /** The thread has no core. */
  const starve = (ms: number) => {
    pass(ms);
    giveWay();
  };
  return { machine, work, starve };
}

test('alone, a computation never rests', () => {
  const { machine, work } = openMachine(0.05);
  work(10, 1000);
  expect(machine.rested).toBe(0);
});

test('while others are served, it works a quarter of the time', () => {
  const { machine, work } = openMachine(0.3);
  work(10, 1000);
  expect(machine.rested / machine.ms).toBeCloseTo(0.75, 2);
});

test('a change is noticed within a tenth of a second of work', () => {
  const { machine, work } = openMachine(0.3);
  work(10, 100);
  machine.share = 0;
  work(10, 20);
  const { rested } = machine;
  work(10, 100);
  expect(machine.rested).toBe(rested);
});

test('blocks shorter than a moment are added up before a rest', () => {
  const { machine, work } = openMachine(0.3);
  work(0.5, 10_000);
  expect(machine.rested / machine.ms).toBeCloseTo(0.75, 2);
});

test('a thread that waited for a core does not rest for it', () => {
  const { machine, starve } = openMachine(0.9);
  for (let at = 0; at < 100; at += 1) starve(50);
  expect(machine.rested).toBe(0);
});

test('no rest is longer than a tenth of a second', () => {
  const { machine, work } = openMachine(0.3);
  work(500, 10);
  expect(machine.rested).toBeLessThanOrEqual(10 * 100);
  expect(machine.rested).toBeGreaterThan(0);
});

test('the times of this machine grow by what it does', () => {
  const before = readProcessorTimes();
  const end = performance.now() + 100;
  while (performance.now() < end);
  const after = readProcessorTimes();
  expect(after.all - before.all).toBeGreaterThanOrEqual(after.ordinary - before.ordinary);
  expect(after.ordinary - before.ordinary).toBeGreaterThan(0);
});
