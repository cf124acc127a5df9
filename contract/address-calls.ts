/**
 * The call with which the screen at an address begins: the record that it shows, or the first page of its list. The
 * server puts the reply into the page, and links make the call when they are pointed at.
 */

import { parseOmiconId } from '@omicon/domain/identifiers/omicon-id.ts';
import type { z } from 'zod';
import { getAnalysis, listAnalyses } from './areas/analyses/analyses.ts';
import { getCovariationNetwork, getModule } from './areas/analyses/covariation-networks.ts';
import { getDataCollection, getDataSet, listDataCollections, listDataSets } from './areas/collections.ts';
import { listFiles, listRecentFiles } from './areas/files/files.ts';
import { getGeneSet, listGeneSets } from './areas/gene-sets.ts';
import { getGene } from './areas/genes.ts';
import { type EndpointSpec, recordNumber } from './base/endpoint.ts';
import {
  FIRST_ORDER,
  isOfListAlone,
  type ListDefaults,
  type ListQuery,
  listQueryAt,
} from './base/list-address.ts';

/** An endpoint that reads a numbered record, of which there are versions. */
type NumberedEndpoint = EndpointSpec & Pick<typeof getDataSet, 'params' | 'query'>;

/** An endpoint that reads a list by pages, without parameters. */
type ListEndpoint = Omit<EndpointSpec, 'params'> & {
  query: z.ZodType<ListQuery>;
  params?: never;
};

export type AddressCall =
  | { kind: 'list'; endpoint: ListEndpoint; input: { query: ListQuery } }
  | { kind: 'numbered'; endpoint: NumberedEndpoint; input: { params: { id: number }; query: object } }
  | { kind: 'gene'; endpoint: typeof getGene; input: { params: { symbol: string } } };

/** Endpoints of pages whose record is a number in the query, by path and tab. */
const BY_NUMBER = [
  {
    path: /^\/home\/(collections|analyses)\/data-sets\/attributes\/?$/,
    tab: null,
    name: 'dsId',
    endpoint: getDataSet,
  },
  {
    path: /^\/home\/collections\/[^/]+\/attributes\/?$/,
    tab: null,
    name: 'dcId',
    endpoint: getDataCollection,
  },
  {
    path: /^\/home\/analyses\/analysis-data\/attributes\/?$/,
    tab: 'networks',
    name: 'networkId',
    endpoint: getCovariationNetwork,
  },
  {
    path: /^\/home\/analyses\/analysis-data\/(attributes|files)\/?$/,
    tab: null,
    name: 'analysisId',
    endpoint: getAnalysis,
  },
] as const;

const LISTS: readonly { path: string; endpoint: ListEndpoint; defaults?: ListDefaults }[] = [
  { path: '/home/collections/data-collections', endpoint: listDataCollections },
  { path: '/home/collections/data-sets', endpoint: listDataSets },
  { path: '/home/analyses/analyses', endpoint: listAnalyses },
  { path: '/home/data-listing', endpoint: listFiles },
  { path: '/home/recent-files', endpoint: listRecentFiles, defaults: FIRST_ORDER.recentFiles },
  { path: '/home/resources', endpoint: listGeneSets, defaults: FIRST_ORDER.geneSets },
];

function numbered(endpoint: NumberedEndpoint, id: number): AddressCall {
  return { kind: 'numbered', endpoint, input: { params: { id }, query: {} } };
}

/** The number of an Omicon ID of this type; null for other ids, and for those of a version. */
function numberOf(type: 'CM' | 'GS', text: string): number | null {
  const id = parseOmiconId(text);
  return id?.type === type && id.version === null ? id.number : null;
}

/** The part of a path as it was before it was encoded; null if it is not well-formed. */
function decode(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

function listAt({ pathname, searchParams }: URL): AddressCall | null {
  const list = LISTS.find(({ path }) => path === pathname.replace(/\/$/, ''));
  if (list === undefined || !isOfListAlone(searchParams)) return null;
  const { endpoint, defaults } = list;
  return { kind: 'list', endpoint, input: { query: listQueryAt(endpoint.query, searchParams, defaults) } };
}

/** Null for addresses that show neither, an old version, or a list with filters of its own. */
export function addressCallAt(href: string): AddressCall | null {
  const url = URL.parse(href, 'http://local');
  if (url === null || url.searchParams.has('versions')) return null;
  const { pathname, searchParams } = url;
  const [, gene] = /^\/home\/genes\/([^/]+)\/?$/.exec(pathname) ?? [];
  const symbol = gene === undefined ? null : decode(gene);
  if (symbol !== null) return { kind: 'gene', endpoint: getGene, input: { params: { symbol } } };
  const [, module] = /^\/home\/modules\/([^/]+)\/?$/.exec(pathname) ?? [];
  const ofModule = module === undefined ? null : numberOf('CM', module);
  if (ofModule !== null) return numbered(getModule, ofModule);
  if (/^\/home\/resources\/gene-set\/?$/.test(pathname)) {
    const ofSet = numberOf('GS', searchParams.get('geneSetOmiconID') ?? '');
    return ofSet === null ? null : numbered(getGeneSet, ofSet);
  }
  for (const { path, tab, name, endpoint } of BY_NUMBER) {
    const isHere = path.test(pathname) && (tab === null || searchParams.get('tab') === tab);
    const id = recordNumber.safeParse(searchParams.get(name) ?? undefined);
    if (isHere && id.success) return numbered(endpoint, id.data);
  }
  return listAt(url);
}
