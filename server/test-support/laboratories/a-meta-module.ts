/** Meta-modules that no computation made, for tests of what people may do with one. */

import type { Audience } from '@omicon/domain/permissions/audience.ts';
import { type Database, sql } from '../../base/postgres/database.ts';
import { createNumbers } from '../../records/lists/numbers.ts';

interface MadeMetaModule {
  audiences: readonly Audience[];
  /** number of its only module */
  module: number;
  /** of one made before, which a computation has replaced since */
  number?: number;
}

/** A meta-module of one module, for these audiences. @returns its number */
export async function aMetaModule(
  db: Database,
  { audiences, module, number: made }: MadeMetaModule,
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const number = made ?? (await createNumbers(tx, 'MM', 1))[0] ?? 0;
    for (const audience of audiences) {
      await sql`
        insert into atlas (audience, fingerprint, networks, counts)
        values (${audience}, '\\x00', '', '{"cohorts":1,"networks":1,"waiting_networks":0,"modules":1,"recurring_modules":1}')
        on conflict do nothing`.execute(tx);
      await sql`
        with own as (
          select m.id, a.number as analysis, a.input_data_set_number as data_set from covariation_module m
            join covariation_network n on n.id = m.covariation_network_id
            join analysis a on a.id = n.analysis_id and a.is_current where m.number = ${module}),
        columns as (
          insert into atlas_data_set (audience, data_set_number, cohort, networks, modules, recurring_modules,
                                      analysis_numbers, samples)
          select ${audience}, data_set, 1, 1, 1, 1, array[analysis], '{}' from own on conflict do nothing),
        made as (
          insert into meta_module (audience, number, title, made_title, genes, theme_number, found, findable, modules,
                                   data_set_numbers, analysis_numbers)
          select ${audience}, ${number}, 'microglia', 'microglia', array['AIF1'], ${number}, 2, 2, 1,
                 array[data_set], array[analysis] from own on conflict do nothing returning 1)
        insert into meta_module_place (audience, number, data_set_number, state, module_id, modules, features, r, measured)
        select ${audience}, ${number}, data_set, 'found', id, 1, 3, 1, 1 from own, made`.execute(tx);
    }
    return number;
  });
}
