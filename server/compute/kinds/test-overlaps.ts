/** Tests overlaps of lists. Odds ratios and their intervals are searched: up to 0.1 s for two lists of 10,000 genes. */
import type { OverlapCounts } from '@omicon/domain/statistics/hypergeometric.ts';
import { type TwoByTwo, twoByTwo } from '@omicon/domain/statistics/lists/two-by-two.ts';
import type { Work } from '../work.ts';

export interface OverlapsRequest {
  pairs: readonly OverlapCounts[];
}

/** One result per pair. */
export async function testOverlaps({ pairs }: OverlapsRequest, work: Work): Promise<TwoByTwo[]> {
  return pairs.map((pair, at) => {
    work.report(at, pairs.length);
    return twoByTwo(pair);
  });
}
