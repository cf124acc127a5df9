/** The passes over all pairs, shared by threads. Their results do not depend on who computed which block. */

import { Worker } from 'node:worker_threads';
import { u32At } from '@omicon/domain/arrays/number-at.ts';
import type { PairPasses } from '@omicon/domain/pipeline/branches/find-branches.ts';
import { BIN_COUNT, type KeptPairs } from '@omicon/domain/pipeline/branches/pairs.ts';
import { checkpoint, type Watch } from '@omicon/domain/pipeline/watch.ts';
import { blockCount, type ProfilePanels } from '@omicon/domain/statistics/kernel/pair-products.ts';
import {
  IS_STOPPED,
  NEXT_BLOCK,
  type PairReply,
  type PairRequest,
  type PairWorkerData,
} from './pair-messages.ts';

interface Threads extends PairPasses {
  close: () => Promise<void>;
}

/**
 * Threads for the passes over one matrix, which end after the second.
 * @param panels in a `SharedArrayBuffer`, which all threads read
 */
export function openThreads(panels: ProfilePanels, count: number): Threads {
  const state = new Int32Array(new SharedArrayBuffer(8));
  const workerData: PairWorkerData = { panels, state };
  const workers = Array.from(
    { length: count },
    () => new Worker(new URL('./pair-worker.ts', import.meta.url), { workerData }),
  );
  const blocks = blockCount(panels);

  /** One pass: every thread works until the blocks are used up. */
  async function run(
    request: PairRequest,
    step: string,
    { onReply, watch }: { onReply: (reply: PairReply) => void; watch: Watch | undefined },
  ): Promise<void> {
    Atomics.store(state, NEXT_BLOCK, 0);
    let done = 0;
    const settle = (worker: Worker) =>
      new Promise<void>((resolve, reject) => {
        const end = (finish: () => void) => {
          worker.off('message', listen).off('error', reject).off('exit', refuse);
          finish();
        };
        const refuse = () => reject(new Error('A thread of the pipeline ended before its work.'));
        const listen = (reply: PairReply) => {
          try {
            onReply(reply);
            if (reply.kind === 'done') return end(resolve);
            done += 1;
            checkpoint(watch, step, done / blocks);
          } catch (error) {
            Atomics.store(state, IS_STOPPED, 1);
            end(() => reject(error));
          }
        };
        worker.on('message', listen).on('error', reject).on('exit', refuse);
        worker.postMessage(request);
      });
    await Promise.all(workers.map(settle));
  }

  const close = async (): Promise<void> => {
    await Promise.all(workers.map((worker) => worker.terminate()));
  };

  return {
    count: async (watch) => {
      const sum = new Uint32Array(BIN_COUNT);
      const onReply = (reply: PairReply) => {
        if (reply.kind !== 'done') return;
        reply.histogram?.forEach((pairs, bin) => {
          sum[bin] = u32At(sum, bin) + pairs;
        });
      };
      await run({ pass: 'count' }, 'correlations', { onReply, watch });
      return sum;
    },
    keep: async (fromBin, watch) => {
      const pairs: KeptPairs[] = [];
      const onReply = (reply: PairReply) => {
        if (reply.kind === 'block' && reply.pairs !== null) pairs[reply.block] = reply.pairs;
      };
      await run({ pass: 'keep', fromBin }, 'neighbours', { onReply, watch });
      // The last pass: clustering needs the memory of the threads.
      await close();
      return pairs;
    },
    close,
  };
}
