/** Rows of unique features. Tables search_feature_list, search_target and module_member. */
import { u32At } from '@omicon/domain/arrays/number-at.ts';
import type { Query, QueryIdentifier } from '@omicon/domain/query/query.ts';
import { toU32 } from '../kit/bytes.ts';
import { DEFINITIONS_PER_MODULE } from '../kit/posting-format.ts';
import type { Row } from '../kit/sorting.ts';
import { copyRows, numberList, type RawRow, readInt } from '../read/rows.ts';
import type { Targets } from '../read/targets.ts';
import { listModuleRows, moduleOf } from './modules/module-rows.ts';
import type { MakeRows, ResultContext } from './result-context.ts';

/** By number of the identifier: in how many data sets a matching module slot has a member that maps to it. */
export async function countFeatureDataSets({ found, columns, query }: ResultContext): Promise<Uint32Array> {
  const { client, catalog } = found.selectionContext;
  const rows = await listModuleRows(found, columns);
  const moduleSlots = new Set(rows.map(({ moduleSlot }) => moduleSlot));
  const networkOf = (moduleSlot: number) =>
    catalog.networks[(catalog.networkOfModule[moduleOf(moduleSlot)] ?? 1) - 1];
  const lists = await columns.loadLists(
    catalog,
    new Set([...moduleSlots].map((moduleSlot) => networkOf(moduleSlot)?.search_feature_list_id ?? 0)),
  );
  const targets = await columns.loadTargets(catalog, identifierOf(query));
  const members = await copyRows(
    client,
    `select covariation_module_id, definition, features from module_member
      where covariation_module_id = any(${numberList(new Set([...moduleSlots].map(moduleOf)))}) and definition < ${DEFINITIONS_PER_MODULE}`,
  );
  return countDataSets(members, targets, (moduleSlot) => {
    const network = networkOf(moduleSlot);
    if (!moduleSlots.has(moduleSlot) || network === undefined) return null;
    const list = lists.get(network.search_feature_list_id) ?? new Uint32Array(0);
    return { dataSet: network.dataSet.number, list };
  });
}

function identifierOf({ output }: Query): QueryIdentifier {
  return output?.identifier ?? 'SYMBOL';
}

/** The unique identifiers of the members of the matching module slots, with the number of data sets of each. */
export const makeFeatures: MakeRows = async (context) => {
  const { found, columns, query, merged } = context;
  const identifier = identifierOf(query);
  const counts = merged?.featureCounts ?? (await countFeatureDataSets(context));
  const targets = await columns.loadTargets(found.selectionContext.catalog, identifier);
  const named: Row[] = [];
  counts.forEach((count, target) => {
    if (count > 0) named.push({ [identifier]: targets.spellings[target] ?? '', 'No.Datasets': count });
  });
  return {
    columns: [identifier, 'No.Datasets'],
    rows: named,
    sort: 'No.Datasets',
    isDescending: true,
    tie: identifier,
  };
};

interface Membership {
  /** number of the data set */
  dataSet: number;
  /** its feature ids, in the order of the data set */
  list: Uint32Array;
}

/**
 * By target: number of data sets with a member that maps to it. Goes data set by data set, so one mark per target is
 * enough.
 */
function countDataSets(
  members: readonly RawRow[],
  { starts, targets, spellings }: Targets,
  membershipOf: (moduleSlot: number) => Membership | null,
): Uint32Array {
  const found = members.flatMap(([module, definition, bytes]) => {
    const membership = membershipOf(
      readInt(module) * DEFINITIONS_PER_MODULE + (definition?.readInt16BE(0) ?? 0),
    );
    return membership === null ? [] : [{ ...membership, members: toU32(bytes ?? Buffer.alloc(0)) }];
  });
  found.sort((a, b) => a.dataSet - b.dataSet);
  const counts = new Uint32Array(spellings.length);
  const marks = new Uint32Array(spellings.length);
  for (const { dataSet, list, members: positions } of found) {
    for (let at = 0; at < positions.length; at += 1) {
      const feature = u32At(list, u32At(positions, at));
      const end = starts[feature + 1] ?? 0;
      for (let next = starts[feature] ?? end; next < end; next += 1) {
        const target = u32At(targets, next);
        if (marks[target] === dataSet) continue;
        marks[target] = dataSet;
        counts[target] = u32At(counts, target) + 1;
      }
    }
  }
  return counts;
}
