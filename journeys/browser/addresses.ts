/** All addresses of the web application, with records of the demo laboratory. */
import path from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { REPOSITORY } from '@omicon/server/config.ts';
import { type Caller, readText } from '../harness/portal.ts';

export interface DemoRecords {
  dc: number;
  ds: number;
  analysis: number;
  /** folder of a covariation network and the PDF of its modules */
  network: string;
  pdf: string;
  /** Omicon ID numbers of that network and of one of its modules */
  networkId: number;
  moduleId: number;
  csv: string;
  /** Omicon ID number of a gene set, and the name of a mapping table */
  geneSetId: number;
  mappingTable: string;
}

export interface Address {
  /** its path in `web/router.tsx` */
  route: string;
  address(records: DemoRecords): string;
  /** there is no such record, and the browser logs the refusal */
  isMissing?: true;
}

/** Placeholder records for the names of tests. */
export const EXAMPLE: DemoRecords = {
  dc: 1,
  ds: 2,
  analysis: 3,
  network: 'Bicor-None',
  pdf: 'Modules.pdf',
  networkId: 4,
  moduleId: 5,
  csv: 'attributes.csv',
  geneSetId: 6,
  mappingTable: 'Homo_sapiens_SYMBOL_ENTREZID',
};

/** Modules of male samples that are enriched in a microglia set and contain two genes. */
export const MICROGLIA_QUERY = Buffer.from(
  JSON.stringify({
    result_type: 'covariation-modules',
    filters: {
      sample: {
        quantifier: 'includes',
        rules: [
          { field: 'Sex', operator: 'equal', value: 'M' },
          {
            combinator: 'or',
            not: false,
            rules: [{ field: 'Tissue', operator: 'contains', value: 'cortex' }],
          },
        ],
      },
      modules: {
        rules: [{ field: 'features', operator: 'any', value: ['CD74', 'AIF1'], definition: 'Any' }],
      },
      genesets: {
        rules: [{ field: 'enrichment', definition: 'Any', p_below: 0.05, name_contains: 'microglia' }],
      },
    },
  }),
).toString('base64url');

const COLLECTION = 'collections/$type/attributes';
const ANALYSIS = 'analyses/analysis-data/attributes';
const FILES = 'analyses/analysis-data/files';

function collection(tab: string): Address {
  const query = `contentType=collections&from=dsListing&tab=${tab}`;
  return {
    route: COLLECTION,
    address: ({ dc }) => `/home/collections/data-collections/attributes?dcId=${dc}&${query}`,
  };
}

function dataSet(tab: string): Address {
  const query = `contentType=collections&from=dsListing&tab=${tab}`;
  return {
    route: COLLECTION,
    address: ({ ds }) => `/home/collections/data-sets/attributes?dsId=${ds}&${query}`,
  };
}

function analysis(tab: string): Address {
  return {
    route: ANALYSIS,
    address: ({ analysis: id }) =>
      `/home/analyses/analysis-data/attributes?analysisId=${id}&mainAnalysisId=${id}&contentType=analyses&tab=${tab}`,
  };
}

function analysisFiles(query: (records: DemoRecords) => string): Address {
  return {
    route: FILES,
    address: (records) =>
      `/home/analyses/analysis-data/files?analysisId=${records.analysis}&mainAnalysisId=${records.analysis}${query(records)}`,
  };
}

function geneSet(tab: string): Address {
  return {
    route: 'resources/gene-set',
    address: ({ geneSetId }) => `/home/resources/gene-set?geneSetOmiconID=OM.GS.${geneSetId}&tab=${tab}`,
  };
}

const ANALYTE_MAPPING = 'resources/analyte-mapping/$gridType/$routeTitle';
const MAPPING_TABLE = 'resources/mapping-tables/$gridType/$routeTitle';

const MODULE = 'modules/$omiconId';

const GENE = 'genes/$symbol';

function moduleTab(tab: string): Address {
  return { route: MODULE, address: ({ moduleId }) => `/home/modules/OM.CM.${moduleId}?tab=${tab}` };
}

function plain(route: string, address: string): Address {
  return { route, address: () => address };
}

/** A list of genes, encoded for an address. */
export function packGenes(identifiers: readonly string[]): string {
  return deflateRawSync(identifiers.join('\n')).toString('base64url');
}

