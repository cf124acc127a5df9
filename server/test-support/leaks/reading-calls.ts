/**
 * Every call that reads, with inputs: those of the contract, so that a new endpoint is among them by itself, or fails
 * for want of an input.
 */
import { ENDPOINTS } from '@omicon/contract/api.ts';
import type { EndpointSpec } from '@omicon/contract/base/endpoint.ts';
import { RESULT_TYPES } from '@omicon/domain/query/query.ts';
import { z } from 'zod';
import type { RawInput } from '../portal.ts';

/** Public records that the calls name. */
export interface KnownRecords {
  collection: number;
  dataSet: number;
  analysis: number;
  network: number;
  otherNetwork: number;
  module: number;
  otherModule: number;
  metaModule: number;
  sample: string;
  symbol: string;
  geneSet: number;
  mappingTable: number;
  cellTypes: number;
  fileKey: string;
  workbookKey: string;
  documentKey: string;
  comment: number;
  /** by endpoint: tokens and numbers of what people have saved and shared */
  saved: Readonly<Record<string, Readonly<Record<string, string | number>>>>;
}

export interface ReadingCall {
  /** endpoint and input, for messages */
  title: string;
  endpoint: EndpointSpec;
  input: RawInput;
}

type Input = Omit<RawInput, 'as' | 'headers' | 'remoteAddress'>;

/** Calls that write begin with one of these words; every other call with a body needs an input below. */
const WRITING =
  /^(accept|add|cancel|complete|connect|create|delete|forget|getCode|log|mark|redeem|register|remove|rename|replace|reset|restart|restore|save|set|share|start|stop|store|update|verify)/;

/** Begin a sign-in, or list what the caller asked before, with its times. */
const NO_READING: ReadonlySet<string> = new Set([
  'startSignOn',
  'startOrcid',
  'finishSignOn',
  'checkPasswordReset',
  'listRecentQueries',
]);

const GROUPS = ['M', 'F'].map((value) => ({ name: value, rules: [{ attribute: 'Sex', values: [value] }] }));

function rule(section: string, field: string, value: string) {
  const group = { combinator: 'and', rules: [{ field, operator: 'contains', value }] };
  return { filters: { [section]: group } };
}

/** Every type of result of all records, and for each text the rules that can name it, of one type each. */
function queries(texts: readonly string[]): object[] {
  const everything = RESULT_TYPES.map((result_type) => ({
    result_type,
    filters: {},
    ...(result_type === 'kme-table' ? { output: { identifier: 'SYMBOL' } } : {}),
  }));
  const filtered = texts.flatMap((text) => [
    rule('sample', text, text),
    rule('sample', 'Disease', text),
    rule('collection', 'Title', text),
    rule('collection', text, text),
    rule('dataset', text, text),
    rule('dataset', 'Platform', text),
    rule('analyses', 'Analyst', text),
    rule('analyses', text, text),
    rule('networks', text, text),
    rule('networks', 'Name', text),
    { filters: { modules: { rules: [{ field: text, operator: 'greaterthan', value: 0 }] } } },
    { filters: { modules: { rules: [{ field: 'features', operator: 'any', value: [text] }] } } },
    { filters: { modules: { rules: [{ field: 'trait', attribute: text }] } } },
    { filters: { modules: { rules: [{ field: 'kme_of_gene', gene: text, kme: 0 }] } } },
    rule('genesets', 'SetName', text),
    rule('genesets', 'Category', text),
    { filters: { genesets: { rules: [{ field: 'enrichment', name_contains: text }] } } },
  ]);
  const types = RESULT_TYPES.filter((type) => type !== 'kme-table');
  return [...everything, ...filtered.map((each, at) => ({ result_type: types[at % types.length], ...each }))];
}

