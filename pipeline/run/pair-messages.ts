/** What the threads of the passes over all pairs share, and what they say. */
import type { KeptPairs } from '@omicon/domain/pipeline/branches/pairs.ts';
import type { ProfilePanels } from '@omicon/domain/statistics/kernel/pair-products.ts';

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
