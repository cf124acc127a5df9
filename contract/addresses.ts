/**
 * Addresses of the screens, with the query parameters of the specification: for links of the web application, and for
 * those that the server writes into replies and mails.
 */

import { pathOfFile } from '@omicon/domain/files/file-path.ts';
import { mappingKey } from '@omicon/domain/identifiers/identifier-mapping.ts';
import { formatOmiconId } from '@omicon/domain/identifiers/omicon-id.ts';
import { samePortalPath } from '@omicon/domain/records/portal-path.ts';
import { type RecordType, recordKind } from '@omicon/domain/records/record-kinds.ts';
import type { AttributeKind } from '@omicon/domain/records/samples/attribute-definitions.ts';
import { PIPELINE_NEWS, PRESERVATION_NEWS } from './areas/notifications.ts';
import type { FileItem } from './base/records.ts';

function withQuery(path: string, query: Readonly<Record<string, string | number | null>>): string {
  const parts = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== '') parts.set(name, String(value));
  }
  return parts.size === 0 ? path : `${path}?${parts}`;
}

export const RECENT_FILES = '/home/recent-files';
export const DATA_COLLECTIONS = '/home/collections/data-collections';
export const DATA_SETS = '/home/collections/data-sets';
export const ANALYSES = '/home/analyses/analyses';
export const ALL_FILES = '/home/data-listing';
export const SEARCH_LOG = '/home/notifications';
export const DOWNLOAD_LOG = '/home/downloads';
export const COMMENT_LOG = '/home/comment-notifications';
export const RESOURCES = '/home/resources';
export const ATLAS = '/home/atlas';
export const EXPLORE = '/home/explore';
export const MICROARRAY_MAPPINGS = '/home/resources/analyte-mapping/microArray/Microarray';
export const ORGANISM_MAPPINGS = '/home/resources/analyte-mapping/nonMicroArray/Organism';
export const SYSTEM_TABLES = '/home/admin?tab=attributes';
export const ONTOLOGIES = '/home/admin?tab=ontologies';
export const BASKETS = '/home/baskets';
export const STARRED = '/home/starred';
export const USER_MANAGEMENT = '/home/admin/user-management';
export const ROLES_AND_PERMISSIONS = '/home/admin/roles';
export const PREFERENCES = '/home/admin/preferences';
export const TERMS_EDITOR = '/home/admin/preferences?tab=terms';
export const ADMIN = '/home/admin';
export const FEEDBACK = '/home/admin/feedback';
export const ABOUT = '/home/about';
export const HELP = '/home/help';
export const ACCESSIBILITY = '/home/accessibility';
/** The same for people who have not signed in. */
export const PUBLIC_ACCESSIBILITY = '/accessibility';
export const TERMS = '/home/termsofservice';
export const ADVANCED_SEARCH = '/home/advanced-search';
export const SEARCH_RESULTS = '/home/global-search-results';
export const ADD_COLLECTION = '/home/add-new-collection';
export const ADD_ANALYSIS = '/home/add-new-analysis';
export const IMPORTS = '/home/imports';
export const FAILED_JOBS = '/home/admin/jobs';

/** The page of a gene by any of its names. */
export function geneAddress(name: string, tab = ''): string {
  return withQuery(`/home/genes/${encodeURIComponent(name)}`, { tab });
}

/** Values of a gene in a data set, by the number of the data set, in groups of an attribute. */
export function expressionAddress(gene: string, groups: { data_set: number; attribute: string }): string {
  return withQuery(`/home/genes/${encodeURIComponent(gene)}`, {
    tab: 'expression',
    ds: String(groups.data_set),
    attribute: groups.attribute,
  });
}

/** Parameters of what a page of a gene shows of any gene. */
const VIEW_OF_GENE = ['tab', 'ds', 'attribute', 'facet'];