const GENES = packGenes(['AIF1', 'CD68', 'IBA1', '2-Sep', 'MBP', 'nonsense']);

export const PUBLIC_ADDRESSES: readonly Address[] = [
  plain('/', '/'),
  plain('external', '/external'),
  plain('login', '/login'),
  plain('login', '/login?userType=reviewer'),
  plain('register', '/register'),
  plain('register/get-code', '/register/get-code'),
  plain('register/verify-code', '/register/verify-code'),
  plain('user-verification', '/user-verification'),
  plain('reset-password', '/reset-password'),
  plain('loading', '/loading'),
  plain('accessibility', '/accessibility'),
  plain('/', '/nowhere'),
];

export const HOME_ADDRESSES: readonly Address[] = [
  plain('recent-files', '/home/recent-files'),
  plain('downloads', '/home/downloads'),
  plain('notifications', '/home/notifications'),
  plain('comment-notifications', '/home/comment-notifications'),
  plain('docker', '/home/docker'),
  { ...plain('docker', `/home/docker?key=${'x'.repeat(32)}`), isMissing: true },
  plain('data-listing', '/home/data-listing'),
  { ...plain('data-listing', '/home/data-listing?file=999999%2Fnone.csv'), isMissing: true },
  plain('global-search-results', '/home/global-search-results?q=glioma&scope=all'),
  plain('global-search-results', '/home/global-search-results?q=Modules&scope=files'),
  plain('global-search-results', '/home/global-search-results?q=signum&scope=folders'),
  {
    ...plain('global-search-results', '/home/global-search-results?q=OM.DS.999999&scope=all'),
    isMissing: true,
  },
  plain('advanced-search', '/home/advanced-search'),
  plain('advanced-search', `/home/advanced-search?step=result_type&q=${MICROGLIA_QUERY}`),
  ...['collection', 'dataset', 'sample'].map((tab) =>
    plain('advanced-search', `/home/advanced-search?step=data&tab=${tab}&q=${MICROGLIA_QUERY}`),
  ),
  ...['networks', 'modules', 'genesets', 'analyses'].map((tab) =>
    plain('advanced-search', `/home/advanced-search?step=analyses&tab=${tab}&q=${MICROGLIA_QUERY}`),
  ),
  plain('advanced-search', `/home/advanced-search?step=search_results&q=${MICROGLIA_QUERY}`),
  plain('advanced-search', '/home/advanced-search?q=bm90IGEgcXVlcnk'),
  plain('resources', '/home/resources'),
  plain('resources', '/home/resources?tab=mapping-tables'),
  plain('resources', '/home/resources?tab=map-identifiers'),
  plain('resources/gene-set', '/home/resources/gene-set'),
  ...['genes', 'modules', 'attributes'].map(geneSet),
  {
    ...plain('resources/gene-set', '/home/resources/gene-set?geneSetOmiconID=OM.GS.999999'),
    isMissing: true as const,
  },
  plain(ANALYTE_MAPPING, '/home/resources/analyte-mapping/microArray/Microarray'),
  plain(ANALYTE_MAPPING, '/home/resources/analyte-mapping/nonMicroArray/Organism'),
  {
    route: MAPPING_TABLE,
    address: ({ mappingTable }) => `/home/resources/mapping-tables/mappingTables/${mappingTable}`,
  },
  plain('admin', '/home/admin?tab=attributes'),
  plain('admin', '/home/admin?tab=ontologies'),
  plain('admin', '/home/admin?tab=ontologies&ontology=UBERON'),
  ...['sample', 'data-collection', 'data-set', 'analysis'].map((kind) =>
    plain(`admin/${kind}-attributes`, `/home/admin/${kind}-attributes`),
  ),
  plain('explore', '/home/explore'),
  plain('explore', `/home/explore?genes=${GENES}&samples=Tumor_Grade+greaterthan+2`),
  plain('explore', `/home/explore?genes=${GENES}&tab=gene-sets`),
  plain('explore', '/home/explore?genes=.gone'),
  plain('add-new-collection', '/home/add-new-collection'),
  plain('add-new-analysis', '/home/add-new-analysis'),
  plain('collections/$type', '/home/collections/data-collections'),
  plain('collections/$type', '/home/collections/data-sets'),
  { route: 'collections/$type', address: ({ dc }) => `/home/collections/data-sets?dcId=${dc}` },
  collection('attributes'),
  collection('data-sets'),
  collection('samples'),
  collection('files'),
  collection('comments'),
  { ...plain(COLLECTION, '/home/collections/data-collections/attributes?dcId=999999'), isMissing: true },
  dataSet('attributes'),
  dataSet('samples'),
  dataSet('files'),
  dataSet('files&pdf_name=none.csv'),
  dataSet('lineage'),
  dataSet('comments'),
  plain('analyses/$type', '/home/analyses/analyses'),
  analysis('attributes'),
  analysis('networks'),
  analysis('samples'),
  analysis('lineage'),
  analysis('comments'),
  ...['', '&show=traits', '&show=traits&as=table', '&show=survival', '&show=matches', '&show=parameters'].map(
    (part) => ({
      route: ANALYSIS,
      address: ({ analysis: id, networkId }: DemoRecords) =>
        `/home/analyses/analysis-data/attributes?analysisId=${id}&tab=networks&networkId=${networkId}${part}`,
    }),
  ),
  {
    route: ANALYSIS,
    address: ({ analysis: id, networkId }: DemoRecords) =>
      `/home/analyses/analysis-data/attributes?analysisId=${id}&tab=networks&networkId=${networkId}&show=matches&with=${networkId}`,
  },
  {
    route: 'collections/$type/attributes',
    address: ({ ds }) =>
      `/home/collections/data-sets/attributes?dsId=${ds}&contentType=collections&tab=survival`,
  },
  ...[
    'picture',
    'picture&as=table',
    'graph',
    'graph&as=table',
    'members',
    'enrichment',
    'traits',
    'traits&as=table',
    'elsewhere',
    'correlates',
    'eigengene',
    'statistics',
    'page',
    'comments',
  ].map(moduleTab),
  { ...plain(MODULE, '/home/modules/OM.CM.999999'), isMissing: true as const },
  {
    route: MODULE,
    address: ({ moduleId, ds }: DemoRecords) => `/home/modules/OM.CM.${moduleId}?tab=elsewhere&test=${ds}`,
  },
  { route: 'consensus', address: ({ moduleId }: DemoRecords) => `/home/consensus?modules=${moduleId}` },
  plain('consensus', '/home/consensus'),
  plain('baskets', '/home/baskets'),
  { ...plain('baskets', '/home/baskets?basket=999999'), isMissing: true as const },
  plain('compare-lists', '/home/compare-lists'),
  {
    route: 'compare-lists',
    address: ({ moduleId }: DemoRecords) =>
      `/home/compare-lists?a=module:${moduleId}&b=module:${moduleId}:PosFDR`,
  },
  ...[
    '',
    '?membership=all&best=data-set',
    '?tab=topics',
    '?tab=expression',
    '?tab=correlates',
    '?tab=gene-sets',
    '?tab=data-sets',
  ].map((part) => plain(GENE, `/home/genes/OLIG2${part}`)),
  plain(GENE, '/home/genes/OLGI2'),
  { route: 'compare', address: ({ ds }) => `/home/compare?ds=${ds}` },
  { route: 'compare', address: ({ ds }) => `/home/compare?ds=${ds}&a=Sex:F&b=Sex:M` },
  plain('compare', '/home/compare'),
  { route: 'pipeline/$id', address: () => '/home/pipeline/2000000000', isMissing: true },
  { route: 'preservation/$id', address: () => '/home/preservation/2000000000', isMissing: true },
  plain('explore', '/home/explore?mode=ranked'),
  {
    route: 'explore',
    address: ({ moduleId }) => `/home/explore?mode=ranked&ranking=module:${moduleId}`,
  },
  {
    route: 'samples/$collection/$label',
    address: ({ dc }) => `/home/samples/${dc}/no-such-sample`,
    isMissing: true,
  },
  analysisFiles(() => ''),
  analysisFiles(({ network }) => `&analysisFileFolderId=${network}`),
  analysisFiles(({ network, pdf }) => `&analysisFileFolderId=${network}&pdf_name=${pdf}`),
  analysisFiles(({ csv }) => `&pdf_name=${csv}`),
  analysisFiles(({ csv }) => `&file_folder_name=${csv}`),
  analysisFiles(
    ({ network, pdf }) => `&analysisFileFolderId=${network}&pdf_name=${pdf}&file_folder_name=${pdf}`,
  ),
  { ...plain('recent-files', '/home/recent-files?comment=999999'), isMissing: true },
  {
    route: 'analyses/data-sets/attributes',
    address: ({ ds, analysis: id }) =>
      `/home/analyses/data-sets/attributes?analysisId=${id}&dsId=${ds}&mainAnalysisId=${id}&contentType=analyses&fromAnalysis=true`,
  },
  { route: 'network/$type', address: ({ ds }) => `/home/network/data-sets?dsId=${ds}` },
  { route: 'network/$type', address: ({ analysis: id }) => `/home/network/analyses?analysisId=${id}` },
  plain('starred', '/home/starred'),
  plain('account', '/home/account'),
  plain('termsofservice', '/home/termsofservice'),
  plain('help', '/home/help'),
  plain('help', '/home/help#tokens'),
  plain('about', '/home/about'),
  plain('accessibility', '/home/accessibility'),
  plain('admin', '/home/admin'),
  plain('admin/user-management', '/home/admin/user-management'),
  plain('admin/user-management', '/home/admin/user-management?tab=whitelist'),
  plain('admin/roles', '/home/admin/roles?tab=RU'),
  plain('admin/roles', '/home/admin/roles?tab=changes'),
  plain('admin/preferences', '/home/admin/preferences'),
  plain('admin/preferences', '/home/admin/preferences?tab=terms'),
  plain('imports', '/home/imports'),
  plain('imports', '/home/imports?run=1'),
  plain('admin/jobs', '/home/admin/jobs'),
  plain('admin/feedback', '/home/admin/feedback'),
  plain('admin/feedback', '/home/admin/feedback?tab=feedback'),
  plain('home', '/home/nowhere'),
];

