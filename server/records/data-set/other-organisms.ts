/** Organisms of networks whose genes are compared. */
import type { Organisms } from '@omicon/contract/areas/matching.ts';
import { areOtherOrganisms, isSameOrganism } from '@omicon/domain/identifiers/orthologues.ts';
import type { FeatureSymbolsReply } from '@omicon/search-index/result-rows/feature-symbols.ts';

/**
 * Organisms other than that of the first network, each once, with the table by which their symbols were replaced.
 * Empty if the first network's is unknown.
 */
export function listOtherOrganisms({
  organisms,
  tables,
}: Pick<FeatureSymbolsReply, 'organisms' | 'tables'>): Organisms[] {
  const [own = null] = organisms;
  const others: Organisms[] = [];
  for (const [at, other] of organisms.entries()) {
    if (own === null || other === null || !areOtherOrganisms(own, other)) continue;
    if (others.some((known) => isSameOrganism(known.other, other))) continue;
    others.push({ own, other, table: tables[at] ?? null });
  }
  return others;
}
