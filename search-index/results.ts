/** Rows of each result type, with the columns and orders that they have. */
import { fieldKey, type Query, type ResultType, restricts } from '@omicon/domain/query.ts';
import { toU32 } from './bytes.ts';
import type { CollectionEntry, DataSetEntry } from './catalog.ts';
import { SEARCHED_DEFINITIONS } from './index-analysis.ts';
import type { ModuleColumns } from './module-columns.ts';
import { listModuleRows, moduleColumns, moduleOf, pageOfModules } from './module-rows.ts';
import { copyRows, numberList, readInt } from './rows.ts';
import { columnsOfGroup, columnsOfRule, judgeSamples, ownerOf, quantifierHolds } from './samples.ts';
import type { Found } from './search.ts';
import { prepareDataSetTest } from './select.ts';

export type Cell = string | number | null;
export type Row = Record<string, Cell>;

export interface Page {
  from: number;
  to: number;
  /** a column of the result type; its own order where undefined */
  sort: string | undefined;
  order: 'asc' | 'desc' | undefined;
  sortNamed(rows: Row[], sort: string, isDescending: boolean): Row[];
}

export interface Answer {
  columns: string[];
  rows: Row[];
  total: number;
}

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** Numbers by value, text without letter case, NA last; rows that are equal stay in their order. */
export function sortNamed(rows: Row[], sort: string, isDescending: boolean): Row[] {
  const sign = isDescending ? -1 : 1;
  return rows
    .map((row, at) => ({ row, at }))
    .sort((a, b) => {
      const [x, y] = [a.row[sort] ?? null, b.row[sort] ?? null];
      if (x === null || y === null) return x === y ? a.at - b.at : x === null ? 1 : -1;
      const order =
        typeof x === 'number' && typeof y === 'number' ? x - y : collator.compare(String(x), String(y));
      return sign * order || a.at - b.at;
    })
    .map(({ row }) => row);
}

interface Making {
  found: Found;
  columns: ModuleColumns;
  query: Query;
}

/** All rows of a type that has few, at most some ten thousand; the page is cut by the caller. */
type MakeRows = (
  making: Making,
) => Promise<{ columns: string[]; rows: Row[]; sort: string; isDescending?: boolean }>;

function narrowsBelow(query: Query, sections: readonly (keyof Query['filters'])[]): boolean {
  return sections.some((section) => restricts(query.filters[section]));
}

/** Places in the catalog of networks that still have a module. */
async function networksOfModules({ found, columns }: Making): Promise<Set<number>> {
  const rows = await listModuleRows(found, columns);
  const { networkOfModule } = found.selecting.catalog;
  return new Set(rows.map(({ place }) => (networkOfModule[moduleOf(place)] ?? 1) - 1));
}

async function keptNetworks(making: Making) {
  const { catalog } = making.found.selecting;
  if (!narrowsBelow(making.query, ['modules', 'genesets'])) return making.found.selection.networks;
  const kept = await networksOfModules(making);
  return catalog.networks.filter((_, at) => kept.has(at));
}

async function keptAnalyses(making: Making) {
  const { selection } = making.found;
  if (!narrowsBelow(making.query, ['networks', 'modules', 'genesets'])) return selection.analyses;
  const kept = new Set((await keptNetworks(making)).map(({ analysis }) => analysis));
  return selection.analyses.filter((analysis) => kept.has(analysis));
}

async function keptDataSets(making: Making): Promise<DataSetEntry[]> {
  const { selection } = making.found;
  if (!narrowsBelow(making.query, ['analyses', 'networks', 'modules', 'genesets'])) return selection.dataSets;
  const kept = new Set((await keptAnalyses(making)).map(({ dataSet }) => dataSet));
  return selection.dataSets.filter((dataSet) => kept.has(dataSet));
}

