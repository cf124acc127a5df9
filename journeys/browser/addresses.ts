/** All addresses of the web application, with records of the demo laboratory. */
import { deflateRawSync } from 'node:zlib';
import type { RoutePath } from '@omicon/routes/routes.ts';
import type { Caller } from '../harness/portal.ts';

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
  /** Omicon ID number of a meta-module; 0 before the atlas is computed */
  metaModule: number;
  csv: string;
  /** Omicon ID number of a gene set, and the name of a mapping table */
  geneSetId: number;
  mappingTable: string;
  /** Omicon ID number of a cell type reference */
  cellTypes: number;
}

export interface Address {
  address(records: DemoRecords): string;
  /** there is no such record, and the browser logs the refusal */
  isMissing: boolean;
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
  metaModule: 7,
  csv: 'attributes.csv',
  geneSetId: 6,
  mappingTable: 'Homo_sapiens_SYMBOL_ENTREZID',
  cellTypes: 8,
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

/** A list of genes, encoded for an address. */
export function packGenes(identifiers: readonly string[]): string {
  return deflateRawSync(identifiers.join('\n')).toString('base64url');
}

const GENES = packGenes(['AIF1', 'CD68', 'IBA1', '2-Sep', 'MBP', 'nonsense']);

function several(beginning: string, ends: readonly string[]): string[] {
  return ends.map((end) => beginning + end);
}

/** Of every screen those that are looked at; `{ds}` stands for a record of the demo laboratory. */
const LOOKED_AT: Record<RoutePath, readonly string[]> = {
  '/': ['/', '/nowhere'],
  '/external': ['/external'],
  '/login': ['/login', '/login?userType=reviewer'],
  '/register': ['/register'],
  '/register/get-code': ['/register/get-code'],
  '/register/verify-code': ['/register/verify-code'],
  '/user-verification': ['/user-verification'],
  '/reset-password': ['/reset-password'],
  '/loading': ['/loading'],
  '/accessibility': ['/accessibility'],
  '/home/recent-files': ['/home/recent-files', '/home/nowhere'],
  '/home/downloads': ['/home/downloads'],
  '/home/notifications': ['/home/notifications'],
  '/home/comment-notifications': ['/home/comment-notifications'],
  '/home/docker': ['/home/docker'],
  '/home/data-listing': ['/home/data-listing'],
  '/home/global-search-results': several('/home/global-search-results?', [
    'q=glioma&scope=all',
    'q=Modules&scope=files',
    'q=signum&scope=folders',
  ]),
  '/home/advanced-search': [
    '/home/advanced-search',
    '/home/advanced-search?q=bm90IGEgcXVlcnk',
    ...several(`/home/advanced-search?q=${MICROGLIA_QUERY}&step=`, [
      'result_type',
      'data&tab=collection',
      'data&tab=dataset',
      'data&tab=sample',
      'analyses&tab=networks',
      'analyses&tab=modules',
      'analyses&tab=genesets',
      'analyses&tab=analyses',
      'search_results',
    ]),
  ],
  '/home/resources': several('/home/resources', [
    '',
    '?tab=cell-types',
    '?tab=mapping-tables',
    '?tab=map-identifiers',
  ]),
  '/home/resources/cell-types/$omiconId': several('/home/resources/cell-types/OM.CR.{cellTypes}', [
    '',
    '?tab=markers',
    '?tab=attributes',
  ]),
  '/home/resources/gene-set': several('/home/resources/gene-set', [
    '',
    '?geneSetOmiconID=OM.GS.{geneSetId}&tab=genes',
    '?geneSetOmiconID=OM.GS.{geneSetId}&tab=modules',
    '?geneSetOmiconID=OM.GS.{geneSetId}&tab=cell-types',
    '?geneSetOmiconID=OM.GS.{geneSetId}&tab=attributes',
  ]),
  '/home/resources/analyte-mapping/$gridType/$routeTitle': [
    '/home/resources/analyte-mapping/microArray/Microarray',
    '/home/resources/analyte-mapping/nonMicroArray/Organism',
  ],
  '/home/resources/mapping-tables/$gridType/$routeTitle': [
    '/home/resources/mapping-tables/mappingTables/{mappingTable}',
  ],
  '/home/admin': several('/home/admin?tab=', [
    'attributes',
    'ontologies',
    'ontologies&ontology=UBERON',
  ]).concat('/home/admin'),
  '/home/admin/sample-attributes': ['/home/admin/sample-attributes'],
  '/home/admin/data-collection-attributes': ['/home/admin/data-collection-attributes'],
  '/home/admin/data-set-attributes': ['/home/admin/data-set-attributes'],
  '/home/admin/analysis-attributes': ['/home/admin/analysis-attributes'],
  '/home/explore': several('/home/explore', [
    '',
    `?genes=${GENES}&samples=Tumor_Grade+greaterthan+2`,
    `?genes=${GENES}&tab=gene-sets`,
    `?genes=${GENES}&tab=cell-types`,
    '?genes=.gone',
    '?mode=ranked',
    '?mode=ranked&ranking=module:{moduleId}',
  ]),
  '/home/add-new-collection': ['/home/add-new-collection'],
  '/home/add-new-analysis': ['/home/add-new-analysis'],
  '/home/collections/$type': several('/home/collections/', [
    'data-collections',
    'data-sets',
    'data-sets?dcId={dc}',
  ]),
  '/home/collections/$type/attributes': [
    ...several(
      '/home/collections/data-collections/attributes?dcId={dc}&contentType=collections&from=dsListing&tab=',
      ['attributes', 'data-sets', 'samples', 'files', 'comments'],
    ),
    ...several(
      '/home/collections/data-sets/attributes?dsId={ds}&contentType=collections&from=dsListing&tab=',
      ['attributes', 'samples', 'files', 'files&pdf_name=none.csv', 'lineage', 'comments', 'survival'],
    ),
  ],
  '/home/analyses/$type': ['/home/analyses/analyses'],
  '/home/analyses/analysis-data/attributes': [
    ...several(
      '/home/analyses/analysis-data/attributes?analysisId={analysis}&mainAnalysisId={analysis}&contentType=analyses&tab=',
      ['attributes', 'networks', 'samples', 'lineage', 'comments'],
    ),
    ...several(
      '/home/analyses/analysis-data/attributes?analysisId={analysis}&tab=networks&networkId={networkId}',
      [
        '',
        '&show=traits',
        '&show=traits&as=table',
        '&show=survival',
        '&show=matches',
        '&show=matches&with={networkId}',
        '&show=parameters',
      ],
    ),
  ],
  '/home/analyses/analysis-data/files': several(
    '/home/analyses/analysis-data/files?analysisId={analysis}&mainAnalysisId={analysis}',
    [
      '',
      '&analysisFileFolderId={network}',
      '&analysisFileFolderId={network}&pdf_name={pdf}',
      '&pdf_name={csv}',
      '&file_folder_name={csv}',
      '&analysisFileFolderId={network}&pdf_name={pdf}&file_folder_name={pdf}',
    ],
  ),
  '/home/analyses/data-sets/attributes': [
    '/home/analyses/data-sets/attributes?analysisId={analysis}&dsId={ds}&mainAnalysisId={analysis}&contentType=analyses&fromAnalysis=true',
  ],
  '/home/atlas': several('/home/atlas', [
    '',
    '?as=table',
    '?group=tissue&sort=theme',
    '?group=cohort&sort=title&order=asc&as=table',
    '?in_any={ds}&least_support=3',
    '?search=no-such-signal',
  ]),
  '/home/meta-modules/$omiconId': several('/home/meta-modules/OM.MM.{metaModule}?tab=', [
    'places',
    'genes',
    'genes&as=table',
    'traits',
    'traits&as=table',
    'sets',
    'cell-types',
    'survival',
    'survival&as=table',
    'modules',
  ]),
  '/home/modules/$omiconId': several('/home/modules/OM.CM.{moduleId}?tab=', [
    'picture',
    'picture&as=table',
    'graph',
    'graph&as=table',
    'members',
    'enrichment',
    'traits',
    'traits&as=table',
    'elsewhere',
    'elsewhere&test={ds}',
    'cell-types',
    'cell-types&as=table',
    'correlates',
    'eigengene',
    'statistics',
    'page',
    'comments',
  ]),
  '/home/consensus': ['/home/consensus', '/home/consensus?modules={moduleId}'],
  '/home/baskets': ['/home/baskets'],
  '/home/compare-lists': [
    '/home/compare-lists',
    '/home/compare-lists?a=module:{moduleId}&b=module:{moduleId}:PosFDR',
  ],
  '/home/genes/$symbol': [
    '/home/genes/OLGI2',
    ...several('/home/genes/OLIG2', [
      '',
      '?membership=all&best=data-set',
      '?tab=topics',
      '?tab=expression',
      '?tab=correlates',
      '?tab=cell-types',
      '?tab=gene-sets',
      '?tab=data-sets',
    ]),
  ],
  '/home/compare': several('/home/compare', ['', '?ds={ds}', '?ds={ds}&a=Sex:F&b=Sex:M']),
  '/home/pipeline/$id': [],
  '/home/preservation/$id': [],
  '/home/samples/$collection/$label': [],
  '/home/network/$type': [
    '/home/network/data-sets?dsId={ds}',
    '/home/network/analyses?analysisId={analysis}',
  ],
  '/home/starred': ['/home/starred'],
  '/home/account': ['/home/account'],
  '/home/termsofservice': ['/home/termsofservice'],
  '/home/help': ['/home/help', '/home/help#tokens'],
  '/home/about': ['/home/about'],
  '/home/accessibility': ['/home/accessibility'],
  '/home/admin/user-management': several('/home/admin/user-management', ['', '?tab=whitelist']),
  '/home/admin/roles': several('/home/admin/roles?tab=', ['permissions', 'changes']),
  '/home/admin/preferences': several('/home/admin/preferences', ['', '?tab=terms']),
  '/home/imports': several('/home/imports', ['', '?run=1']),
  '/home/admin/jobs': ['/home/admin/jobs'],
  '/home/admin/feedback': several('/home/admin/feedback', ['', '?tab=feedback']),
};

/** Addresses of records that are not there. */
const MISSING: readonly string[] = [
  `/home/docker?key=${'x'.repeat(32)}`,
  '/home/data-listing?file=999999%2Fnone.csv',
  '/home/global-search-results?q=OM.DS.999999&scope=all',
  '/home/resources/gene-set?geneSetOmiconID=OM.GS.999999',
  '/home/collections/data-collections/attributes?dcId=999999',
  '/home/modules/OM.CM.999999',
  '/home/meta-modules/OM.MM.999999',
  '/home/baskets?basket=999999',
  '/home/pipeline/2000000000',
  '/home/preservation/2000000000',
  '/home/samples/{dc}/no-such-sample',
  '/home/recent-files?comment=999999',
];

function toAddress(template: string): Address {
  return {
    address: (records) =>
      Object.entries(records).reduce(
        (filled, [name, value]) => filled.replaceAll(`{${name}}`, String(value)),
        template,
      ),
    isMissing: MISSING.includes(template),
  };
}

const ALL = [...Object.values(LOOKED_AT).flat(), ...MISSING];
const isOfHome = (template: string) => template.startsWith('/home/');

export const PUBLIC_ADDRESSES = ALL.filter((template) => !isOfHome(template)).map(toAddress);
export const HOME_ADDRESSES = ALL.filter(isOfHome).map(toAddress);

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
  const metaModules = await get<Page<{ id: number }>>('/api/atlas/');
  const sets = await get<Page<{ id: number }>>('/api/gene-sets/');
  const tables = await get<Page<{ name: string }>>('/api/mapping-tables/');
  const references = await get<Page<{ id: number }>>('/api/cell-type-references/');
  return {
    cellTypes: references.results[0]?.id ?? 0,
    geneSetId: sets.results[0]?.id ?? 0,
    mappingTable: tables.results[0]?.name ?? '',
    networkId,
    moduleId: modules.results[0]?.id ?? 0,
    metaModule: metaModules.results[0]?.id ?? 0,
    dc: found.data_collection_id,
    ds: found.input_data_set_id,
    analysis: found.id,
    network,
    pdf,
    csv,
  };
}
