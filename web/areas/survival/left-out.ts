import type { getSurvival } from '@omicon/contract/areas/statistics/survival.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';

/** `; left out: 3 with a negative time, 1 with no event`; empty if no sample is. */
export function describeLeftOut(left_out: ReplyOf<typeof getSurvival>['left_out']): string {
  const reasons = left_out.map(({ reason, n }) => `${n} with ${reason}`);
  return reasons.length === 0 ? '' : `; left out: ${reasons.join(', ')}`;
}
