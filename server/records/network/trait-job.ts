import { fieldKey } from '@omicon/domain/query/query.ts';
import { addJob } from '../../base/jobs/jobs.ts';
import { sql, type Tx } from '../../base/postgres/database.ts';

/** The job that stores every missing or outdated table of module traits; intake adds it with analyses and data sets. */
export const TRAITS_JOB = { key: 'store module traits', payload: {} };

/**
 * Has the tables with this attribute computed again, after its values were put in another order; also with
 * `IDH1_Mut_2`, which the definition of `IDH1_Mut` is about. Reads module_trait as a whole; writes trait_table.
 */
export async function recomputeTraits(tx: Tx, attribute: string): Promise<void> {
  const key = fieldKey(attribute);
  const { numAffectedRows } = await sql`
    update trait_table set rules = 0 where covariation_network_id in (
      select covariation_network_id from module_trait
       where attribute_key = ${key} or attribute_key ~ ${`^${key}_[0-9]+$`})`.execute(tx);
  if (numAffectedRows !== undefined && numAffectedRows > 0n)
    await addJob(tx, 'store_module_traits', TRAITS_JOB);
}