const makeDataSets: MakeRows = async (making) => ({
  columns: [
    'Dataset',
    'Technology',
    'Platform',
    'Number_of_Samples',
    'Number_of_Features',
    'Omicon_ID',
    'dataset_id',
  ],
  sort: 'Dataset',
  rows: (await keptDataSets(making)).map((entry) => ({
    Dataset: entry.title,
    Technology: entry.fields.get('technology') ?? null,
    Platform: entry.fields.get('platform') ?? null,
    Number_of_Samples: entry.number_of_samples,
    Number_of_Features: Number(entry.fields.get('number_of_features') ?? 0),
    Omicon_ID: `OM.DS.${entry.number}`,
    dataset_id: entry.number,
  })),
});

const makeAnalyses: MakeRows = async (making) => ({
  columns: ['Analysis', 'Creation_Date', 'Owner', 'Input_Dataset', 'Omicon_ID', 'project_id'],
  sort: 'Creation_Date',
  rows: (await keptAnalyses(making)).map((entry) => ({
    Analysis: entry.title,
    Creation_Date: entry.creation_date,
    Owner: entry.fields.get('owner') ?? null,
    Input_Dataset: entry.dataSet?.title ?? null,
    Omicon_ID: `OM.P.${entry.number}`,
    project_id: entry.number,
  })),
});

const makeNetworks: MakeRows = async (making) => ({
  columns: [
    'Dataset',
    'Network',
    'No.Modules',
    'RelSignum',
    'MinSize',
    'Omicon_ID',
    'project_id',
    'co_variation_network_id',
  ],
  sort: 'Dataset',
  rows: (await keptNetworks(making)).map((entry) => ({
    Dataset: entry.dataSet.title,
    Network: entry.name,
    'No.Modules': entry.number_of_modules,
    RelSignum: numberOf(entry.fields.get('relsignum')),
    MinSize: numberOf(entry.fields.get('minsize')),
    Omicon_ID: `OM.CN.${entry.number}`,
    project_id: entry.analysis.number,
    co_variation_network_id: entry.number,
  })),
});

function numberOf(text: string | null | undefined): number | null {
  return text === null || text === undefined || text === '' ? null : Number(text);
}

const makeGeneSets: MakeRows = async ({ found }) => {
  const { enriched, geneSets } = found;
  const kept = enriched ? new Set(enriched.geneSets.subarray(0, enriched.length)) : null;
  return {
    columns: ['SetID', 'SetName', 'Category', 'Species', 'SetSize', 'Geneset_Omicon_ID'],
    sort: 'SetID',
    rows: geneSets
      .filter(({ number }) => kept === null || kept.has(number))
      .map((set) => ({
        SetID: set.set_id,
        SetName: set.name,
        Category: set.fields.get('category') ?? null,
        Species: set.fields.get('species') ?? null,
        SetSize: numberOf(set.fields.get('setsize')),
        Geneset_Omicon_ID: `OM.GS.${set.number}`,
      })),
  };
};

const makeAnalyteFiles: MakeRows = async (making) => ({
  columns: ['Dataset', 'Analyte_File', 'Omicon_ID', 'dataset_id'],
  sort: 'Dataset',
  rows: (await keptDataSets(making)).flatMap((entry) =>
    entry.analyte_file === null
      ? []
      : [
          {
            Dataset: entry.title,
            Analyte_File: entry.analyte_file,
            Omicon_ID: `OM.DS.${entry.number}`,
            dataset_id: entry.number,
          },
        ],
  ),
});

/** Table file, by entity and folder: PDFs of enrichment lie below the folder of their network. */
const makeEnrichmentFiles: MakeRows = async (making) => {
  const networks = await keptNetworks(making);
  const byFolder = new Map(networks.map((network) => [`${network.analysis.id} ${network.name}`, network]));
  const { rows } = await making.found.selecting.client.query<{
    owner_id: number;
    folder: string;
    name: string;
    id: number;
  }>(
    `select id, owner_id, folder, name from file
      where entity_type = 'project' and owner_id = any($1::int[]) and lower(name) like 'enrichment%.pdf' order by folder, name`,
    [[...new Set(networks.map(({ analysis }) => analysis.id))]],
  );
  return {
    columns: ['Dataset', 'Network', 'PDF', 'project_id', 'key'],
    sort: 'Dataset',
    rows: rows.flatMap((file) => {
      const [top = '', ...rest] = file.folder.split('/');
      const network = byFolder.get(`${file.owner_id} ${top}`);
      if (network === undefined) return [];
      return [
        {
          Dataset: network.dataSet.title,
          Network: network.name,
          PDF: [...rest, file.name].join('/'),
          project_id: network.analysis.number,
          key: `${file.id}/${file.name}`,
        },
      ];
    }),
  };
};

