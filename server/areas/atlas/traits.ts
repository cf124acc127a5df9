/** Sample attributes associated with a meta-module, in each data set and combined. */
import type { listTraitsOfMetaModule } from '@omicon/contract/areas/analyses/atlas.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { labelOf } from '@omicon/domain/records/samples/value-labels.ts';
import { type CohortTrait, combineTraits } from '@omicon/domain/statistics/recurrence/traits-over-cohorts.ts';
import type { Db } from '../../base/postgres/database.ts';
import { listTraitsOfModules } from '../../records/network/module-traits.ts';
import { listValueLabels } from '../../records/sample/value-labels.ts';
import { listRepresentativesOf } from './sql.ts';

/** The attributes of the module that represents the meta-module in each data set; those of several groups have no r. */
export async function listCombinedTraits(
  db: Db,
  principal: Principal,
  number: number,
): Promise<ReplyOf<typeof listTraitsOfMetaModule>> {
  const representatives = await listRepresentativesOf(db, principal, number);
  const found = await listTraitsOfModules(db, principal, representatives);
  const traits = found.flatMap((ofModule, dataSet): CohortTrait[] =>
    (ofModule ?? []).flatMap(({ attribute, kind, n, groups, statistic, p_value }) =>
      kind === 'groups'
        ? []
        : [
            {
              ...{ dataSet, cohort: representatives[dataSet]?.cohort ?? 0, attribute, n },
              ...{ r: statistic, p: p_value, groups: groups.map(({ name }) => name) },
            },
          ],
    ),
  );
  const combined = combineTraits(traits);
  const labels = await listValueLabels(
    db,
    combined.flatMap(({ attribute, group }) => (group === null ? [] : [{ attribute, values: [group] }])),
  );
  return {
    waiting: found.filter((ofModule) => ofModule === undefined).length,
    traits: combined.map(({ attribute, group, results, combined: both }) => ({
      attribute,
      higher_in: labelOf(group, labels.get(attribute) ?? {}),
      results: results.map(({ dataSet, p, ...figures }) => ({
        data_set: {
          id: representatives[dataSet]?.data_set_number ?? 0,
          title: representatives[dataSet]?.data_set_title ?? '',
        },
        ...figures,
        p_value: p,
      })),
      combined:
        both === null
          ? null
          : {
              ...{ cohorts: both.cohorts, r: both.r, low: both.low, high: both.high },
              ...{ p_value: both.p, i_squared: both.iSquared },
            },
    })),
  };
}
