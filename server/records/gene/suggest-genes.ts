/** Genes that a typed text may begin. */
import { mappingKey } from '@omicon/domain/identifiers/identifier-mapping.ts';
import { isOrthologueTable } from '@omicon/domain/identifiers/orthologues.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import type { Services } from '../../base/services.ts';
import { listCurrentTables } from '../mapping-table/identifiers.ts';
import { viewerOf } from '../search/searching.ts';
import { listGenesFrom, listMeasuredFrom, type NamedGene } from './gene-rows.ts';
import { areMeasured } from './measured-genes.ts';

/**
 * Official symbols and aliases first, then names that only data sets have, such as of microRNAs, if the caller may read
 * one of these data sets.
 */
export async function suggestGenes(
  services: Services,
  principal: Principal,
  { text, limit }: { text: string; limit: number },
): Promise<NamedGene[]> {
  const prefix = mappingKey(text);
  const tables = (await listCurrentTables(services.db)).filter(
    // Tables of orthologues write a symbol as another organism does.
    (table) => table.from === 'SYMBOL' && !isOrthologueTable(table),
  );
  const ids = (of: typeof tables) => of.map(({ id }) => id);
  const named = await listGenesFrom(services.db, {
    symbols: ids(tables),
    aliases: ids(tables.filter(({ to }) => to === 'ALIAS')),
    prefix,
    limit,
  });
  const known = new Set(named.map(({ symbol }) => mappingKey(symbol)));
  if (named.length >= limit) return named;
  // All of them: a limit here would let names of hidden genes displace others.
  const measured = await listMeasuredFrom(services.db, prefix);
  const isMeasured = await areMeasured(
    services,
    viewerOf(principal),
    measured.map(({ features }) => features),
  );
  const others = measured
    .filter(({ symbol }, at) => isMeasured[at] && !known.has(mappingKey(symbol)))
    .map(({ symbol }): NamedGene => ({ symbol, alias: null }));
  return [...named, ...others].slice(0, limit);
}