/** Columns of samples: the usual four, and every attribute that a rule names. */
function sampleColumnNames({ found }: Making, owners: readonly CollectionEntry[]): string[] {
  const sample = found.selecting.filters.sample;
  const named: string[] = [];
  const walk = (group: NonNullable<typeof sample>) => {
    for (const node of group.rules) {
      if ('rules' in node) walk(node);
      else
        for (const owner of owners)
          for (const name of columnsOfRule(
            { ...node, operator: node.operator === 'under' ? 'equal' : node.operator },
            owner.sample_columns,
          ))
            named.push(name);
    }
  };
  if (sample) walk(sample);
  const shown = new Map<string, string>([
    ['organism', 'Organism'],
    ['disease', 'Disease'],
  ]);
  for (const name of named)
    if (fieldKey(name) !== 'label' && !shown.has(fieldKey(name))) shown.set(fieldKey(name), name);
  return [...shown.values()];
}

const makeSamples: MakeRows = async (making) => {
  const { found, query } = making;
  const { selecting, selection } = found;
  const { catalog, samples, terms, filters } = selecting;
  const byDataSet =
    narrowsBelow(query, ['dataset', 'analyses', 'networks', 'modules', 'genesets']) ||
    filters.sample?.quantifier !== undefined;
  const names = sampleColumnNames(making, selection.collections);
  const stored = new Set(catalog.collections.flatMap(({ sample_columns }) => sample_columns));
  const keys = new Set(names.map(fieldKey));
  await samples.load(
    [
      ...[...stored].filter((name) => keys.has(fieldKey(name))),
      ...columnsOfGroup(filters.sample, catalog),
      'label',
    ],
    catalog,
  );
  const kept = byDataSet ? await keptDataSets(making) : [];
  const rows: Row[] = [];
  for (const collection of selection.collections) {
    const owner = ownerOf(collection, 'dc');
    const holds = filters.sample
      ? judgeSamples(filters.sample, { columns: samples, catalog, terms, owner })
      : new Uint8Array(owner.number_of_samples).fill(1);
    const labels = samples.get(owner, 'label')?.values ?? [];
    const inDataSets = byDataSet
      ? new Set(
          kept
            .filter(({ collection_number }) => collection_number === collection.number)
            .flatMap((dataSet) => samples.get(ownerOf(dataSet, 'ds'), 'label')?.values ?? []),
        )
      : null;
    const columnOf = new Map(
      collection.sample_columns.map((name) => [fieldKey(name), samples.get(owner, name)]),
    );
    labels.forEach((label, at) => {
      if (holds[at] !== 1 || (inDataSets && !inDataSets.has(label))) return;
      const row: Row = { Data_Collection: collection.title, Label: label };
      for (const name of names) {
        const column = columnOf.get(fieldKey(name));
        row[name] = column?.values[(column.codes[at] ?? 0) - 1] ?? null;
      }
      row.Omicon_ID = `OM.DC.${collection.number}`;
      rows.push(row);
    });
  }
  return { columns: ['Data_Collection', 'Label', ...names, 'Omicon_ID'], rows, sort: 'Data_Collection' };
};

