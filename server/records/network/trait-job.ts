import { fieldKey } from '@omicon/domain/query/query.ts';
import { addJob } from '../../base/jobs/jobs.ts';
import { sql, type Tx } from '../../base/postgres/database.ts';

/** The job that stores every missing or outdated table of module traits; intake adds it with analyses and data sets. */
export const TRAITS_JOB = { key: 'store module traits', payload: {} };

/**
 * Has the tables with this attribute computed again, after its values were put in another order. Writes trait_table, by
 * the index module_trait_attribute.
 */
export async function recomputeTraits(tx: Tx, attribute: string): Promise<void> {
  const { numAffectedRows } = await sql`
    update trait_table set rules = 0 where covariation_network_id in (
      select covariation_network_id from module_trait where attribute_key = ${fieldKey(attribute)})`.execute(
    tx,
  );
  if (numAffectedRows !== undefined && numAffectedRows > 0n)
    await addJob(tx, 'store_module_traits', TRAITS_JOB);
}
