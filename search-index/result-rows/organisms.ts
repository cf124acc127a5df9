/** Organisms of networks, and the orthologues that lead from one to another. */
import {
  areOtherOrganisms,
  ORGANISM_ATTRIBUTE,
  organismOfValues,
} from '@omicon/domain/identifiers/orthologues.ts';
import type { Engine } from '../match/find-matches.ts';
import { ownerOf } from '../match/samples.ts';
import type { NetworkEntry } from '../read/catalog-entries.ts';
import type { OrthologueMap } from '../read/orthologues.ts';

/** The organism of the data set of each network; null if its samples name none or several. Table sample_column. */
export async function loadOrganisms(
  { catalog, samples }: Pick<Engine, 'catalog' | 'samples'>,
  networks: readonly (NetworkEntry | undefined)[],
): Promise<(string | null)[]> {
  await samples.load([ORGANISM_ATTRIBUTE], catalog);
  return networks.map((network) =>
    network === undefined
      ? null
      : organismOfValues(samples.get(ownerOf(network.dataSet, 'ds'), ORGANISM_ATTRIBUTE)?.values ?? []),
  );
}

/** Orthologues in another organism; null for the same one, for unknown ones, and without a table. */
export async function orthologuesTo(
  { catalog, orthologues }: Pick<Engine, 'catalog' | 'orthologues'>,
  from: string | null,
  to: string | null,
): Promise<OrthologueMap | null> {
  return from !== null && to !== null && areOtherOrganisms(from, to)
    ? orthologues.load(catalog, from, to)
    : null;
}
