/**
 * Work of low priority gives way. On few cores the lowest priority alone is not enough: the caches and execution units
 * of a core are shared with what runs beside it, so that answers to people take up to half as long again.
 */
import os from 'node:os';

/** Between two looks at the processor: its times are counted in steps of 10 ms. */
const LOOK_EVERY_MS = 100;
/** Shorter work is not worth a rest. */
const LEAST_WORK_MS = 4;
/** So that a cancelled computation ends soon. */
const MOST_REST_MS = 100;
/** Share of all processor time used at ordinary priority from which on others are being served. */
const BUSY_SHARE = 0.1;
/** Rest for each millisecond of work: a quarter of the time remains. */
const REST_RATIO = 3;

/** Processor time since the machine started, in ms. */
export interface ProcessorTimes {
  /** used at ordinary priority */
  ordinary: number;
  /** of all cores, used or not */
  all: number;
}

export function readProcessorTimes(): ProcessorTimes {
  const times = { ordinary: 0, all: 0 };
  for (const { times: core } of os.cpus()) {
    const ordinary = core.user + core.sys + core.irq;
    times.ordinary += ordinary;
    times.all += ordinary + core.nice + core.idle;
  }
  return times;
}

interface Surroundings {
  /** ms */
  now: () => number;
  /** processor time of this thread, in ms: a thread that waited for a core has not worked */
  readWork: () => number;
  readTimes: () => ProcessorTimes;
  /** blocks the thread, in ms */
  rest: (ms: number) => void;
}

/**
 * What a computation calls between blocks of some milliseconds: as long as others use the processor at ordinary
 * priority, it rests three times as long as it worked.
 */
export function createGiveWay({ now, readWork, readTimes, rest }: Surroundings): () => void {
  let [restedAt, lookedAt] = [readWork(), now()];
  let before = readTimes();
  let isCrowded = false;
  return () => {
    const time = now();
    if (time - lookedAt >= LOOK_EVERY_MS) {
      const times = readTimes();
      isCrowded = times.ordinary - before.ordinary > BUSY_SHARE * (times.all - before.all);
      [before, lookedAt] = [times, time];
    }
    const work = readWork();
    if (work - restedAt < LEAST_WORK_MS) return;
    if (isCrowded) rest(Math.min(MOST_REST_MS, REST_RATIO * (work - restedAt)));
    restedAt = work;
  };
}

const cell = new Int32Array(new SharedArrayBuffer(4));
const giveWayHere = createGiveWay({
  now: () => performance.now(),
  readWork: () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  },
  readTimes: readProcessorTimes,
  rest: (ms) => void Atomics.wait(cell, 0, 0, ms),
});

/** Gives way if this thread has a low priority. Only Linux counts the time of low priorities apart, and has them for a thread. */
export function giveWay(): void {
  if (process.platform === 'linux' && os.getPriority() > 0) giveWayHere();
}
