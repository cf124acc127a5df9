/**
 * The read of the record that an address of the web application shows. The server puts its reply into the page, and
 * links make the call when they are pointed at, so that screens begin with the record.
 */
import { parseOmiconId } from '@omicon/domain/identifiers/omicon-id.ts';
import { getAnalysis } from './areas/analyses/analyses.ts';
import { getModule } from './areas/analyses/covariation-networks.ts';
import { getDataCollection, getDataSet } from './areas/collections.ts';
import { getGeneSet } from './areas/gene-sets.ts';
import { getGene } from './areas/genes.ts';
import { type EndpointSpec, recordNumber } from './base/endpoint.ts';

/** An endpoint that reads a numbered record, of which there are versions. */
type NumberedEndpoint = EndpointSpec & Pick<typeof getDataSet, 'params' | 'query'>;

export type RecordCall =
  | { kind: 'numbered'; endpoint: NumberedEndpoint; input: { params: { id: number }; query: object } }
  | { kind: 'gene'; endpoint: typeof getGene; input: { params: { symbol: string } } };

/** Endpoints of pages whose record is a number in the query, by path. */
const BY_NUMBER = [
  { path: /^\/home\/(collections|analyses)\/data-sets\/attributes\/?$/, name: 'dsId', endpoint: getDataSet },
  { path: /^\/home\/collections\/[^/]+\/attributes\/?$/, name: 'dcId', endpoint: getDataCollection },
  {
    path: /^\/home\/analyses\/analysis-data\/(attributes|files)\/?$/,
    name: 'analysisId',
    endpoint: getAnalysis,
  },
] as const;

function numbered(endpoint: NumberedEndpoint, id: number): RecordCall {
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

/** Null for addresses without a record, or with an old version of one. */
export function recordCallAt(href: string): RecordCall | null {
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
  for (const { path, name, endpoint } of BY_NUMBER) {
    const id = recordNumber.safeParse(searchParams.get(name) ?? undefined);
    if (path.test(pathname) && id.success) return numbered(endpoint, id.data);
  }
  return null;
}
