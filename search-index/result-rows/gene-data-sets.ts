/** Data sets that measure a gene. */
import { type Catalog, type DataSetEntry, mayRead, type Viewer } from '../read/catalog-entries.ts';
import type { ModuleColumns } from '../read/module-columns.ts';

export interface GeneDataSetsRequest {
  viewer: Viewer;
  features: number[];
  /** only this data set, by number */
  data_set: number | null;
  /** part of the title, without regard to letter case */
  search: string;
  sort: 'number_of_samples' | 'title';
  order: 'asc' | 'desc';
  from: number;
  to: number;
}

export interface GeneDataSetRow {
  /** row id */
  id: number;
  number: number;
  collection_number: number;
  title: string;
  number_of_samples: number;
  /** indexes in the feature list of the data set */
  featureIndexes: number[];
}

export interface GeneDataSetsReply {
  rows: GeneDataSetRow[];
  total: number;
  /** data collections of `total`; the data sets of one are mostly stages of each other */
  collections: number;
  /** readable data sets, with the gene or without, and their data collections */
  readable: number;
  readableCollections: number;
}

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

function compare(
  a: DataSetEntry,
  b: DataSetEntry,
  { sort, order }: Pick<GeneDataSetsRequest, 'sort' | 'order'>,
) {
  const sign = order === 'desc' ? -1 : 1;
  const difference =
    sort === 'title' ? collator.compare(a.title, b.title) : a.number_of_samples - b.number_of_samples;
  return sign * difference || a.number - b.number;
}

function countCollections(dataSets: readonly DataSetEntry[]): number {
  return new Set(dataSets.map(({ collection_number }) => collection_number)).size;
}

/** Where the list has any of these features, ascending. Searched by the engine, not by a callback for each feature. */
function indexesOf(list: Uint32Array | undefined, wanted: ReadonlySet<number>): number[] {
  const indexes: number[] = [];
  for (const feature of wanted) {
    for (let at = list?.indexOf(feature) ?? -1; at >= 0; at = list?.indexOf(feature, at + 1) ?? -1)
      indexes.push(at);
  }
  return indexes.sort((a, b) => a - b);
}

/** Readable data sets with a feature of the gene. Table search_feature_list. */
export async function listGeneDataSets(
  { catalog, columns }: { catalog: Catalog; columns: ModuleColumns },
  { viewer, features, data_set, search, sort, order, from, to }: GeneDataSetsRequest,
): Promise<GeneDataSetsReply> {
  const lists = (await columns.loadPresent(catalog)).filter(({ present }) =>
    features.some((feature) => ((present[feature >> 3] ?? 0) & (1 << (feature & 7))) !== 0),
  );
  // One feature list may be indexed once for each kind of identifier.
  const idOf = new Map(lists.map(({ id, feature_list_id }) => [feature_list_id, id]));
  const readable = catalog.dataSets.filter((entry) => mayRead(entry, viewer));
  const part = search.trim().toLowerCase();
  const measuring = readable
    .filter(
      (entry) =>
        idOf.has(entry.feature_list_id) &&
        (data_set === null || entry.number === data_set) &&
        (part === '' || entry.title.toLowerCase().includes(part)),
    )
    .toSorted((a, b) => compare(a, b, { sort, order }));
  const page = measuring.slice(from, to);
  const read = await columns.loadLists(
    catalog,
    new Set(page.flatMap(({ feature_list_id }) => idOf.get(feature_list_id) ?? [])),
  );
  const wanted = new Set(features);
  return {
    rows: page.map(({ id, number, collection_number, title, number_of_samples, feature_list_id }) => ({
      id,
      number,
      collection_number,
      title,
      number_of_samples,
      featureIndexes: indexesOf(read.get(idOf.get(feature_list_id) ?? 0), wanted),
    })),
    total: measuring.length,
    collections: countCollections(measuring),
    readable: readable.length,
    readableCollections: countCollections(readable),
  };
}
