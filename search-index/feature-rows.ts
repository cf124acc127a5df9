/** Rows of unique features. Tables search_feature_list, search_target and module_member. */
import { toU32 } from './bytes.ts';
import { SEARCHED_DEFINITIONS } from './index-analysis.ts';
import { type MakeRows, type Row, sortNamed } from './making.ts';
import { listModuleRows, moduleOf } from './module-rows.ts';
import { copyRows, numberList, readInt } from './rows.ts';

/** Members of the modules under the definitions they were found by, each identifier once, with its number of data sets. */
export const makeFeatures: MakeRows = async ({ found, columns, query }) => {
  const { client, catalog } = found.selecting;
  const identifier = query.output?.identifier ?? 'SYMBOL';
  const rows = await listModuleRows(found, columns);
  const places = new Set(rows.map(({ place }) => place));
  const lists = new Map(
    (
      await copyRows(
        client,
        `select id, features from search_feature_list where id = any(${numberList(new Set([...places].map((place) => catalog.networks[(catalog.networkOfModule[moduleOf(place)] ?? 1) - 1]?.search_feature_list_id ?? 0)))})`,
      )
    ).map(([id, bytes]) => [readInt(id), toU32(bytes ?? Buffer.alloc(0))]),
  );
  const targets = await columns.loadTargets(catalog, identifier);
  const members = await copyRows(
    client,
    `select covariation_module_id, definition, features from module_member
      where covariation_module_id = any(${numberList(new Set([...places].map(moduleOf)))}) and definition < ${SEARCHED_DEFINITIONS}`,
  );
  const dataSetsOf = new Map<number, Set<number>>();
  for (const [module, definition, bytes] of members) {
    const place = readInt(module) * SEARCHED_DEFINITIONS + (definition?.readInt16BE(0) ?? 0);
    const network = catalog.networks[(catalog.networkOfModule[moduleOf(place)] ?? 1) - 1];
    if (!places.has(place) || network === undefined) continue;
    const list = lists.get(network.search_feature_list_id) ?? new Uint32Array(0);
    for (const at of toU32(bytes ?? Buffer.alloc(0))) {
      const feature = list[at] ?? 0;
      const end = targets.starts[feature + 1] ?? 0;
      for (let next = targets.starts[feature] ?? end; next < end; next += 1) {
        const target = targets.places[next] ?? 0;
        const known = dataSetsOf.get(target);
        if (known) known.add(network.dataSet.number);
        else dataSetsOf.set(target, new Set([network.dataSet.number]));
      }
    }
  }
  const named = [...dataSetsOf].map(
    ([target, dataSets]): Row => ({
      [identifier]: targets.spellings[target] ?? '',
      'No.Datasets': dataSets.size,
    }),
  );
  return {
    columns: [identifier, 'No.Datasets'],
    rows: sortNamed(named, identifier, false),
    sort: 'No.Datasets',
    isDescending: true,
  };
};
