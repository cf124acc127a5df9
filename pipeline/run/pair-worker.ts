/** A thread of the passes over all pairs: takes blocks of features from a shared counter until none is left. */
import { parentPort, workerData } from 'node:worker_threads';
import { BIN_COUNT, openPairs } from '@omicon/domain/pipeline/branches/pairs.ts';
import { blockCount } from '@omicon/domain/statistics/kernel/pair-products.ts';
import { giveWay } from './give-way.ts';
import {
  IS_STOPPED,
  NEXT_BLOCK,
  type PairReply,
  type PairRequest,
  type PairWorkerData,
} from './pair-messages.ts';

const port = parentPort;
if (port === null) throw new Error('This module is a thread.');
const { panels, state }: PairWorkerData = workerData;
const { countBlock, keepBlock } = openPairs(panels);
const blocks = blockCount(panels);
const reply = (message: PairReply, transferred: ArrayBuffer[] = []) => port.postMessage(message, transferred);
const eachBlock = (work: (block: number) => void) => {
  for (;;) {
    const block = Atomics.add(state, NEXT_BLOCK, 1);
    if (block >= blocks || Atomics.load(state, IS_STOPPED) === 1) return;
    work(block);
    giveWay();
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
