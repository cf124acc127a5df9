/** Rows of records: data sets, analyses, networks, gene sets, and some of their files. */
import { type GeneSetEntry, mayKnow } from '../read/catalog-entries.ts';
import {
  listAnalyses,
  listDataSets,
  listNetworks,
  type MakeRows,
  type ResultContext,
} from './result-context.ts';

export const makeDataSets: MakeRows = async (context) => ({
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
  rows: (await listDataSets(context)).map((entry) => ({
    Dataset: entry.title,
    Technology: entry.fields.get('technology') ?? null,
    Platform: entry.fields.get('platform') ?? null,
    Number_of_Samples: entry.number_of_samples,
    Number_of_Features: Number(entry.fields.get('number_of_features') ?? 0),
    Omicon_ID: `OM.DS.${entry.number}`,
    dataset_id: entry.number,
  })),
});

export const makeAnalyses: MakeRows = async (context) => ({
  columns: ['Analysis', 'Creation_Date', 'Owner', 'Input_Dataset', 'Omicon_ID', 'project_id'],
  sort: 'Creation_Date',
  rows: (await listAnalyses(context)).map((entry) => ({
    Analysis: entry.title,
    Creation_Date: entry.creation_date,
    Owner: entry.fields.get('owner') ?? null,
    Input_Dataset: entry.dataSet?.title ?? null,
    Omicon_ID: `OM.P.${entry.number}`,
    project_id: entry.number,
  })),
});

export const makeNetworks: MakeRows = async (context) => ({
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
  rows: (await listNetworks(context)).map((entry) => ({
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

/** The gene sets that satisfy the rules; enriched ones where there is an enrichment rule. */
export function listGeneSets({ found, merged }: ResultContext): GeneSetEntry[] {
  const { selectionContext, enriched, geneSets } = found;
  const kept = merged?.geneSets ?? (enriched && new Set(enriched.geneSets.subarray(0, enriched.length)));
  const { catalog, viewer } = selectionContext;
  const all = merged?.geneSets ? catalog.geneSets : geneSets;
  return all.filter((set) => (kept?.has(set.number) ?? true) && mayKnow(set, viewer));
}

export const makeGeneSets: MakeRows = async (context) => {
  return {
    columns: ['SetID', 'SetName', 'Category', 'Species', 'SetSize', 'Geneset_Omicon_ID'],
    sort: 'SetID',
    rows: listGeneSets(context).map((set) => ({
      SetID: set.set_id,
      SetName: set.name,
      Category: set.fields.get('category') ?? null,
      Species: set.fields.get('species') ?? null,
      SetSize: numberOf(set.fields.get('setsize')),
      Geneset_Omicon_ID: `OM.GS.${set.number}`,
    })),
  };
};

export const makeAnalyteFiles: MakeRows = async (context) => ({
  columns: ['Dataset', 'Analyte_File', 'Omicon_ID', 'dataset_id'],
  sort: 'Dataset',
  rows: (await listDataSets(context)).flatMap((entry) =>
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

/** Table file, by entity and folder: enrichment PDFs are in subfolders of their network. */
export const makeEnrichmentFiles: MakeRows = async (context) => {
  const networks = await listNetworks(context);
  const byFolder = new Map(networks.map((network) => [`${network.analysis.id} ${network.name}`, network]));
  const { rows } = await context.found.selectionContext.client.query<{
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