/** Where a gene opens from an address: on the page of another gene with the same view; other addresses stay. */
export function withViewOfGene(
  address: string,
  { pathname, search }: Readonly<Record<'pathname' | 'search', string>>,
): string {
  const isPage = (path: string) => path.startsWith('/home/genes/');
  if (!isPage(address) || address.includes('?') || !isPage(pathname)) return address;
  const from = new URLSearchParams(search);
  return withQuery(address, Object.fromEntries(VIEW_OF_GENE.map((name) => [name, from.get(name) ?? ''])));
}

/** Kinds of features that have pages as genes. */
const IDENTIFIERS_OF_GENES = ['SYMBOL', 'ENTREZID', 'ENSEMBL', 'PROBEID'];

/** The page of the gene that a feature measures; null for features of other kinds. */
export function featureAddress(identifier: string | null | undefined, feature: string): string | null {
  return IDENTIFIERS_OF_GENES.includes(mappingKey(identifier ?? '')) ? geneAddress(feature) : null;
}

/** A sample of a data collection; `collection` is the number of the collection. */
export function sampleAddress(collection: number, label: string, tab = ''): string {
  return withQuery(`/home/samples/${collection}/${encodeURIComponent(label)}`, { tab });
}

/** The report of one import. */
export function importAddress(id: number): string {
  return `${IMPORTS}?run=${id}`;
}

/** @param from the list from which the page is opened; null for none */
export function dataCollectionAddress(id: number, tab = '', from: 'dsListing' | null = 'dsListing'): string {
  return withQuery(`${DATA_COLLECTIONS}/attributes`, { dcId: id, contentType: 'collections', from, tab });
}

/** @param from the list from which the page is opened; null for none */
export function dataSetAddress(id: number, tab = '', from: 'dsListing' | null = 'dsListing'): string {
  return withQuery(`${DATA_SETS}/attributes`, { dsId: id, contentType: 'collections', from, tab });
}

/**
 * The comparison of groups of samples of a data set: not chosen yet, or the first as `web/areas/comparison` writes it.
 */
export function compareAddress(id: number, a?: string): string {
  return withQuery('/home/compare', a === undefined ? { ds: id } : { ds: id, a });
}

export function dataSetsOfCollectionAddress(id: number): string {
  return withQuery(DATA_SETS, { dcId: id });
}

export function analysisAddress(id: number, tab = ''): string {
  return withQuery('/home/analyses/analysis-data/attributes', {
    analysisId: id,
    mainAnalysisId: id,
    contentType: 'analyses',
    tab,
  });
}

/** @param more `pdfName` is the file to open, `page` its page if it is a PDF */
export function analysisFilesAddress(
  id: number,
  folder: string,
  more: { pdfName?: string; page?: number; version?: number | undefined } = {},
): string {
  return withQuery('/home/analyses/analysis-data/files', {
    analysisId: id,
    analysisFileFolderId: folder,
    mainAnalysisId: id,
    versions: more.version ?? null,
    pdf_name: more.pdfName ?? null,
    page: more.page ?? null,
  });
}

/** A covariation network inside its analysis. */
export function networkAddress(
  analysisId: number,
  networkId: number,
  version: number | null = null,
  part: 'modules' | 'traits' | 'survival' | 'matches' | 'preservation' | 'parameters' = 'modules',
): string {
  return withQuery('/home/analyses/analysis-data/attributes', {
    analysisId,
    mainAnalysisId: analysisId,
    contentType: 'analyses',
    tab: 'networks',
    networkId,
    versions: version,
    show: part === 'modules' ? null : part,
  });
}

export function moduleAddress(omiconId: string, tab = '', version: number | null = null): string {
  return withQuery(`/home/modules/${omiconId}`, { tab, versions: version });
}

/** A meta-module, on one of its tabs. */
export function metaModuleAddress(omiconId: string, tab = ''): string {
  return withQuery(`/home/meta-modules/${omiconId}`, { tab });
}

export function geneSetAddress(omiconId: string): string {
  return withQuery('/home/resources/gene-set', { geneSetOmiconID: omiconId });
}

export function cellTypeReferenceAddress(omiconId: string, tab = ''): string {
  return withQuery(`/home/resources/cell-types/${omiconId}`, { tab });
}

