/** Genes that a typed text may begin. */
import { mappingKey } from '@omicon/domain/identifiers/identifier-mapping.ts';
import { isOrthologueTable } from '@omicon/domain/identifiers/orthologues.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import type { Services } from '../../base/services.ts';
import { listCurrentTables } from '../mapping-table/identifiers.ts';
import { viewerOf } from '../search/searching.ts';
import { listGenesFrom, listMeasuredFrom, type NamedGene } from './gene-rows.ts';
import { areMeasured } from './measured-genes.ts';

/** Names that are looked up together. */
const BATCH = 1000;

/**
 * Names that data sets readable by the caller have and `known` has not. Hidden names are looked up and dropped, so they
 * displace no others; the time tells of them only where some thousand begin alike.
 */
async function listMeasured(
  services: Services,
  principal: Principal,
  { prefix, limit, known }: { prefix: string; limit: number; known: ReadonlySet<string> },
): Promise<string[]> {
  const found: string[] = [];
  for (let offset = 0; found.length < limit; offset += BATCH) {
    const batch = await listMeasuredFrom(services.db, { prefix, limit: BATCH, offset });
    const isMeasured = await areMeasured(
      services,
      viewerOf(principal),
      batch.map(({ features }) => features),
    );
    const symbols = batch.filter((_, at) => isMeasured[at]).map(({ symbol }) => symbol);
    found.push(...symbols.filter((symbol) => !known.has(mappingKey(symbol))));
    if (batch.length < BATCH) break;
  }
  return found.slice(0, limit);
}

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
  if (named.length >= limit) return named;
  const known = new Set(named.map(({ symbol }) => mappingKey(symbol)));
  const others = await listMeasured(services, principal, { prefix, limit: limit - named.length, known });
  return [...named, ...others.map((symbol): NamedGene => ({ symbol, alias: null }))];
}
