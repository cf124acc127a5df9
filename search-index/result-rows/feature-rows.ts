/** Rows of unique features. Tables search_feature_list, search_target and module_member. */
import { toU32 } from '../kit/bytes.ts';
import { DEFINITIONS_PER_MODULE } from '../kit/posting-format.ts';
import type { Row } from '../kit/sorting.ts';
import { copyRows, numberList, type RawRow, readInt } from '../read/rows.ts';
import type { Targets } from '../read/targets.ts';
import { listModuleRows, moduleOf } from './module-rows.ts';
import type { MakeRows } from './result-context.ts';

/** Members of the modules under the definitions they were found by, each identifier once, with its number of data sets. */
export const makeFeatures: MakeRows = async ({ found, columns, query }) => {
  const { client, catalog } = found.selecting;
  const identifier = query.output?.identifier ?? 'SYMBOL';
  const rows = await listModuleRows(found, columns);
  const places = new Set(rows.map(({ place }) => place));
  const networkOf = (place: number) => catalog.networks[(catalog.networkOfModule[moduleOf(place)] ?? 1) - 1];
  const lists = await columns.loadLists(
    catalog,
    new Set([...places].map((place) => networkOf(place)?.search_feature_list_id ?? 0)),
  );
  const targets = await columns.loadTargets(catalog, identifier);
  const members = await copyRows(
    client,
    `select covariation_module_id, definition, features from module_member
      where covariation_module_id = any(${numberList(new Set([...places].map(moduleOf)))}) and definition < ${DEFINITIONS_PER_MODULE}`,
  );
  const counts = countDataSets(members, targets, (place) => {
    const network = networkOf(place);
    if (!places.has(place) || network === undefined) return null;
    const list = lists.get(network.search_feature_list_id) ?? new Uint32Array(0);
    return { dataSet: network.dataSet.number, list };
  });
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
  /** its features by their place in the data set */
  list: Uint32Array;
}

/** Data sets that have a member leading to each target. One data set after the other, so that one mark each is enough. */
function countDataSets(
  members: readonly RawRow[],
  { starts, places, spellings }: Targets,
  membershipOf: (place: number) => Membership | null,
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
  for (const { dataSet, list, members: own } of found) {
    for (let at = 0; at < own.length; at += 1) {
      const feature = list[own[at] ?? 0] ?? 0;
      const end = starts[feature + 1] ?? 0;
      for (let next = starts[feature] ?? end; next < end; next += 1) {
        const target = places[next] ?? 0;
        if (marks[target] === dataSet) continue;
        marks[target] = dataSet;
        counts[target] = (counts[target] ?? 0) + 1;
      }
    }
  }
  return counts;
}
