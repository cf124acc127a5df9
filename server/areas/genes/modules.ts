/** Modules of a gene: found and ranked in a search thread, then named, with exact kME. */

import type { GeneModule } from '@omicon/contract/areas/genes/genes.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import {
  definitionNumbers,
  type QueryDefinition,
  queryDefinitionOf,
} from '@omicon/domain/records/module-definition.ts';
import { orNull } from '@omicon/domain/statistics/or-null.ts';
import { toF64, toU32 } from '@omicon/search-index/kit/bytes.ts';
import type { GeneModuleRow, GeneModulesReply } from '@omicon/search-index/result-rows/gene-modules.ts';
import pLimit from 'p-limit';
import type { Services } from '../../base/services.ts';
import { listFeatureNames } from '../../records/data-set/feature-lists.ts';
import { moduleLinkOf, omiconIdOf } from '../../records/lists/replies.ts';
import { hasKme, readFeatureOfModule } from '../../records/network/kme.ts';
import {
  closestTrait,
  figuresOf,
  higherIn,
  listTraitsOfModules,
} from '../../records/network/module-traits.ts';
import * as statements from './sql.ts';

type ExactKme = Pick<GeneModule, 'kme' | 'p_value' | 'kme_rank' | 'member_rank'>;

/** Columns in memory at the same time; a disk serves no more at once. */
const READS_AT_ONCE = 4;

const NO_KME: ExactKme = { kme: null, p_value: null, kme_rank: null, member_rank: null };

/** kME as in the kME table, and its ranks among all features of the network and among members; one read of a column. */
async function readExactKme(
  { store }: Services,
  { network, members }: { network: statements.NetworkFacts; members: ReadonlySet<number> },
  { moduleIndex, featureIndex }: GeneModuleRow,
): Promise<ExactKme> {
  if (!hasKme(network) || featureIndex < 0) return NO_KME;
  const read = { moduleIndex, feature: featureIndex, members };
  const { kme, higher, higherMembers, ...found } = await readFeatureOfModule(store, network, read);
  const p_value = orNull(found.p_value);
  if (Number.isNaN(kme)) return { ...NO_KME, p_value };
  const member_rank = members.has(featureIndex) ? higherMembers + 1 : null;
  return { kme, p_value, kme_rank: higher + 1, member_rank };
}

/** Members of each module under the definition, as indexes in the feature list of its network. */
async function readMembers({ db }: Services, modules: readonly number[], definition: QueryDefinition) {
  const members = new Map<number, Set<number>>();
  for (const row of await statements.listMembers(db, modules, definitionNumbers(definition))) {
    const known = members.get(row.covariation_module_id) ?? new Set();
    for (const feature of toU32(new Uint8Array(row.features))) known.add(feature);
    members.set(row.covariation_module_id, known);
  }
  return (module: number): ReadonlySet<number> => members.get(module) ?? new Set();
}

/** The best trait of each module, from the stored tables. */
async function listBestTraits({ db }: Services, principal: Principal, rows: readonly GeneModuleRow[]) {
  const traits = await listTraitsOfModules(
    db,
    principal,
    rows.map(({ network, moduleIndex }) => ({
      covariation_network_id: network,
      module_index: moduleIndex,
    })),
  );
  const closest = traits.map((of) => closestTrait(of ?? []));
  const higher = await higherIn(db, closest);
  return closest.map((trait, at): GeneModule['best_trait'] => {
    if (trait === null) return null;
    const { attribute, q_value } = trait;
    return { attribute, ...figuresOf(trait), q_value, higher_in: higher[at] ?? null };
  });
}

/** The most enriched set of each module, under any definition. */
async function listBestSets({ db }: Services, modules: readonly number[]) {
  const best = new Map<number, { number: number; p_value: number }>();
  for (const row of await statements.listFirstSets(db, modules)) {
    const [number = 0] = toU32(row.gene_set);
    const [p_value = 1] = toF64(row.p_value);
    const known = best.get(row.covariation_module_id);
    if (known === undefined || p_value < known.p_value)
      best.set(row.covariation_module_id, { number, p_value });
  }
  const names = await statements.listSetNames(db, [
    ...new Set([...best.values()].map(({ number }) => number)),
  ]);
  return (module: number): GeneModule['best_set'] => {
    const set = best.get(module);
    const name = set && names.get(set.number);
    if (set === undefined || name === undefined) return null;
    return { id: set.number, omicon_id: omiconIdOf('GS', set.number), name, p_value: set.p_value };
  };
}

interface NamingOptions {
  rows: GeneModulesReply['rows'];
  principal: Principal;
  /** of the members that a gene is ranked among */
  definition: QueryDefinition;
}

/** Rows of a page with names, exact kME, best set and best trait. */
export async function nameGeneModules(
  services: Services,
  { rows, principal, definition }: NamingOptions,
): Promise<GeneModule[]> {
  const { db } = services;
  const ids = rows.map(({ module }) => module);
  const [names, networks, bestSet, bestTraits, membersOf] = await Promise.all([
    statements.listModuleNames(db, ids),
    statements.listNetworkFacts(
      db,
      rows.map(({ network }) => network),
    ),
    listBestSets(services, ids),
    listBestTraits(services, principal, rows),
    readMembers(services, ids, definition),
  ]);
  const features = await listFeatureNames(
    db,
    rows.map((row) => ({
      feature_list_id: networks.get(row.network)?.feature_list_id ?? 0,
      index: row.featureIndex,
    })),
  );
  const limit = pLimit(READS_AT_ONCE);
  const named = await Promise.all(
    rows.map(async (row, at): Promise<GeneModule[]> => {
      const [module, network] = [names.get(row.module), networks.get(row.network)];
      // Removed since the search.
      if (module === undefined || network === undefined) return [];
      const members = membersOf(row.module);
      const exact = await limit(() => readExactKme(services, { network, members }, row));
      return [
        {
          ...moduleLinkOf(module),
          network: {
            id: row.network_number,
            omicon_id: omiconIdOf('CN', row.network_number),
            name: row.network_name,
          },
          analysis_id: row.analysis_number,
          data_set: { id: row.data_set_number, title: row.data_set_title },
          feature: features[at] ?? '',
          definitions: row.definitions.flatMap((number) => queryDefinitionOf(number) ?? []),
          ...exact,
          number_of_features: network.number_of_features,
          number_of_members: members.size,
          best_set: bestSet(row.module),
          best_trait: bestTraits[at] ?? null,
        },
      ];
    }),
  );
  return named.flat();
}