/** Paths of the web application's router. */
export function readRoutes(): string[] {
  const source = readText(path.join(REPOSITORY, 'web/router.tsx'));
  return [...source.matchAll(/\bpath: '([^']+)'/g)].map(([, route]) => route ?? '');
}

interface Page<Row> {
  results: Row[];
}

/**
 * Numbers and names of an analysis of the demo laboratory, and of its data set and collection.
 * @param title of the analysis; by default any
 */
export async function findRecords(person: Caller, title = ''): Promise<DemoRecords> {
  const get = async <T>(path: string) => (await (await person.get(path)).json()) as T;
  const { results } = await get<Page<{ id: number; input_data_set_id: number; data_collection_id: number }>>(
    `/api/analyses/?${new URLSearchParams({ sort: 'covariation_networks', order: 'desc', search: title })}`,
  );
  const [found] = results;
  if (found === undefined) throw new Error('The demo laboratory has no analysis.');
  const listed = async (folder: string) =>
    (
      await get<Page<{ name: string; fileType: string }>>(
        `/api/analyses/${found.id}/files/?folder=${encodeURIComponent(folder)}`,
      )
    ).results;
  const top = await listed('');
  const network = top.find(({ fileType }) => fileType === 'folder')?.name ?? '';
  const pdf = (await listed(network)).find(({ name }) => name.startsWith('Modules_'))?.name ?? '';
  const csv = top.find(({ name }) => name.endsWith('attributes.csv'))?.name ?? '';
  const record = await get<{ networks: { id: number; name: string }[] }>(`/api/analyses/${found.id}/`);
  const networkId = record.networks.find(({ name }) => name === network)?.id ?? 0;
  const modules = await get<Page<{ id: number }>>(`/api/covariation-networks/${networkId}/modules/`);
  const sets = await get<Page<{ id: number }>>('/api/gene-sets/');
  const tables = await get<Page<{ name: string }>>('/api/mapping-tables/');
  return {
    geneSetId: sets.results[0]?.id ?? 0,
    mappingTable: tables.results[0]?.name ?? '',
    networkId,
    moduleId: modules.results[0]?.id ?? 0,
    dc: found.data_collection_id,
    ds: found.input_data_set_id,
    analysis: found.id,
    network,
    pdf,
    csv,
  };
}