/** The page of a record at one of its versions; null leaves the current one. */
export function atVersion(address: string, version: number | null): string {
  return version === null ? address : `${address}${address.includes('?') ? '&' : '?'}versions=${version}`;
}

interface NumberedRecord {
  type: RecordType;
  number: number;
  /** of a covariation network, which is shown on the page of its analysis; null if it is not known */
  analysis?: number | null;
}

/** The page of a record of any kind; null for a network whose analysis is not known. */
export function recordAddress({ type, number, analysis = null }: NumberedRecord): string | null {
  const omiconId = formatOmiconId({ type: recordKind(type).code, number, version: null });
  switch (type) {
    case 'dc':
      return dataCollectionAddress(number, '', null);
    case 'ds':
      return dataSetAddress(number, '', null);
    case 'project':
      return analysisAddress(number);
    case 'covariation-network':
      return analysis === null ? null : networkAddress(analysis, number);
    case 'covariation-module':
      return moduleAddress(omiconId);
    case 'meta-module':
      return metaModuleAddress(omiconId);
    case 'gene-set':
      return geneSetAddress(omiconId);
    case 'cell-type-reference':
      return cellTypeReferenceAddress(omiconId);
  }
}

/** Lists against each other, at most six; of one the others are chosen there. */
export function compareListsAddress(
  lists: readonly (
    | { kind: 'module' | 'set'; id: number }
    | { kind: 'list'; packed: string; name?: string }
  )[],
): string {
  const parts = lists.map((list, at) => [
    String.fromCharCode(97 + at),
    [
      list.kind,
      list.kind === 'list' ? list.packed : list.id,
      ...(list.kind === 'list' && list.name ? [list.name] : []),
    ].join(':'),
  ]);
  return withQuery('/home/compare-lists', Object.fromEntries(parts));
}

/** One of the person's own baskets. */
export function basketAddress(id: number): string {
  return withQuery(BASKETS, { basket: id });
}

/** A basket for everybody who has its link. */
export function sharedBasketAddress(token: string): string {
  return withQuery(BASKETS, { shared: token });
}

/** All modules of a network, tested in another data set. */
export function preservationRunAddress(id: number): string {
  return `/home/preservation/${id}`;
}

/** A run of the pipeline on a data set. */
export function pipelineRunAddress(id: number): string {
  return `/home/pipeline/${id}`;
}

/** What a notification of a search is about: a test of a network, a run of the pipeline, or the stored results. */
export function searchNewsAddress({ notifId, type }: { notifId: number; type: string }): string {
  if (type === PIPELINE_NEWS) return pipelineRunAddress(notifId);
  return type === PRESERVATION_NEWS
    ? preservationRunAddress(notifId)
    : searchQueryAddress({ notificationID: notifId });
}

/** Consensus fidelity over modules, by their numbers. */
export function consensusAddress(modules: readonly number[]): string {
  return withQuery('/home/consensus', { modules: modules.join(',') });
}

/** @param genes the list, encoded by `gene-list.ts` */
export function exploreAddress(genes: string): string {
  return withQuery(EXPLORE, { genes });
}

/** @param ranking what genes are ranked by */
export function rankedEnrichmentAddress(ranking: string): string {
  return withQuery(EXPLORE, { mode: 'ranked', ranking });
}

export function mappingTableAddress(name: string): string {
  return `/home/resources/mapping-tables/mappingTables/${encodeURIComponent(name)}`;
}

export function attributeTableAddress(kind: AttributeKind): string {
  return `/home/admin/${kind}-attributes`;
}

export function dataSetOfAnalysisAddress(analysisId: number, dataSetId: number): string {
  return withQuery('/home/analyses/data-sets/attributes', {
    analysisId,
    dsId: dataSetId,
    mainAnalysisId: analysisId,
    contentType: 'analyses',
    fromAnalysis: 'true',
  });
}

export function lineageAddress(entity: 'data-sets' | 'analyses', id: number): string {
  return withQuery(`/home/network/${entity}`, entity === 'data-sets' ? { dsId: id } : { analysisId: id });
}