/** Inputs of calls that cannot be derived from path and query; `texts` are words of hidden records and public ones. */
function inputsOf(known: KnownRecords, texts: readonly string[]): Record<string, Input[]> {
  const { collection, dataSet, analysis, network, otherNetwork, module, sample, fileKey } = known;
  const symbols = [known.symbol, ...texts];
  const bodies = (...each: unknown[]): Input[] => each.map((body) => ({ body }));
  const ofModule = { params: { id: module } };
  const ofDataSet = { params: { id: dataSet } };
  const samples = (id: number) => [{ id }, { id, optional_attributes: texts.slice(0, 20) }];
  const explored = [
    ...bodies({ identifiers: symbols }),
    ...texts.map((text) => ({ body: { identifiers: [text] } })),
  ];
  const searches = queries(texts).map((body) => ({ body }));
  return {
    getAnalysisSampleAttributes: bodies(...samples(analysis)),
    getCollectionSampleAttributes: bodies(...samples(collection)),
    getDataSetSampleAttributes: bodies(...samples(dataSet)),
    listAnalysisSamples: bodies({ id: analysis }),
    listCollectionSamples: bodies({ id: collection }),
    listDataSetSamples: bodies({ id: dataSet }),
    listModuleOmiconIds: bodies({ covariation_network: network }),
    redirectToModule: bodies(
      { project_id: analysis, covariation_network: network, module: 'turquoise' },
      ...texts.map((text) => ({
        project_id: analysis,
        covariation_network: network,
        module: text.slice(0, 60),
      })),
    ),
    createKmeTable: [{ params: { id: network }, body: { features: symbols } }],
    matchNetworks: [{ params: { id: network, other_id: otherNetwork } }],
    getPreservation: [{ params: { id: module, data_set_id: dataSet }, query: { random_sets: 20 } }],
    getPreservationOfMetaModule: [
      { params: { id: known.metaModule, data_set_id: dataSet }, query: { random_sets: 20 } },
    ],
    computeConsensus: bodies({ modules: [module, known.otherModule] }),
    createFileLink: bodies({ key: fileKey, purpose: 'preview' }),
    getFileItem: [{ query: { key: fileKey } }],
    getTemporaryCredentials: [{ query: { key: fileKey } }],
    previewCsv: bodies({ key: fileKey }),
    previewSheet: bodies({ key: known.workbookKey }),
    previewDocument: bodies({ key: known.documentKey }),
    exploreTable: bodies({ key: fileKey }),
    findInTable: texts.map((text) => ({ body: { key: fileKey, text } })),
    searchFiles: ['.', ...texts].map((name) => ({ query: { name, page_size: 100 } })),
    listFiles: [
      {},
      { query: { entity_type: 'ds', entity_id: dataSet } },
      ...texts.map((search) => ({ query: { search, page_size: 100 } })),
    ],
    listPdfComments: bodies({ covariation_network: network }),
    listMentionableUsers: [
      {},
      { query: { entity_id: collection } },
      ...texts.map((search) => ({ query: { search } })),
    ],
    listMentionNotifications: bodies({}),
    checkGenes: bodies({ species: 'Homo sapiens', file: { name: 'genes.txt', content: symbols.join('\n') } }),
    exportGeneSets: [
      { query: { format: 'csv' } },
      { query: { format: 'gmt' } },
      ...texts.map((search) => ({ query: { format: 'csv', search } })),
    ],
    mapIdentifiers: bodies(
      { ids: symbols, from: 'SYMBOL', to: 'ENTREZID' },
      { ids: symbols, from: 'ALIAS', to: 'SYMBOL' },
      { ids: symbols, from: 'PROBEID', to: 'SYMBOL' },
    ),
    downloadAttributeTable: [{ params: { kind: 'sample', version: 1 } }],
    downloadOntology: [{ params: { name: 'UBERON', version: 1 } }],
    listOntologyTerms: [
      { params: { name: 'UBERON' } },
      ...texts.map((search) => ({ params: { name: 'UBERON' }, query: { search } })),
    ],
    listAnalyteMappings: [{ query: { type: 'organism' } }, { query: { type: 'microarray' } }],
    listPossibleValues: ['samples', 'data-sets', 'data-collections', 'projects'].flatMap((kind) =>
      ['Disease', 'Platform', 'Title', ...texts].map((attribute) => ({
        params: { kind },
        query: { attribute, limit: 100 },
      })),
    ),
    listPossibleTerms: ['Disease', 'Tissue', ...texts].flatMap((attribute) =>
      ['', ...texts].map((search) => ({ query: { attribute, search, limit: 100 } })),
    ),
    getOmiconId: [
      `OM.DC.${collection}`,
      `OM.CM.${module}`,
      `OM.MM.${known.metaModule}`,
      `OM.GS.${known.geneSet}`,
      `OM.CR.${known.cellTypes}`,
    ].map((omicon_id) => ({
      params: { omicon_id },
    })),
    listOmiconIds: bodies({
      omicon_ids: Array.from(
        { length: 100 },
        (_, at) => `OM.${['DC', 'DS', 'P', 'GS', 'MM', 'CR'][at % 6]}.${at + 1}`,
      ),
    }),
    listSuggestions: [known.symbol, 'g', 'mi', ...texts].flatMap((q) =>
      [1, 50].map((limit) => ({ query: { q, limit } })),
    ),
    searchEverything: ['g', known.symbol, ...texts].flatMap((q) =>
      ['all', 'folders'].map((scope) => ({ query: { q, scope, page_size: 100 } })),
    ),
    searchAdvanced: searches,
    countAdvancedSearch: searches,
    exportAdvancedSearch: searches.slice(0, RESULT_TYPES.length),
    getSearchCode: searches.slice(0, 1),
    compareLists: bodies(
      {
        lists: [
          { kind: 'list', identifiers: symbols },
          { kind: 'module', id: module },
        ],
      },
      {
        lists: [
          { kind: 'gene-set', id: known.geneSet },
          { kind: 'module', id: module },
        ],
      },
    ),
    listMarkers: ['', ...texts].map((search) => ({
      params: { id: known.cellTypes },
      query: { level: 'subclass', type: 'Microglia', page_size: 100, search },
    })),
    findCellTypes: bodies(
      { of: { kind: 'list', identifiers: symbols } },
      { of: { kind: 'gene-set', id: known.geneSet } },
      { of: { kind: 'module', id: module } },
      { of: { kind: 'meta-module', id: known.metaModule } },
    ),
    rankGeneSets: [...explored, ...texts.map((category) => ({ body: { identifiers: symbols, category } }))],
    rankModules: explored,
    repairList: explored,
    rankSetsByKme: [
      { ...ofModule, body: {} },
      ...texts.map((text) => ({ ...ofModule, body: { search: text } })),
    ],
    rankSetsByValues: bodies({ genes: symbols, values: symbols.map((_, at) => at) }),
    getExpression: symbols.map((features) => ({ ...ofDataSet, query: { features } })),
    listCorrelates: symbols.map((feature) => ({ ...ofDataSet, query: { feature } })),
    correlateProfiles: symbols.map((name) => ({
      body: { data_sets: [dataSet], subject: { kind: 'feature', name } },
    })),
    getSurvival: [{ ...ofDataSet, body: {} }],
    compareSamples: [{ ...ofDataSet, body: { groups: GROUPS } }],
    rankSetsByComparison: [{ ...ofDataSet, body: { groups: GROUPS, test: 'rank-sum' } }],
    getSample: [sample, ...texts].map((label) => ({ params: { id: collection, label } })),
    getStar: [{ params: { entity_type: 'dc', id: collection } }],
    citeRecord: [
      ...Object.entries({
        ...{ dc: collection, ds: dataSet, project: analysis, 'covariation-network': network },
        ...{ 'covariation-module': module, 'meta-module': known.metaModule, 'gene-set': known.geneSet },
        'cell-type-reference': known.cellTypes,
      }).map(([entity_type, id]) => ({ params: { entity_type, id } })),
    ],
    citeList: [{ body: { title: 'Data sets', address: '/home/advanced-search', rows: 2 } }],
    exportSearchQuery: [{ params: { id: 'q1' }, query: { queryType: 'sample' } }],
    getSearchQuery: [{ params: { id: 'q1' }, query: { queryType: 'sample' } }],
    getTermsVersion: [{ params: { version: 1 } }],
    getRolePermissions: [{ params: { role: 'GU' } }],
    getBugReportScreenshot: [{ params: { id: 1, place: 1 } }],
  };
}

