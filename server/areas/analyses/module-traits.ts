/** Module-trait tables in the shape of replies. */
import type { ModuleTraits } from '@omicon/contract/areas/analyses/covariation-networks.ts';
import { isTechnical, moduleTraits, orderOfModules } from '@omicon/domain/statistics/module-traits.ts';
import type { Db } from '../../base/postgres/database.ts';
import { omiconIdOf } from '../../database/shared/replies.ts';
import { listValueLabels } from '../../database/shared/value-labels.ts';
import { unpackF64 } from './packed.ts';
import type { EigengeneRow } from './sql-networks.ts';

/** Takes a few milliseconds for a hundred modules, forty attributes and two hundred samples. */
export async function toModuleTraits(
  db: Db,
  modules: readonly EigengeneRow[],
  columns: ReadonlyMap<string, readonly (string | null)[]>,
): Promise<Pick<ModuleTraits, 'traits' | 'left_out' | 'modules'>> {
  const eigengenes = modules.map(({ eigengene }) => unpackF64(eigengene));
  const { traits, leftOut, cells, strongest } = moduleTraits(eigengenes, columns);
  const labels = await listValueLabels(
    db,
    traits.map(({ attribute, groups, joined }) => ({
      attribute,
      values: [...groups.map(({ name }) => name), ...joined],
    })),
  );
  return {
    traits: traits.map(({ attribute, kind, samples, groups, joined }) => ({
      attribute,
      kind,
      is_technical: isTechnical(attribute),
      n: samples.length,
      groups,
      joined_as_others: joined,
      value_labels: labels.get(attribute) ?? {},
    })),
    left_out: leftOut,
    modules: orderOfModules(eigengenes).flatMap((at) => {
      const module = modules[at];
      if (module === undefined) return [];
      const most = strongest[at] ?? null;
      return {
        id: module.id,
        omicon_id: omiconIdOf('CM', module.id),
        name: module.name,
        page: module.page,
        cells: (cells[at] ?? []).map(
          (cell) => cell && { r: cell.r, r2: cell.r2, p_value: cell.p, q_value: cell.q },
        ),
        strongest: most === null ? null : (traits[most]?.attribute ?? null),
      };
    }),
  };
}