/** Labels of a collection that satisfy every data set rule: each rule by a data set of its own, if need be. */
const makeCollections: MakeRows = async (making) => {
  const { found, query } = making;
  const { selecting, selection } = found;
  const { catalog, samples, terms, filters, viewer } = selecting;
  const sample = filters.sample;
  await samples.load([...columnsOfGroup(sample, catalog), 'label'], catalog);
  const test = await prepareDataSetTest(selecting);
  const group = restricts(filters.dataset) ? filters.dataset : null;
  const below = narrowsBelow(query, ['analyses', 'networks', 'modules', 'genesets'])
    ? new Set((await keptDataSets(making)).map(({ collection_number }) => collection_number))
    : null;
  const visible = catalog.dataSets.filter(
    ({ visibility, owner_id }) =>
      visibility === 'public' || viewer.readsLab || (owner_id !== null && owner_id === viewer.person_id),
  );
  const matching = (entry: DataSetEntry | CollectionEntry, type: 'dc' | 'ds'): string[] => {
    const owner = ownerOf(entry, type);
    const labels = samples.get(owner, 'label')?.values ?? [];
    if (!sample) return [...labels];
    const holds = judgeSamples(sample, { columns: samples, catalog, terms, owner });
    return labels.filter((_, at) => holds[at] === 1);
  };
  const rows: Row[] = [];
  for (const collection of selection.collections) {
    if (below && !below.has(collection.number)) continue;
    const own = visible.filter(({ collection_number }) => collection_number === collection.number);
    let labels = new Set(matching(collection, 'dc'));
    if (group) {
      const sets = group.rules.map(
        (node) =>
          new Set(own.filter((dataSet) => test(dataSet, node)).flatMap((dataSet) => matching(dataSet, 'ds'))),
      );
      const all = new Set(sets.flatMap((set) => [...set]));
      const isKept = (label: string) =>
        (group.combinator === 'and'
          ? sets.every((set) => set.has(label))
          : sets.some((set) => set.has(label))) !== group.not;
      labels = new Set((group.not ? [...labels] : [...all]).filter(isKept));
    }
    if (!quantifierHolds(sample ?? {}, labels.size, collection.number_of_samples)) continue;
    rows.push({
      Data_Collection: collection.title,
      'No.Samples': labels.size,
      Accession_ID: collection.fields.get('accession_id') ?? null,
      PubMed_ID: collection.fields.get('pubmed_id') ?? null,
      Omicon_ID: `OM.DC.${collection.number}`,
    });
  }
  return {
    columns: ['Data_Collection', 'No.Samples', 'Accession_ID', 'PubMed_ID', 'Omicon_ID'],
    rows,
    sort: 'No.Samples',
    isDescending: true,
  };
};

/** Members of the modules under the definitions they were found by, each identifier once, with its number of data sets. */
const makeFeatures: MakeRows = async ({ found, columns, query }) => {
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

const MAKERS: Partial<Record<ResultType, MakeRows>> = {
  'data-collections': makeCollections,
  'data-sets': makeDataSets,
  samples: makeSamples,
  analyses: makeAnalyses,
  'covariation-networks': makeNetworks,
  'gene-sets': makeGeneSets,
  features: makeFeatures,
  'analyte-files': makeAnalyteFiles,
  'enrichment-files': makeEnrichmentFiles,
};

/** A column that the rows of this query do not have. */
export class UnknownColumn extends Error {}

function checkSort(sort: string | undefined, columns: readonly string[]): void {
  if (sort !== undefined && !columns.includes(sort))
    throw new UnknownColumn(`There is no column "${sort}"; ${columns.join(', ')} are there.`);
}

/** One page of the rows of a query, with the exact total. */
export async function answer(making: Making, page: Omit<Page, 'sortNamed'>): Promise<Answer> {
  const { found, query } = making;
  if (query.result_type === 'covariation-modules') {
    const columns = moduleColumns(found);
    checkSort(page.sort, columns);
    return { columns, ...(await pageOfModules(found, making.columns, { ...page, sortNamed })) };
  }
  const make = MAKERS[query.result_type];
  if (make === undefined) throw new Error(`No rows are made of ${query.result_type}.`);
  const made = await make(making);
  checkSort(page.sort, made.columns);
  const isDescending =
    page.order === undefined ? made.isDescending === true && page.sort === undefined : page.order === 'desc';
  const sorted = sortNamed(made.rows, page.sort ?? made.sort, isDescending);
  return { columns: made.columns, rows: sorted.slice(page.from, page.to), total: sorted.length };
}