/** The number that `:id` is, by the path before it. */
function numberAt(path: string, known: KnownRecords): number {
  const owners: [RegExp, number][] = [
    [/^\/api\/data-collections\//, known.collection],
    [/^\/api\/data-sets\//, known.dataSet],
    [/^\/api\/analyses\//, known.analysis],
    [/^\/api\/covariation-networks\//, known.network],
    [/^\/api\/(covariation-modules|module-details)\//, known.module],
    [/^\/api\/meta-modules\//, known.metaModule],
    [/^\/api\/gene-sets\//, known.geneSet],
    [/^\/api\/mapping-tables\//, known.mappingTable],
    [/^\/api\/cell-type-references\//, known.cellTypes],
    [/^\/api\/file-comments/, known.collection],
    [/^\/api\/(comments|replies)\//, known.comment],
  ];
  return owners.find(([start]) => start.test(path))?.[1] ?? 1;
}

function paramsOf(name: string, path: string, known: KnownRecords): Record<string, string | number> {
  const own = known.saved[name] ?? {};
  return Object.fromEntries(
    [...path.matchAll(/:(\w+)/g)].map(([, param = '']) => {
      const usual = { label: known.sample, symbol: known.symbol }[param];
      return [param, own[param] ?? usual ?? (param === 'token' ? 'x'.repeat(22) : numberAt(path, known))];
    }),
  );
}

interface Schema {
  properties?: Record<string, { enum?: string[]; type?: string }>;
}

/** A list with every text of a search and, if thorough, in each of its orders; other calls once. */
function queriesOf({ query }: EndpointSpec, { texts, isThorough }: Words): Record<string, unknown>[] {
  if (query === undefined) return [{}];
  const { properties = {} } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }) as Schema;
  const all = properties.page_size ? { page_size: 100 } : {};
  const orders = (properties.sort?.enum ?? []).map((sort) => ({ ...all, sort }));
  const chosen = Object.entries(properties).flatMap(([name, { enum: values = [] }]) =>
    name === 'sort' || name === 'order' ? [] : values.map((value) => ({ ...all, [name]: value })),
  );
  const found = ['search', 'attribute'].flatMap((name) =>
    properties[name] ? texts.map((text) => ({ ...all, [name]: text })) : [],
  );
  return isThorough ? [{}, ...orders, ...chosen, ...found] : [all, ...found];
}

/** Addresses outside the contract that may tell of records. */
const OTHERS = ['/api/openapi.json', '/api/docs'];

function otherAddress(path: string, permission: 'anyone' | 'signed in'): EndpointSpec {
  return {
    method: 'GET',
    path,
    summary: 'Not of the contract.',
    permission,
    object: 'none',
    reply: z.unknown(),
  };
}

interface Words {
  /** of hidden records and of public ones, which are searched for and named */
  texts: readonly string[];
  /** lists in all their orders, too */
  isThorough: boolean;
}

/** @param pages addresses of pages, for portals that have the built application */
export function listReadingCalls(
  known: KnownRecords,
  words: Words,
  pages: readonly string[] = [],
): ReadingCall[] {
  const { texts } = words;
  const inputs = inputsOf(known, texts);
  const others = [
    ...OTHERS.map((path) => otherAddress(path, 'signed in')),
    ...pages.map((path) => otherAddress(path, 'anyone')),
  ].map((endpoint) => ({ title: endpoint.path, endpoint, input: {} }));
  const ofContract = [...ENDPOINTS].flatMap(([name, endpoint]) => {
    if (NO_READING.has(name)) return [];
    let own: Input[] | undefined = inputs[name];
    if (own === undefined && endpoint.method === 'GET') {
      const params = paramsOf(name, endpoint.path, known);
      own = queriesOf(endpoint, words).map((query) => ({ params, query }));
      if ('symbol' in params) own.push(...texts.map((symbol) => ({ params: { ...params, symbol } })));
    }
    if (own === undefined && !WRITING.test(name)) throw new Error(`${name} reads and has no input.`);
    return (own ?? []).map((input) => ({
      title: `${name} ${JSON.stringify(input)}`,
      endpoint,
      input,
    }));
  });
  return [...ofContract, ...others];
}
