import type { EnrichedSet } from '@omicon/contract/areas/analyses/covariation-networks.ts';
import type { Db } from '../../base/postgres/database.ts';
import { definitionOf, omiconIdOf } from '../../records/lists/replies.ts';
import { unpackF64, unpackU32 } from './packed.ts';
import * as statements from './sql-networks.ts';

/** Gene sets enriched in a module at P < .05 with their P, by definition and source as stored. */
export async function readEnrichment(
  db: Db,
  covariation_module_id: number,
  filter: { definition: number | null; pattern: string | null },
): Promise<EnrichedSet[]> {
  const rows = await statements.listEnrichment(db, covariation_module_id, filter.definition);
  const pairs = rows.flatMap((row) => {
    const pValues = unpackF64(row.p_values);
    return Array.from(unpackU32(row.gene_sets), (number, index) => ({
      number,
      p_value: pValues[index] ?? Number.NaN,
      definition: definitionOf(row.definition),
      source: row.source,
    }));
  });
  const sets = await statements.listGeneSetsByNumber(
    db,
    [...new Set(pairs.map((pair) => pair.number))],
    filter.pattern,
  );
  return pairs.flatMap(({ number, p_value, definition, source }) => {
    const set = sets.get(number);
    if (!set) return [];
    const { set_id, name: set_name, category, species, size } = set;
    const ids = { gene_set_id: number, omicon_id: omiconIdOf('GS', number), set_id, set_name };
    return [{ ...ids, category, species, size, source, definition, p_value }];
  });
}