export function searchAddress(text: string, scope: string): string {
  return withQuery(SEARCH_RESULTS, { q: text, scope });
}

/** The page that lists a file. */
export function homeOfFile(file: Pick<FileItem, 'entity_type' | 'entity_id' | 'folder'>): string {
  const inside = file.folder === '' ? '' : `&${new URLSearchParams({ folder: file.folder })}`;
  if (file.entity_type === 'dc') return `${dataCollectionAddress(file.entity_id, 'files')}${inside}`;
  if (file.entity_type === 'ds') return `${dataSetAddress(file.entity_id, 'files')}${inside}`;
  return analysisFilesAddress(file.entity_id, file.folder);
}

/** The page that lists the content of a folder. */
export function addressOfFolder(
  folder: Pick<FileItem, 'entity_type' | 'entity_id' | 'folder' | 'name'>,
): string {
  return homeOfFile({ ...folder, folder: pathOfFile(folder) });
}

/** A saved, recent or sample query by its id, or the stored results of a background search. */
export function searchQueryAddress(
  query: { queryId: string | number; queryType?: 'recent' | 'saved' | 'sample' } | { notificationID: number },
): string {
  return withQuery(ADVANCED_SEARCH, query);
}

/** A saved query for everybody who has its link. */
export function sharedQueryAddress(token: string): string {
  return withQuery(ADVANCED_SEARCH, { share: token });
}

/** A query as the wizard writes it into its address, without its code: the landing page stays small. In ASCII. */
function inAddress(query: object): string {
  return btoa(JSON.stringify(query)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The wizard with these rules of samples, whose values are still to be given. */
export function samplesByAddress(begun: readonly { field: string; operator: string }[]): string {
  const rules = begun.map((rule) => ({ ...rule, value: '' }));
  const query = { result_type: 'samples', filters: { sample: { rules } } };
  return withQuery(ADVANCED_SEARCH, { step: 'data', tab: 'sample', q: inAddress(query) });
}

/** Results of the query for modules enriched in gene sets with this text, in ASCII, in their names. */
export function enrichedModulesAddress(name: string): string {
  const rule = {
    field: 'enrichment',
    definition: 'Any',
    p_below: 0.05,
    name_contains: name,
    keep: 'best_per_module',
  };
  const query = { result_type: 'covariation-modules', filters: { genesets: { rules: [rule] } } };
  return withQuery(ADVANCED_SEARCH, { step: 'search_results', q: inAddress(query) });
}

/** The page of a collection or an analysis, reached from the results of an advanced search. */
export function fromAdvancedSearch(address: string): string {
  const [path = '', query = ''] = address.split('?');
  const parts = new URLSearchParams(query);
  parts.set('from', 'advancedSearch');
  return `${path}?${parts}`;
}

/**
 * The page on which a comment was written, with the comment's id in `comment`; the home page for anything that is not
 * an address of this portal.
 */
export function commentAddress(pageUrl: string, commentId: number): string {
  const path = samePortalPath(pageUrl);
  if (path === null || !/^\/home([/?#]|$)/.test(path)) return '/home';
  const page = new URL(path, 'https://portal.invalid');
  page.searchParams.set('comment', String(commentId));
  return `${page.pathname}${page.search}${page.hash}`;
}

/** The page that lists a file or folder, with its comments open; `path` is relative to the record. */
export function fileCommentsAddress(
  file: Pick<FileItem, 'entity_type' | 'entity_id'> & { path: string },
): string {
  const folder = file.path.includes('/') ? file.path.slice(0, file.path.lastIndexOf('/')) : '';
  return `${homeOfFile({ ...file, folder })}&${new URLSearchParams({ file_folder_name: file.path })}`;
}

/** The comments on a whole record, as a tab of its page. */
export function recordCommentsAddress(entity: FileItem['entity_type'], id: number): string {
  if (entity === 'dc') return dataCollectionAddress(id, 'comments');
  return entity === 'ds' ? dataSetAddress(id, 'comments') : analysisAddress(id, 'comments');
}
