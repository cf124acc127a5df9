import type { AnalysisEntry, Catalog, DataSetEntry, NetworkEntry } from '../read/catalog-entries.ts';

const PUBLIC = { visibility: 'public', owner_id: null, attributes: [], fields: new Map() } as const;
const HIDDEN = { ...PUBLIC, visibility: 'private' } as const;

export function fakeDataSet(number: number, title: string, more: Partial<DataSetEntry> = {}): DataSetEntry {
  return {
    ...PUBLIC,
    id: number,
    number,
    title,
    collection_number: 1,
    sample_columns: [],
    number_of_samples: 10 * number,
    analyte_file: null,
    feature_list_id: 1,
    ...more,
  };
}

/** A network of these modules; its analysis is private if it is hidden. */
export function fakeNetwork(
  id: number,
  dataSet: DataSetEntry,
  modules: readonly number[],
  { isHidden = false } = {},
): NetworkEntry {
  const analysis: AnalysisEntry = {
    ...(isHidden ? HIDDEN : PUBLIC),
    id,
    number: id,
    title: `FM ${id}`,
    creation_date: null,
    dataSet,
    types: ['FM'],
  };
  return {
    id,
    number: id,
    name: `Bicor-None_signum0.${id}`,
    analysis,
    dataSet,
    search_feature_list_id: 1,
    segment: 1,
    number_of_modules: modules.length,
    modules: Uint32Array.from(modules),
    fields: new Map(),
  };
}

/** @param moduleCount one more than the largest module id */
export function fakeCatalog(
  networks: NetworkEntry[],
  moduleCount: number,
  more: Partial<Catalog> = {},
): Catalog {
  const networkOfModule = new Uint32Array(moduleCount);
  for (const [at, { modules }] of networks.entries())
    for (const module of modules) networkOfModule[module] = at + 1;
  return {
    version: 1,
    collections: [],
    collectionByNumber: new Map(),
    dataSets: [...new Set(networks.map(({ dataSet }) => dataSet))],
    analyses: networks.map(({ analysis }) => analysis),
    networks,
    networkOfModule,
    geneSets: [],
    geneSetByNumber: new Map(),
    fields: new Map(),
    commonFields: new Map(),
    fieldsOfRecords: [],
    statisticNames: new Map(),
    ...more,
  };
}
