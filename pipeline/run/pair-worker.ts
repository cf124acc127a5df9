/** A thread of the passes over all pairs: takes blocks of features from a shared counter until none is left. */
import { parentPort, workerData } from 'node:worker_threads';
import { BIN_COUNT, type KeptPairs, openPairs } from '@omicon/domain/pipeline/branches/pairs.ts';
import { blockCount, type ProfilePanels } from '@omicon/domain/statistics/kernel/pair-products.ts';

/** What the threads of a run share. */
export interface PairWorkerData {
  panels: ProfilePanels;
  /** next block, and whether to stop */
  state: Int32Array;
}

export type PairRequest = { pass: 'count' } | { pass: 'keep'; fromBin: number };

export type PairReply =
  | { kind: 'block'; block: number; pairs: KeptPairs | null }
  | { kind: 'done'; histogram: Uint32Array | null };

/** Indexes into the shared state. */
export const NEXT_BLOCK = 0;
export const IS_STOPPED = 1;

if (parentPort !== null) {
  const port = parentPort;
  const { panels, state } = workerData as PairWorkerData;
  const { countBlock, keepBlock } = openPairs(panels);
  const blocks = blockCount(panels);
  const reply = (message: PairReply, transferred: ArrayBuffer[] = []) =>
    port.postMessage(message, transferred);
  const eachBlock = (work: (block: number) => void) => {
    for (;;) {
      const block = Atomics.add(state, NEXT_BLOCK, 1);
      if (block >= blocks || Atomics.load(state, IS_STOPPED) === 1) return;
      work(block);
    }
  };
  port.on('message', (request: PairRequest) => {
    if (request.pass === 'count') {
      const histogram = new Uint32Array(BIN_COUNT);
      eachBlock((block) => {
        countBlock(block, histogram);
        reply({ kind: 'block', block, pairs: null });
      });
      reply({ kind: 'done', histogram }, [histogram.buffer]);
      return;
    }
    eachBlock((block) => {
      const pairs = keepBlock(block, request.fromBin);
      // `slice` gave each array a buffer of its own.
      reply({ kind: 'block', block, pairs }, [
        pairs.offsets.buffer,
        pairs.others.buffer,
        pairs.similarities.buffer,
      ]);
    });
    reply({ kind: 'done', histogram: null });
  });
}
